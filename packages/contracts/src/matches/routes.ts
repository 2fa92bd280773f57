import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { customerPairSchema, matchAnswersBody, matchSchema } from "./schemas.ts";
import { matchStates, pairStates } from "./vocabulary.ts";

const tags = ["Integrations"];

export const matchRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/matches",
    summary:
      "Records of connected systems that could be several customers here, newest first: those that wait for somebody to say, or those that were answered",
    policy: "customers:read",
    query: z.object({ ...pageQuery(10), state: z.enum(matchStates).default("waiting") }),
    response: listOf(matchSchema),
    rateLimit: "read",
    tags,
  }),
  answer: defineRoute({
    method: "POST",
    path: "/matches/answers",
    summary:
      "Say of records which customer each is, or that it is none of them; all or, where one may no longer be said, nothing. They are read again at once, and never asked about again",
    policy: "customers:write",
    body: matchAnswersBody,
    response: z.object({ answered: z.number().int() }),
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state", "not_found"],
    tags,
  }),
  takeBack: defineRoute({
    method: "POST",
    path: "/matches/:id/take-back",
    summary: "Take an answer back, so that it is asked again; the customer keeps the name and e-mail address",
    policy: "customers:write",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags,
  }),
  pairs: defineRoute({
    method: "GET",
    path: "/matches/pairs",
    summary:
      "Pairs of customers here that may be one: they were looked for in the last night and share an e-mail address, an id, or name and domain; the surest and newest first. Or those that were said to be two, the last said first",
    policy: "customers:read",
    query: z.object({ ...pageQuery(10), state: z.enum(pairStates).default("waiting") }),
    response: listOf(customerPairSchema),
    rateLimit: "read",
    tags,
  }),
  keepApart: defineRoute({
    method: "POST",
    path: "/matches/pairs/:id/keep-apart",
    summary:
      "Say that the two of a pair are two: they are not asked about again unless that is taken back. One customer they become by merging",
    policy: "customers:write",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    idempotent: true,
    errors: ["not_found"],
    tags,
  }),
  takeBackApart: defineRoute({
    method: "POST",
    path: "/matches/pairs/:id/take-back",
    summary: "Take back that the two of a pair are two, so that they are asked about again",
    policy: "customers:write",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    idempotent: true,
    errors: ["not_found"],
    tags,
  }),
};

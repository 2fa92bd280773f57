import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { downloadLinkSchema, idParams } from "../shapes.ts";
import { outboxMailSchema } from "./schemas.ts";

/** Codes and sign-in links are masked for everybody but a platform Admin. */
export const mailRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/outbox",
    summary: "Mail of my company (an Admin: all mail), newest first",
    policy: "mail:read",
    peopleOnly: true,
    query: z.object({ ...pageQuery(25), search: z.string().max(200).optional() }),
    response: listOf(outboxMailSchema).extend({ mailLeaves: z.boolean() }),
    rateLimit: "read",
    tags: ["Mail"],
  }),
  get: defineRoute({
    method: "GET",
    path: "/outbox/:id",
    summary: "One mail as HTML, text and headers",
    policy: "mail:read",
    peopleOnly: true,
    params: idParams,
    response: outboxMailSchema.extend({ html: z.string(), text: z.string(), headers: z.string() }),
    rateLimit: "read",
    tags: ["Mail"],
  }),
  download: defineRoute({
    method: "POST",
    path: "/outbox/:id/exports",
    summary: "A one-time link to the mail as .eml",
    policy: "mail:read",
    peopleOnly: true,
    params: idParams,
    response: downloadLinkSchema,
    rateLimit: "write",
    idempotent: true,
    tags: ["Mail"],
  }),
};

import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { defineRoute } from "../route.ts";
import { emptyResponse, idParams } from "../shapes.ts";
import { joinWaitingListBody, waitingListEntrySchema, waitingListStatusSchema } from "./schemas.ts";

const filter = {
  status: waitingListStatusSchema.optional(),
  /** Looked for in names, addresses and companies. */
  search: z.string().max(200).optional(),
};

export const waitingListRoutes = {
  join: defineRoute({
    method: "POST",
    path: "/waiting-list/join",
    summary: "Join the waiting list; the same answer whether the address is on it or not",
    policy: "public",
    body: joinWaitingListBody,
    /** `confirmByMail`: this installation asks everybody to confirm by a link that was mailed. */
    response: z.object({ confirmByMail: z.boolean() }),
    rateLimit: "form",
    idempotent: true,
    tags: ["Waiting list"],
  }),
  confirm: defineRoute({
    method: "POST",
    path: "/waiting-list/confirm",
    summary: "Confirm a place on the waiting list by the link that was mailed",
    policy: "public",
    body: z.object({ token: z.string().min(10).max(200) }),
    response: emptyResponse,
    rateLimit: "code",
    errors: ["not_found"],
    tags: ["Waiting list"],
  }),
  list: defineRoute({
    method: "GET",
    path: "/waiting-list",
    summary: "Who is on the waiting list, newest first",
    policy: "admin:platform",
    query: z.object({ ...pageQuery(25), ...filter }),
    response: listOf(waitingListEntrySchema).extend({
      /** False where mail stays in the built-in outbox: an invitation's link is then passed on by hand. */
      mailLeaves: z.boolean(),
    }),
    rateLimit: "read",
    tags: ["Waiting list"],
  }),
  export: defineRoute({
    method: "POST",
    path: "/waiting-list/exports",
    summary: "The waiting list as CSV, as filtered",
    policy: "admin:platform",
    body: z.object(filter),
    response: z.object({ csv: z.string(), rows: z.number().int() }),
    rateLimit: "write",
    idempotent: true,
    tags: ["Waiting list"],
  }),
  invite: defineRoute({
    method: "POST",
    path: "/waiting-list/:id/invite",
    summary:
      "Mail somebody on the list the link by which they register; again: a new link, the one before ends",
    policy: "admin:platform",
    params: idParams,
    response: waitingListEntrySchema,
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Waiting list"],
  }),
  makeLink: defineRoute({
    method: "POST",
    path: "/waiting-list/:id/link",
    summary:
      "Where no mail leaves: a new link to pass on oneself, answered once; the one before stops working",
    policy: "admin:platform",
    params: idParams,
    response: z.object({ link: z.string(), entry: waitingListEntrySchema }),
    rateLimit: "write",
    idempotent: true,
    errors: ["invalid_state"],
    tags: ["Waiting list"],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/waiting-list/:id",
    summary: "Take somebody off the list; one who was taken off already is deleted for good",
    policy: "admin:platform",
    params: idParams,
    response: emptyResponse,
    rateLimit: "write",
    tags: ["Waiting list"],
  }),
};

import { messagePreviewSchema } from "../campaigns/schemas.ts";
import { defineRoute } from "../route.ts";
import { cardPreviewInput, endingCardsQuery, endingCardsSchema } from "./card-schemas.ts";

/** Cards that end before the payment that they are meant for. */
export const recoveryCardRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/recovery/cards",
    summary: "Cards that end before their next payment, who is asked for another, and what asking changes",
    policy: "recovery:read",
    query: endingCardsQuery,
    response: endingCardsSchema,
    rateLimit: "read",
    tags: ["Recovery"],
  }),
  preview: defineRoute({
    method: "POST",
    path: "/recovery/cards/preview",
    summary: "A message before a card ends as the next customer would get it. Sends nothing",
    policy: "recovery:read",
    body: cardPreviewInput,
    response: messagePreviewSchema,
    rateLimit: "read",
    tags: ["Recovery"],
  }),
};

import { z } from "zod";
import { defineRoute } from "../route.ts";
import { paymentLinkOpenedSchema, paymentLinkSchema } from "./link-schemas.ts";

const linkParams = z.object({
  token: z
    .string()
    .min(20)
    .max(200)
    .regex(/^[\w-]+$/),
});

export const paymentLinkRoutes = {
  look: defineRoute({
    method: "GET",
    path: "/payment-links/:token",
    summary:
      "What a customer who holds the link of a message sees of the failed payment or the card that ends, without signing in",
    policy: "public",
    params: linkParams,
    response: paymentLinkSchema,
    rateLimit: "unsubscribe",
    errors: ["not_found"],
    tags: ["Recovery"],
  }),
  open: defineRoute({
    method: "POST",
    path: "/payment-links/:token/open",
    summary: "The payment provider's page for it, made now; that it is paid meanwhile is said instead",
    policy: "public",
    params: linkParams,
    response: paymentLinkOpenedSchema,
    rateLimit: "unsubscribe",
    errors: ["not_found"],
    tags: ["Recovery"],
  }),
};

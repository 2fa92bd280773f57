import type { Connector } from "../../connector.ts";
import { stripeOAuth } from "./oauth.ts";
import { openStripe } from "./stripe-api.ts";

/** Stripe: what customers pay, by a restricted key of the company's own. */
export const stripeConnector: Connector = {
  provider: "stripe",
  oauth: stripeOAuth,
  sandboxBy: "key",
  // Events are listed for 30 days; two are kept in hand.
  changesKeptDays: 28,
  reconciled: ["invoices", "subscriptions"],
  holdsCustomers: true,
  maps: true,
  open: openStripe,
};

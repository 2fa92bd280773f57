import type { Connector } from "../../connector.ts";
import { salesforceOAuth } from "./oauth.ts";
import { openSalesforce } from "./salesforce-api.ts";

/** Salesforce: who the customers are, by an External Client App. */
export const salesforceConnector: Connector = {
  provider: "salesforce",
  oauth: salesforceOAuth,
  sandboxBy: "oauth",
  // Changes of any age are found by SystemModstamp; deleted records stay in the bin for 15 days.
  changesKeptDays: 14,
  holdsCustomers: true,
  maps: true,
  open: openSalesforce,
};

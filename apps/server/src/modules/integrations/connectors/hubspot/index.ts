import type { Connector } from "../../connector.ts";
import { openHubSpot } from "./hubspot-api.ts";
import { hubspotOAuth } from "./oauth.ts";

/** HubSpot: who the customers are, by its page or by a private app's token. */
export const hubspotConnector: Connector = {
  provider: "hubspot",
  oauth: hubspotOAuth,
  sandboxBy: "oauth",
  // Search finds changes of any age; after so long a pause a full reading costs less.
  changesKeptDays: 90,
  holdsCustomers: true,
  maps: true,
  open: openHubSpot,
};

import type { Connector } from "../../connector.ts";
import { openMailchimp } from "./mailchimp-api.ts";
import { mailchimpOAuth } from "./oauth.ts";

/** Mailchimp: what customers do with mail, and who wants none. */
export const mailchimpConnector: Connector = {
  provider: "mailchimp",
  oauth: mailchimpOAuth,
  sandboxBy: "oauth",
  // Members are listed by when they changed, however long ago; after so long a pause a full reading costs less.
  changesKeptDays: 90,
  maps: true,
  open: openMailchimp,
};

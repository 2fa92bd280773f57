import type { Connector } from "../../connector.ts";
import { slackOAuth } from "./oauth.ts";
import { openSlack } from "./slack-api.ts";

/** Slack: nothing comes in; its channels are told what the company chose. */
export const slackConnector: Connector = {
  provider: "slack",
  oauth: slackOAuth,
  sandboxBy: "oauth",
  changesKeptDays: 1,
  posts: true,
  open: openSlack,
};

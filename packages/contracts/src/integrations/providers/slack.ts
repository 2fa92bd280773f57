import type { ProviderWords } from "./provider-words.ts";

export const slackWords: ProviderWords = {
  name: "Slack",
  kind: "Team chat",
  brings: "Alerts and digests, by channel",
  credential: {
    label: "Bot token",
    begins: "xoxb-",
    hint: "In Slack: api.slack.com/apps, your app, OAuth & Permissions, Bot User OAuth Token, with the scopes chat:write, chat:write.public, channels:read and groups:read.",
  },
  may: ["Post to the channels that you choose", "See the names of channels"],
  mayNot: ["Read messages", "Post to a private channel that we were not invited to"],
  objects: {},
};

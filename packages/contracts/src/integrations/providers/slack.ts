import type { ProviderWords } from "./provider-words.ts";

export const slackWords: ProviderWords = {
  name: "Slack",
  kind: "Team chat",
  brings: "Alerts and digests, by channel",
  credential: null,
  may: ["Post to the channels that you choose", "See the names of channels"],
  mayNot: ["Read messages"],
  objects: {},
};

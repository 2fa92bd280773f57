import type { ProviderWords } from "./provider-words.ts";

export const mailchimpWords: ProviderWords = {
  name: "Mailchimp",
  kind: "Email marketing",
  brings: "Members, activity, consent",
  credential: null,
  may: [
    "See audiences, their members and what those opened",
    "Be told by each audience when a member changes",
  ],
  mayNot: [
    "Send anything",
    "Subscribe anybody, or change or delete members, but for tags of ours that you switch on",
    "Make a customer of somebody who only reads mail",
  ],
  objects: { members: "Members" },
};

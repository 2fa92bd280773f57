import type { ProviderWords } from "./provider-words.ts";

export const salesforceWords: ProviderWords = {
  name: "Salesforce",
  kind: "Second CRM",
  brings: "Contacts, accounts, opportunities",
  credential: null,
  may: [
    "See contacts, accounts and opportunities",
    "Keep each customer's risk on their contact, only while you have it written there",
  ],
  mayNot: ["Change or delete what you keep there", "See e-mails, calls or notes in full"],
  objects: { contacts: "Contacts", accounts: "Accounts", opportunities: "Opportunities" },
};

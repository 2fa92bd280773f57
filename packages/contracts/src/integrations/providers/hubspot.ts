import type { ProviderWords } from "./provider-words.ts";

export const hubspotWords: ProviderWords = {
  name: "HubSpot",
  kind: "CRM",
  brings: "Contacts, companies, deals",
  credential: {
    label: "Private app token",
    begins: "pat-",
    hint: "In HubSpot: Settings, Integrations, Private apps, Create, with read on contacts, companies and deals. Write on contacts lets us keep scores there, if you want that.",
  },
  may: [
    "See contacts, companies and deals",
    "Keep each customer's risk on their contact, only while you have it written there",
  ],
  mayNot: ["Change or delete what you keep there", "See e-mails, calls or notes in full"],
  objects: { contacts: "Contacts", companies: "Companies", deals: "Deals" },
};

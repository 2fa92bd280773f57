import { PRODUCT_NAME } from "@forestay/contracts/wire";
import type { QuickAction } from "@/components/chat/quick-actions.tsx";

export interface CannedReply {
  text: string;
  links: readonly { label: string; href: string }[];
}

interface Topic extends CannedReply {
  /** Words of a question about it. */
  asks: RegExp;
}

/** What is answered outside the app, the narrower topics first. Nothing of any company is in it, and nobody is asked. */
const topics: readonly Topic[] = [
  {
    asks: /\b(demo|walk ?through|meeting|show (me|us)|talk to (you|somebody|someone))\b|\bbook\b/i,
    text: "A demo is time with a person, on your questions. Choose one that is free; moving it or calling it off takes one click.",
    links: [{ label: "Book a demo", href: "/book-demo" }],
  },
  {
    asks: /\b(pric\w*|costs?|fees?|paid|pay|free|licen[cs]e\w*|plans?|budget)\b/i,
    text: `${PRODUCT_NAME} costs nothing: it is open source under the MIT license, with no paid edition and no limits on customers, seats or calls. You pay for the machine it runs on.`,
    links: [{ label: "What it costs", href: "/#pricing" }],
  },
  {
    asks: /\b(integrat\w*|connect\w*|hubspot|salesforce|mailchimp|stripe|slack|crm|api|webhooks?|mcp|zapier)\b/i,
    text: "Billing and CRM connect with a key or by consent, and what they hold is followed from then on. Anything else comes as a file, by the API, or as events of your own product.",
    links: [
      { label: "Connected systems", href: "/docs/integrations" },
      { label: "API", href: "/docs/api" },
    ],
  },
  {
    asks: /\b(import\w*|upload\w*|csv|tsv|excel|xlsx|spreadsheets?|json|files?|migrat\w*|(my|our) data)\b/i,
    text: "CSV, TSV, Excel and JSON, of any size: customers, subscriptions, invoices, payments and events. Columns are recognised, a dry run shows what would change, and an import can be undone for seven days.",
    links: [
      { label: "Importing files", href: "/docs/importing-files" },
      { label: "Churn calculator", href: "/churn-calculator" },
    ],
  },
  {
    asks: /\b(features?|what (can|does|do)|how does|predict\w*|scores?|segments?|campaigns?|recover\w*|insights?|churn|retention)\b/i,
    text: "It scores every customer for churn risk, explains each score in plain words, and lines up whom to look after first. Around it: segments, campaigns with a holdout, payment recovery, insights, and a model that is measured on customers it had not seen.",
    links: [
      { label: "How it works", href: "/#how-it-works" },
      { label: "Documentation", href: "/docs" },
    ],
  },
];

const otherwise: CannedReply = {
  text: "I can say something about the demo, pricing, features, integrations and data import. For anything else, write to support: a person answers within 24 hours.",
  links: [{ label: "Documentation", href: "/docs" }],
};

/** The reply to what a visitor wrote. */
export const cannedReply = (question: string): CannedReply =>
  topics.find(({ asks }) => asks.test(question)) ?? otherwise;

/** Where pressing opens the contact form instead of saying anything. */
export const CONTACT_SUPPORT = "Contact support";

export const publicActions: readonly QuickAction[] = [
  { label: CONTACT_SUPPORT, question: CONTACT_SUPPORT },
  { label: "Book demo", question: "Can I book a demo?" },
  { label: "Pricing", question: "What does it cost?" },
  { label: "Features", question: "What can it do?" },
];

import { labelled } from "../enumeration.ts";

/** What a conversation, or a support session, was begun on. */
export const pageContexts = {
  General: 0,
  Dashboard: 1,
  CustomerDetail: 2,
  Analytics: 3,
  Segments: 4,
  Integrations: 5,
  Import: 6,
  Customers: 7,
  Campaigns: 8,
  Support: 9,
} as const;
export type PageContextType = (typeof pageContexts)[keyof typeof pageContexts];

const pageContextLabels: Record<PageContextType, string> = {
  0: "General",
  1: "Dashboard",
  2: "Customer",
  3: "Analytics",
  4: "Segments",
  5: "Integrations",
  6: "Import",
  7: "Customers",
  8: "Campaigns",
  9: "Support",
};
export const pageContextLabel = labelled(pageContextLabels);

export const ChatMessageSender = { User: 0, Bot: 1, Admin: 2 } as const;
export type ChatMessageSenderValue = (typeof ChatMessageSender)[keyof typeof ChatMessageSender];

export const chatMessageTypes = ["text", "quick_action", "system_message"] as const;
export type ChatMessageType = (typeof chatMessageTypes)[number];

/** What of a question follow-ups keep until somebody takes it away. */
export const rememberedKinds = ["period", "plan", "levels", "customer", "segment", "filter"] as const;
export type RememberedKind = (typeof rememberedKinds)[number];

/** The longest question. */
export const LONGEST_QUESTION = 2000;
/** Conversations that a person keeps. */
export const MOST_CONVERSATIONS = 200;
/** What is shown of a page of messages, and of a conversation that is opened elsewhere. */
export const CHAT_HISTORY_PAGE_SIZE = 20;
/** How long a deleted conversation can be brought back. */
export const CONVERSATION_UNDO_MS = 3_600_000;

/** The page that a person asks from. */
export interface PageContextLike {
  type: PageContextType;
  routePath: string;
  customerId?: string | undefined;
  analysisId?: string | undefined;
  importJobId?: string | undefined;
  segmentId?: string | undefined;
}

/** What a page's conversation is kept under, and its title. */
export function chatKeyOf(context: PageContextLike): { key: string; title: string } {
  const { type, customerId, analysisId, importJobId, segmentId } = context;
  if (type === pageContexts.CustomerDetail && customerId !== undefined)
    return { key: `customer-${customerId}`, title: `Customer: ${customerId}` };
  if (type === pageContexts.Analytics && analysisId !== undefined)
    return { key: `analytics-${analysisId}`, title: `Analytics: ${analysisId}` };
  if (type === pageContexts.Import && importJobId !== undefined)
    return { key: `import-${importJobId}`, title: `Import: ${importJobId}` };
  if (type === pageContexts.Segments && segmentId !== undefined)
    return { key: `segments-${segmentId}`, title: `Segments: ${segmentId}` };
  const title = pageContextLabel(type);
  return { key: title.toLowerCase(), title };
}

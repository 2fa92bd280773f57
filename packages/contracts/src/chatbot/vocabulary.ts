import { chatContextName, chatContexts, type ChatContextType } from "../support/vocabulary.ts";

export const ChatMessageSender = { User: 0, Bot: 1, Admin: 2 } as const;
export type ChatMessageSenderValue = (typeof ChatMessageSender)[keyof typeof ChatMessageSender];

export const chatMessageTypes = ["text", "quick_action", "system_message"] as const;
export type ChatMessageType = (typeof chatMessageTypes)[number];

/** What of a question follow-ups keep until somebody takes it away. */
export const rememberedKinds = [
  "period",
  "plan",
  "levels",
  "customer",
  "segment",
  "campaign",
  "filter",
] as const;
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
  type: ChatContextType;
  routePath: string;
  customerId?: string | undefined;
  analysisId?: string | undefined;
  importJobId?: string | undefined;
  segmentId?: string | undefined;
}

/** What a page's conversation is kept under, and its title. */
export function chatKeyOf(context: PageContextLike): { key: string; title: string } {
  const { type, customerId, analysisId, importJobId, segmentId } = context;
  if (type === chatContexts.CustomerDetail && customerId !== undefined)
    return { key: `customer-${customerId}`, title: `Customer: ${customerId}` };
  if (type === chatContexts.Analytics && analysisId !== undefined)
    return { key: `analytics-${analysisId}`, title: `Analytics: ${analysisId}` };
  if (type === chatContexts.Import && importJobId !== undefined)
    return { key: `import-${importJobId}`, title: `Import: ${importJobId}` };
  if (type === chatContexts.Segments && segmentId !== undefined)
    return { key: `segments-${segmentId}`, title: `Segments: ${segmentId}` };
  const title = chatContextName(type);
  return { key: title.toLowerCase(), title };
}

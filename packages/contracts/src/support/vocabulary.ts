/** Named on the wire. */
export const supportStatuses = ["Pending", "AiActive", "AdminActive", "Closed", "TimedOut"] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** What some senders say for Closed. */
export const CLOSED_AS_NUMBER = 4;
type SentStatus = SupportStatus | typeof CLOSED_AS_NUMBER;

/** Whether a session has ended; a status as text, or 4 for Closed. */
export function hasEnded(status: SentStatus): boolean {
  return status === CLOSED_AS_NUMBER || status === "Closed" || status === "TimedOut";
}

export const chatContexts = {
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
export type ChatContextType = (typeof chatContexts)[keyof typeof chatContexts];

const contextNames: Record<ChatContextType, string> = {
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
/** The page that a session was started from, in a word. */
export const chatContextName = (type: ChatContextType): string => contextNames[type];

export const supportMessageTypes = ["UserMessage", "AiMessage", "AdminMessage", "SystemMessage"] as const;
export type SupportMessageType = (typeof supportMessageTypes)[number];

/** Why staff end a session; a person's own end says 'User closed session'. */
export const supportCloseReasons = [
  "Solved",
  "Answered in the docs",
  "Known problem, will be fixed",
  "Not ours to solve",
  "No answer from the person",
] as const;
export const USER_CLOSED_SESSION = "User closed session";

export const supportLimits = {
  /** Characters of one message. */
  messageLength: 4000,
  /** Bytes of one image, before encoding. */
  attachmentBytes: 5 * 1024 * 1024,
  /** Open sessions that one answer of the hub brings; whoever wants more asks for pages. */
  activeSessions: 100,
  /** Messages of a page-help conversation that go along with a new session. */
  transcriptMessages: 50,
  /** Levels of escalation: 0 waits for a person, 1 the assistant answers, 2 and 3 ask for a person again. */
  highestLevel: 3,
  /** Unless somebody takes a session, the assistant answers after this. */
  assistantAfterMs: 5 * 60_000,
  /** Without a word from the person, while the assistant answers and while a person does. */
  idleWithAssistantMs: 30 * 60_000,
  idleWithPersonMs: 24 * 3_600_000,
  /** A warning comes so long before. */
  idleWarningMs: 2 * 60_000,
  /** Staff whose app gives no sign of life for so long are gone: their sessions wait again. */
  staffLostAfterMs: 2 * 60_000,
  /** A sign of life comes as often as the list is fetched. */
  staffSignMs: 30_000,
} as const;

/** The web's intervals. */
export const supportTimings = {
  activeStaleMs: 30_000,
  activeRefetchMs: 60_000,
  messagesRefetchMs: 30_000,
  adminListRefetchMs: 30_000,
  typingIdleMs: 1000,
} as const;

/** What people read, to the letter. */
export const supportTexts = {
  alreadyActive:
    "⚠️ You already have an active support session. Please close your current session before starting a new one.",
  sendFailed: "❌ Failed to send message. Please try again.",
  connecting: "Connecting to real-time support...",
  ended: "Session ended",
  pictureNotRead:
    "I cannot read pictures. A person of support is asked to look at it. Until then, say in words what it shows, and I answer that.",
  pendingHint: "If no admin responds within 5 minutes, you are connected to the AI assistant.",
  apology:
    "I apologize, but I'm having trouble responding right now. Would you like to contact our support team for assistance?",
} as const;

/** With the support address, where one is known; else the sentence ends before naming it. */
export const supportFailure = {
  session: (address: string | null) =>
    `We cannot connect you to live support right now. Our team will email you within 24 hours${
      address === null ? "." : `, or you can write to ${address}.`
    }`,
  contact: (address: string | null) =>
    `There was an issue sending your message. Please try again${address === null ? "." : ` or email ${address}.`}`,
} as const;
export const CONTACT_SENT = "Your message has been sent. Our team will reply within 24 hours.";

/** The label of a session, for the person and for staff. */
export function supportStatusLabel(session: {
  status: SentStatus;
  escalationLevel: number;
  assignedAdminName: string | null;
}): string {
  switch (session.status) {
    // Level 0 waits for a person, however far it came before it was handed back.
    case "Pending":
      return "Waiting for support (Level 0)";
    case "AiActive":
      return `AI Assistant (Level ${session.escalationLevel})`;
    case "AdminActive":
      return `Chat with ${session.assignedAdminName ?? "support"}`;
    case "Closed":
    case CLOSED_AS_NUMBER:
      return "Session closed";
    case "TimedOut":
      return "Session timed out";
  }
}

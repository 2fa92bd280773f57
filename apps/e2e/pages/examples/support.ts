import type {
  RouteResponseInput,
  StaffSession,
  SupportMessage,
  SupportSession,
  supportStaffRoutes,
} from "@forestay/contracts";

const id = "01a20a11-7003-7695-8c8a-25b739aa9801";
const at = (minutesAgo: number) => new Date(Date.UTC(2026, 10, 22, 12) - minutesAgo * 60_000).toISOString();

/** Hannah's session about an import, with the assistant. */
export const session = (changes: Partial<SupportSession> = {}): SupportSession => ({
  id,
  userId: "01a20a11-7003-7695-8c8a-25b739aa9802",
  userName: "Hannah Feldman",
  userEmail: "hannah@orchardco.example",
  customerEmail: "hannah@orchardco.example",
  topic: "Import stuck at Validating for 20 minutes",
  initialMessage: "My Q3 import has said Validating for 20 minutes. The file is about 1,200 rows.",
  status: "AiActive",
  createdAt: at(9),
  statusSince: at(4),
  assistantAt: null,
  aiSessionActive: true,
  aiInteractionCount: 2,
  escalationLevel: 2,
  aiEscalationReason: "deadline mentioned, same issue twice",
  hasTimedOut: false,
  integrationCount: 2,
  assignedAdminId: null,
  assignedAdminName: null,
  originalContext: { type: 6, routePath: "/app/imports/imp_7Q2f9", importJobId: "imp_7Q2f9" },
  currentContext: null,
  lastSequence: 6,
  userReadSequence: 6,
  staffReadSequence: 0,
  lastMessage: "I've asked a person to take over. They will see this whole conversation.",
  lastMessageAt: at(2),
  closeReason: null,
  closedAt: null,
  wasHelpful: null,
  ...changes,
});

export const staffSession = (changes: Partial<StaffSession> = {}): StaffSession => ({
  ...session(),
  companyName: "Orchard & Co",
  companyRole: "Staff",
  unreadCount: 1,
  ...changes,
});

export const message = (sequence: number, changes: Partial<SupportMessage> = {}): SupportMessage => ({
  id: `01a20a11-7003-7695-8c8a-25b739aa98${String(10 + sequence)}`,
  sessionId: id,
  sequence,
  content: "",
  type: "UserMessage",
  sentAt: at(9 - sequence),
  senderName: "Hannah Feldman",
  isFromUser: true,
  isFromAi: false,
  isFromAdmin: false,
  wasEscalated: false,
  isRead: false,
  attachment: null,
  metadata: {},
  ...changes,
});
const notice = (sequence: number, content: string, wasEscalated = false) =>
  message(sequence, {
    type: "SystemMessage",
    content,
    senderName: "Forestay",
    isFromUser: false,
    wasEscalated,
  });
const ai = (sequence: number, content: string) =>
  message(sequence, {
    type: "AiMessage",
    content,
    senderName: "AI assistant",
    isFromUser: false,
    isFromAi: true,
  });

export const conversation: SupportMessage[] = [
  notice(1, "Session started from Import"),
  message(2, { content: session().initialMessage }),
  ai(3, "Validation usually takes under two minutes. I can see 18 rows without an email address."),
  message(4, { content: "I skipped them and it still says Validating. I need this before a 10:00 review." }),
  notice(5, "Escalated to level 2: deadline mentioned, same issue twice", true),
  ai(6, session().lastMessage),
];

export const luis = staffSession({
  id: "01a20a11-7003-7695-8c8a-25b739aa9803",
  userId: "01a20a11-7003-7695-8c8a-25b739aa9804",
  userName: "Luis Carvalho",
  topic: "Recovery",
  status: "Pending",
  escalationLevel: 0,
  aiSessionActive: false,
  assistantAt: at(-3),
  unreadCount: 2,
  createdAt: at(2),
  lastMessage: "Card updated, but the account still says past due",
});

export const queue = (
  items: StaffSession[] = [luis, staffSession()],
): RouteResponseInput<typeof supportStaffRoutes.sessions> => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 50,
  totalPages: 1,
  counts: { open: items.length, waiting: 1, ai: 1, admin: 0, timedOut: 0 },
  longestWaitSince: at(2),
  online: [{ adminId: "01a20a11-7003-7695-8c8a-25b739aa9805", adminName: "Dana Whitfield" }],
});

export const detail = (
  changes: Partial<StaffSession> = {},
): RouteResponseInput<typeof supportStaffRoutes.session> => ({
  session: staffSession(changes),
  transcript: [
    { sender: "user", content: "Why does my import hang?" },
    { sender: "bot", content: "I do not know. Would you like to talk to a person?" },
  ],
  notes: [
    {
      id: "01a20a11-7003-7695-8c8a-25b739aa9806",
      body: "Known problem.",
      authorName: "Dana Whitfield",
      createdAt: at(3),
    },
  ],
  pastSessions: [
    {
      id: "01a20a11-7003-7695-8c8a-25b739aa9807",
      topic: "Segments",
      createdAt: at(90_000),
      closeReason: "Solved",
      wasHelpful: true,
    },
  ],
  isOwnCompany: false,
});

export const tiles = {
  waitingNow: 1,
  longestWaitSince: at(2),
  medianFirstReplySeconds: 252,
  aiOnlyShare: 0.41,
  satisfaction: 0.92,
  endedCount: 118,
  ratedCount: 64,
  days: 30,
};

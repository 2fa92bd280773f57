import type { ChatAnswer, ChatMessage, Conversation, SentMessage } from "@forestay/contracts";

const conversationId = "01a204f8-7003-7695-8c8a-25b739aa98aa";
const moment = "2026-11-22T11:58:00.000Z";

export const conversation = (changed: Partial<Conversation> = {}): Conversation => ({
  id: conversationId,
  title: "Dashboard",
  lastMessage: "Revenue at risk is $184,200, down 12% vs 30 days before.",
  lastMessageAt: moment,
  messageCount: 2,
  unreadCount: 0,
  createdAt: "2026-11-22T11:50:00.000Z",
  contextKey: "dashboard",
  context: { type: 1, routePath: "/app" },
  remembered: [],
  ...changed,
});

export const answer = (changed: Partial<ChatAnswer> = {}): ChatAnswer => ({
  kind: "answered",
  engine: "offline",
  blocks: [
    {
      kind: "text",
      parts: [
        { text: "Revenue at risk is ", path: null },
        { text: "$184,200", path: "/app/dashboard/rows?figure=revenue_at_risk" },
        { text: ", down 12% vs 30 days before.", path: null },
      ],
    },
    {
      kind: "table",
      columns: ["Plan", "At risk"],
      rows: [
        [
          { text: "Growth", path: null },
          { text: "$84,100", path: "/app/dashboard/rows?figure=revenue_at_risk&plan=Growth" },
        ],
      ],
    },
  ],
  asOf: moment,
  sources: [{ label: "Dashboard", detail: null, path: "/app" }],
  actions: [],
  suggestions: ["Who needs attention first?"],
  tools: ["get_metrics"],
  ...changed,
});

export const question = (content: string): ChatMessage => ({
  id: "01a204f8-7003-7695-8c8a-25b739aa98ab",
  conversationId,
  content,
  sender: 0,
  type: "text",
  timestamp: "2026-11-22T11:57:00.000Z",
  answer: null,
});

export const said = (changed: Partial<ChatAnswer> = {}): ChatMessage => ({
  id: "01a204f8-7003-7695-8c8a-25b739aa98ac",
  conversationId,
  content: "Revenue at risk is $184,200, down 12% vs 30 days before.",
  sender: 1,
  type: "text",
  timestamp: moment,
  answer: answer(changed),
});

export const pageOf = <T>(items: T[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 50,
  totalPages: 1,
});
export const sent = (message = said()): SentMessage => ({
  conversationId,
  message,
  conversation: conversation(),
});

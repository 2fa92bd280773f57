import { z } from "zod";
import { formTraps } from "../form-traps.ts";
import { numberedEnum } from "../numbered-enum.ts";
import { companyRoleSchema } from "../policies/schemas.ts";
import { emailSchema, timestamp } from "../shapes.ts";
import {
  chatContexts,
  CLOSED_AS_NUMBER,
  supportLimits,
  supportMessageTypes,
  supportStatuses,
} from "./vocabulary.ts";

const shortText = (maxLength: number) => z.string().trim().max(maxLength);

/** The page that somebody asks from. Ids and paths alone: what they stand for is not looked up for anybody else. */
export const chatContextSchema = z.object({
  type: numberedEnum(chatContexts),
  routePath: shortText(500),
  customerId: shortText(100).optional(),
  analysisId: shortText(100).optional(),
  importJobId: shortText(100).optional(),
  segmentId: shortText(100).optional(),
  additionalContext: shortText(2000).optional(),
});
export type ChatContext = z.infer<typeof chatContextSchema>;

/** A line of the page-help conversation that led to a session. */
export const transcriptLineSchema = z.object({
  sender: z.enum(["user", "bot"]),
  content: shortText(supportLimits.messageLength),
  sentAt: timestamp.optional(),
});
export type TranscriptLine = z.infer<typeof transcriptLineSchema>;

/** Some senders say 4 for Closed. */
export const supportStatusSchema = z.union([
  z.enum(supportStatuses),
  z.literal(CLOSED_AS_NUMBER).transform(() => "Closed" as const),
]);

export const supportSessionSchema = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  userName: z.string(),
  userEmail: z.string(),
  /** The same address: whom support serves here. Never one of a company's own customers. */
  customerEmail: z.string(),
  topic: z.string(),
  initialMessage: z.string(),
  status: supportStatusSchema,
  createdAt: timestamp,
  /** Since when the status is what it is. */
  statusSince: timestamp,
  /** When the assistant answers if nobody has taken the session; null unless it is Pending. */
  assistantAt: timestamp.nullable(),
  aiSessionActive: z.boolean(),
  aiInteractionCount: z.number().int(),
  escalationLevel: z.number().int(),
  aiEscalationReason: z.string().nullable(),
  hasTimedOut: z.boolean(),
  /** Systems that were connected when the session began. */
  integrationCount: z.number().int(),
  assignedAdminId: z.uuid().nullable(),
  assignedAdminName: z.string().nullable(),
  originalContext: chatContextSchema,
  currentContext: chatContextSchema.nullable(),
  /** Its newest message's; messages are numbered from 1. */
  lastSequence: z.number().int(),
  /** How far each side has read. */
  userReadSequence: z.number().int(),
  staffReadSequence: z.number().int(),
  lastMessage: z.string(),
  lastMessageAt: timestamp,
  closeReason: z.string().nullable(),
  closedAt: timestamp.nullable(),
  /** What the person said of it afterwards; null: nothing yet. */
  wasHelpful: z.boolean().nullable(),
});
export type SupportSession = z.infer<typeof supportSessionSchema>;

const attachmentSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  contentType: z.string(),
  sizeBytes: z.number().int(),
});
export type SupportAttachment = z.infer<typeof attachmentSchema>;

export const supportMessageSchema = z.object({
  /** Made by whoever sends it: the same message sent twice is one. */
  id: z.uuid(),
  sessionId: z.uuid(),
  /** Its place in the session, without gaps. */
  sequence: z.number().int(),
  content: z.string(),
  type: z.enum(supportMessageTypes),
  sentAt: timestamp,
  senderName: z.string(),
  isFromUser: z.boolean(),
  isFromAi: z.boolean(),
  isFromAdmin: z.boolean(),
  wasEscalated: z.boolean(),
  isRead: z.boolean(),
  attachment: attachmentSchema.nullable(),
  /** Of an answer of the assistant: what it rests on. */
  metadata: z.record(z.string(), z.json()),
});
export type SupportMessage = z.infer<typeof supportMessageSchema>;

/** What staff see of the queue. */
export const staffSessionSchema = supportSessionSchema.extend({
  companyName: z.string().nullable(),
  companyRole: companyRoleSchema.nullable(),
  /** Messages of the person that staff have not read. */
  unreadCount: z.number().int(),
});
export type StaffSession = z.infer<typeof staffSessionSchema>;

export const startSessionBody = z.object({
  topic: shortText(120).default(""),
  initialMessage: shortText(supportLimits.messageLength).min(1, "Say what it is about"),
  originalContext: chatContextSchema,
  currentContext: chatContextSchema.optional(),
  /** The page-help conversation before it, oldest first. */
  transcript: z.array(transcriptLineSchema).max(supportLimits.transcriptMessages).default([]),
});
export type StartSessionInput = z.input<typeof startSessionBody>;

const messageParts = {
  id: z.uuid().optional(),
  content: shortText(supportLimits.messageLength),
  attachmentId: z.uuid().optional(),
};
const NOTHING_WRITTEN = { message: "Write something", path: ["content"] };
const isWritten = (message: { content: string; attachmentId?: string | undefined }) =>
  message.content !== "" || message.attachmentId !== undefined;

/** `sessionId` may stand in it as in the path; the path counts. */
export const sendMessageBody = z
  .object({ ...messageParts, sessionId: z.uuid().optional() })
  .refine(isWritten, NOTHING_WRITTEN);
/** What the hub takes: the text alone, or with the id that the sender made for it. */
export const hubMessageSchema = z.union([
  shortText(supportLimits.messageLength).min(1),
  z.object(messageParts).refine(isWritten, NOTHING_WRITTEN),
]);

export const contactBody = z.object({
  email: emailSchema,
  message: shortText(supportLimits.messageLength).min(1, "Required"),
  context: chatContextSchema.optional(),
  ...formTraps,
});

export const supportNoteInput = z.object({ body: z.string().trim().min(1, "Write something").max(4000) });
export const supportNoteSchema = z.object({
  id: z.uuid(),
  body: z.string(),
  authorName: z.string(),
  createdAt: timestamp,
});
export type SupportNote = z.infer<typeof supportNoteSchema>;

export const cannedReplyInput = z.object({
  title: shortText(80).min(1, "Give it a name"),
  body: shortText(2000).min(1, "Write the reply"),
});
export const cannedReplySchema = cannedReplyInput.extend({ id: z.uuid() });
export type CannedReply = z.infer<typeof cannedReplySchema>;

export const supportTilesSchema = z.object({
  /** Nobody has taken them. */
  waitingNow: z.number().int(),
  longestWaitSince: timestamp.nullable(),
  /** Of the last `days` days; null: none yet. From the first message to a person's first reply. */
  medianFirstReplySeconds: z.number().int().nullable(),
  /** Sessions that ended without a person, of those that ended. */
  aiOnlyShare: z.number().nullable(),
  /** Said to have helped, of those that people judged. */
  satisfaction: z.number().nullable(),
  endedCount: z.number().int(),
  ratedCount: z.number().int(),
  days: z.number().int(),
});
export type SupportTiles = z.infer<typeof supportTilesSchema>;

export const staffPresenceSchema = z.object({ adminId: z.uuid(), adminName: z.string() });

import { z } from "zod";
import { criteriaSchema } from "../criteria/schemas.ts";
import { chatContexts } from "../support/vocabulary.ts";
import { numberedEnum } from "../numbered-enum.ts";
import { timestamp } from "../shapes.ts";
import { ChatMessageSender, chatMessageTypes, LONGEST_QUESTION, rememberedKinds } from "./vocabulary.ts";

const contextId = z.string().min(1).max(100).optional();

/** The page that a person asks from. Ids are looked up with the person's own rights; one that is nobody's is simply not found. */
export const pageContextSchema = z.object({
  type: numberedEnum(chatContexts),
  routePath: z.string().max(500),
  customerId: contextId,
  analysisId: contextId,
  importJobId: contextId,
  segmentId: contextId,
});
export type PageContext = z.infer<typeof pageContextSchema>;

/** A place inside the app, never another origin. */
const appPath = z.string().regex(/^\/app(?:[/?#][^\s\\]*)?$/);

/** Words of an answer; a figure leads to the rows behind it. */
export const answerPartSchema = z.object({ text: z.string(), path: appPath.nullable() });
export type AnswerPart = z.infer<typeof answerPartSchema>;

export const answerBlockSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), parts: z.array(answerPartSchema) }),
  z.object({
    kind: z.literal("table"),
    columns: z.array(z.string()),
    rows: z.array(z.array(answerPartSchema)),
  }),
  /** A rule to be confirmed; nothing is saved before somebody does. */
  z.object({
    kind: z.literal("draft"),
    title: z.string(),
    criteria: criteriaSchema,
    /** The same in words, a line each. */
    lines: z.array(z.string()),
    count: answerPartSchema,
    path: appPath,
  }),
]);
export type AnswerBlock = z.infer<typeof answerBlockSchema>;

export const chatAnswerSchema = z.object({
  /** `unknown`: nothing was found that answers it, and that is said. */
  kind: z.enum(["answered", "help", "proposal", "unknown"]),
  /** What worded it: this server by itself, or a language model, with the same tools and held against them. */
  engine: z.enum(["offline", "model"]),
  blocks: z.array(answerBlockSchema),
  /** When what it says was true. */
  asOf: timestamp.nullable(),
  sources: z.array(z.object({ label: z.string(), detail: z.string().nullable(), path: appPath.nullable() })),
  /** What a person may do next, by pressing it. */
  actions: z.array(z.object({ label: z.string(), path: appPath })),
  /** Questions near to it that can be answered. */
  suggestions: z.array(z.string()),
  /** The tools that were asked. */
  tools: z.array(z.string()),
  /** And with which arguments, in their order. Answers of before this was kept have none. */
  calls: z.array(z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) })).optional(),
});
export type ChatAnswer = z.infer<typeof chatAnswerSchema>;

export const rememberedSchema = z.object({
  kind: z.enum(rememberedKinds),
  label: z.string(),
  value: z.string(),
});
export type Remembered = z.infer<typeof rememberedSchema>;

export const chatMessageSchema = z.object({
  id: z.uuid(),
  conversationId: z.uuid(),
  content: z.string(),
  sender: numberedEnum(ChatMessageSender),
  type: z.enum(chatMessageTypes),
  timestamp,
  /** Of the assistant's messages: the same with its links, tables and sources. */
  answer: chatAnswerSchema.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

export const conversationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  lastMessage: z.string(),
  lastMessageAt: timestamp.nullable(),
  messageCount: z.number().int(),
  unreadCount: z.number().int(),
  createdAt: timestamp,
  contextKey: z.string(),
  context: pageContextSchema,
  remembered: z.array(rememberedSchema),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const askBody = z.object({
  /** The question's own, made by who asks: asked again under it, it is the same question, kept and answered once. */
  id: z.uuid().optional(),
  message: z.string().trim().min(1, "Write a message").max(LONGEST_QUESTION),
  context: pageContextSchema,
  conversationId: z.uuid().optional(),
  type: z.enum(["text", "quick_action"]).default("text"),
});

/** What the one call answers with, and the stream ends with. */
export const sentMessageSchema = z.object({
  conversationId: z.uuid(),
  message: chatMessageSchema,
  conversation: conversationSchema,
});
export type SentMessage = z.infer<typeof sentMessageSchema>;

/** A piece of the answer's words while it is being sent. */
export const messageDeltaSchema = z.object({ delta: z.string() });
export type MessageDelta = z.infer<typeof messageDeltaSchema>;

export const conversationTitle = z.string().trim().min(1, "Enter a title").max(80);

export const assistantModelSchema = z.object({
  /** The model that this server's operator named, and the host that is asked; null: none, and nothing can be turned on. */
  model: z.object({ name: z.string(), host: z.string() }).nullable(),
  isOn: z.boolean(),
  /** Tokens a day for this company, asked and answered: the lower of the operator's limit and its own. */
  dailyTokens: z.number().int(),
  /** What a day may cost, likewise; null: as much as the tokens do. */
  dailyCost: z.number().nullable(),
  /** What the operator pays for a million tokens; null where nobody said, and then no cost is known. */
  price: z.object({ input: z.number(), output: z.number(), currency: z.string() }).nullable(),
  /** The company's own limits, and the operator's, which they cannot pass. */
  own: z.object({ dailyTokens: z.number().int().nullable(), dailyCost: z.number().nullable() }),
  most: z.object({ dailyTokens: z.number().int(), dailyCost: z.number().nullable() }),
  /** Today, in UTC; `cost` in the price's currency, null without a price. */
  used: z.object({
    questions: z.number().int(),
    tokens: z.number().int(),
    cost: z.number().nullable(),
  }),
});
export type AssistantModel = z.infer<typeof assistantModelSchema>;

export const dailyTokensSchema = z
  .number("Enter a whole number")
  .int("Enter a whole number")
  .min(1000, "At least 1,000")
  .max(1_000_000_000, "At most 1,000,000,000");
export const dailyCostSchema = z
  .number("Enter an amount")
  .positive("Enter more than 0")
  .max(1_000_000, "At most 1,000,000");

/** Limits left out stay as they are; null: the operator's. */
export const assistantModelInput = z.object({
  isOn: z.boolean(),
  dailyTokens: dailyTokensSchema.nullish(),
  dailyCost: dailyCostSchema.nullish(),
});

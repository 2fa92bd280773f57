import { z } from "zod";
import { listOf, pageQuery } from "../list.ts";
import { timestamp } from "../shapes.ts";
import {
  deliveryStatuses,
  WEBHOOK_DELIVERIES_PAGE_SIZE,
  webhookKinds,
  webhookStatuses,
} from "./vocabulary.ts";
import type { WebhookKind } from "./vocabulary.ts";

const kinds = Object.keys(webhookKinds) as [WebhookKind, ...WebhookKind[]];
const webhookKindSchema = z.enum(kinds);

/** What a person says of an address. */
export const webhookInput = z.object({
  url: z.string().trim().min(1, "Required").max(2000),
  description: z.string().trim().max(200).default(""),
  kinds: z.array(webhookKindSchema).min(1, "Choose at least one").max(kinds.length),
});

export const webhookSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  kinds: z.array(webhookKindSchema),
  status: z.enum(webhookStatuses),
  /** Why it was stopped; null unless it was. */
  stoppedBecause: z.string().nullable(),
  /** Until when the secret before signs too; null: there is only one. */
  previousSecretUntil: timestamp.nullable(),
  createdBy: z.string(),
  createdAt: timestamp,
  /** Since when nothing but failures; null: the last one went well, or there was none. */
  failingSince: timestamp.nullable(),
  lastDeliveredAt: timestamp.nullable(),
  /** Deliveries that failed for good or were held back, and those that wait for their first or next try. */
  undeliveredCount: z.int(),
  waitingCount: z.int(),
  /** When the next of those that failed before is tried again. */
  nextTryAt: timestamp.nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** With the secret, which is answered once and never again. */
export const webhookWithSecret = z.object({ webhook: webhookSchema, secret: z.string() });

export const deliverySchema = z.object({
  id: z.uuid(),
  /** What the header `webhook-id` says; the same however often it is tried. */
  messageId: z.string(),
  kind: z.string(),
  status: z.enum(deliveryStatuses),
  /** Tries so far. */
  attempts: z.int(),
  nextTryAt: timestamp.nullable(),
  lastTriedAt: timestamp.nullable(),
  /** Of the last try: the status that was answered, how long that took, or why there was no answer. */
  statusCode: z.int().nullable(),
  durationMs: z.int().nullable(),
  failure: z.string().nullable(),
  createdAt: timestamp,
});
export type WebhookDelivery = z.infer<typeof deliverySchema>;

/** With what is sent and what came back, its first 1,000 characters. */
export const deliveryDetail = deliverySchema.extend({
  url: z.string(),
  body: z.string(),
  answer: z.string().nullable(),
});

export const deliveryQuery = z.object({
  ...pageQuery(WEBHOOK_DELIVERIES_PAGE_SIZE),
  status: z.enum(deliveryStatuses).optional(),
  kind: z.enum([...kinds, "ping"]).optional(),
});
export const deliveryList = listOf(deliverySchema);

/** Replay what failed or was held back since then; all that is kept where nothing is said. */
export const replayBody = z.object({ since: timestamp.nullable().default(null) });

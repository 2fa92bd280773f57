import { z } from "zod";
import { nameSchema } from "../names.ts";
import { timestamp } from "../shapes.ts";
import { trackingLimits, unknownPeopleChoices } from "./vocabulary.ts";

const count = z.number().int().min(0);

/** What every call answers that was taken: all of it is kept by then, though not yet in the ledger. */
export const trackingAnswerSchema = z.object({
  success: z.literal(true),
  accepted: count,
  /** Events that were not kept, by their place in the batch from 0; every other one is. */
  refused: z
    .array(z.object({ index: count, messageId: z.string().nullable(), reason: z.string() }))
    .max(trackingLimits.eventsPerBatch),
});

export const trackingKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** 'fwk_…' and its last characters, to tell keys apart; the whole is kept as a hash only. */
  prefix: z.string(),
  createdBy: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  revokedAt: timestamp.nullable(),
});

export const createTrackingKeyBody = z.object({ name: nameSchema(100) });

/** What became of what came in over a stretch of time; an event that came twice counts once, and once as a duplicate. */
const trackedCountsSchema = z.object({
  /** Events in the ledger. */
  written: count,
  /** Identify calls that were followed. */
  identified: count,
  /** Set aside until a customer is there. */
  waiting: count,
  /** Left out, as the company chose for people it does not know. */
  ignored: count,
  /** Without a userId: nobody can be told from them. */
  anonymous: count,
  duplicates: count,
  refused: count,
  /** Group and alias calls. */
  withoutEffect: count,
});

export const trackingOverviewSchema = z.object({
  unknownPeople: z.enum(unknownPeopleChoices),
  keys: z.array(trackingKeySchema),
  /** Answered and not yet looked at. */
  underWay: count,
  lastEventAt: timestamp.nullable(),
  last24Hours: trackedCountsSchema,
  last30Days: trackedCountsSchema,
  /** Kinds of events of the last 30 days, the most frequent first. */
  kinds: z.array(z.object({ name: z.string(), events: count, lastAt: timestamp })).max(100),
  kindCount: count,
  /** The newest of the last 30 days. */
  refusals: z
    .array(z.object({ id: z.uuid(), at: timestamp, reason: z.string(), example: z.string() }))
    .max(100),
  /** People whose events wait, the most events first. */
  people: z.object({
    waiting: count,
    events: count,
    newest: z
      .array(z.object({ externalId: z.string().nullable(), email: z.string().nullable(), events: count }))
      .max(10),
  }),
});

export const changeTrackingBody = z.object({ unknownPeople: z.enum(unknownPeopleChoices) });

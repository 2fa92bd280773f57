import { z } from "zod";
import { integrationStatuses } from "../integrations/vocabulary.ts";
import { timestamp } from "../shapes.ts";

export const diagnosticCheckSchema = z.object({
  name: z.enum(["database", "queue", "mail", "hub", "secrets", "files"]),
  ok: z.boolean(),
  /** Round trip or age, in ms, where the check has one. */
  latencyMs: z.number().nullable(),
  /** What was found, in words; never a secret, a host name or an address. */
  detail: z.string(),
});

/** A connected system of a company: no credential, and nothing of a customer. */
export const connectedSystemSchema = z.object({
  company: z.string(),
  provider: z.string(),
  isSandbox: z.boolean(),
  status: z.enum(integrationStatuses),
  lastSyncAt: timestamp.nullable(),
  /** In words, with what to do. */
  lastError: z.string().nullable(),
  failedRecords: z.number().int(),
  /** What it told us that waits to be taken in, and since when. */
  waiting: z.number().int(),
  waitingSince: timestamp.nullable(),
  /** When the credential was given. */
  credentialSince: timestamp,
  /** Whether what it has is held against what is here once a day. */
  isCompared: z.boolean(),
  /** The last such comparison; null: there was none. */
  compared: z
    .object({
      at: timestamp,
      looked: z.number().int(),
      missing: z.number().int(),
      differing: z.number().int(),
    })
    .nullable(),
});

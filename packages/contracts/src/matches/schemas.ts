import { z } from "zod";
import { integrationProviders } from "../integrations/vocabulary.ts";
import { timestamp } from "../shapes.ts";
import { MATCH_ANSWERS, matchReasons, pairReasons } from "./vocabulary.ts";

/** A customer that a record could be. Money in major units of `currency`. */
export const matchCandidateSchema = z.object({
  customerId: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  externalId: z.string().nullable(),
  plan: z.string().nullable(),
  monthlyRevenue: z.number().nullable(),
  currency: z.string(),
  startedAt: timestamp.nullable(),
  lastActivityDate: timestamp.nullable(),
  /** Connected systems that know it, by name. */
  systems: z.array(z.string()),
  /** Why it is asked. */
  agreesIn: z.array(z.enum(matchReasons)),
});
export type MatchCandidate = z.infer<typeof matchCandidateSchema>;

/** A record of a connected system that could be several customers here. */
export const matchSchema = z.object({
  id: z.uuid(),
  provider: z.enum(integrationProviders),
  /** The system's name. */
  system: z.string(),
  sourceId: z.string(),
  fullName: z.string().nullable(),
  email: z.string(),
  /** Whether it becomes a customer of its own where it is none of these; else nobody is made of it. */
  isCustomer: z.boolean(),
  askedAt: timestamp,
  /** Of one that waits; at most ten, those who agree in most first. */
  candidates: z.array(matchCandidateSchema),
  candidateCount: z.number().int(),
  /** Null: it waits. */
  answer: z
    .object({
      /** Whether it is one of those it could be. */
      isSame: z.boolean(),
      /** Who it is by now, which of one who is none of them is a customer of its own; null: nobody yet. */
      customer: z.object({ id: z.uuid(), name: z.string() }).nullable(),
      at: timestamp,
      by: z.string(),
      /** Whether it can be taken back; else what can be done instead, in words. */
      canTakeBack: z.boolean(),
      whyNot: z.string().nullable(),
    })
    .nullable(),
});
export type Match = z.infer<typeof matchSchema>;

export const matchAnswersBody = z.object({
  answers: z
    .array(
      z.object({
        id: z.uuid(),
        /** Who the record is; null: none of them. */
        customerId: z.uuid().nullable(),
      }),
    )
    .min(1)
    .max(MATCH_ANSWERS),
});

/** One of two customers that may be one. Money in major units of `currency`. */
export const pairedCustomerSchema = matchCandidateSchema
  .omit({ agreesIn: true })
  .extend({ createdAt: timestamp });
export type PairedCustomer = z.infer<typeof pairedCustomerSchema>;

/** Two customers here that may be one. */
export const customerPairSchema = z.object({
  id: z.uuid(),
  /** What they had in common when they were found. */
  agreesIn: z.enum(pairReasons),
  foundAt: timestamp,
  customers: z.array(pairedCustomerSchema).length(2),
  /** When somebody said that they are two, and who; null: nobody has. */
  keptApart: z.object({ at: timestamp, by: z.string() }).nullable(),
});
export type CustomerPair = z.infer<typeof customerPairSchema>;

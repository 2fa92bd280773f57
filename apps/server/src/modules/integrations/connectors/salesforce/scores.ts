import { z } from "zod";
import { ProviderError } from "../../provider-error.ts";
import { SCORE_LABELS, type ScoreWriting, type WrittenScore } from "../../score-writing.ts";
import type { AskJson } from "../ask-json.ts";

const BATCH = 200;

/** Fields of contacts that the organization makes for us; what begins with our name is never read back. */
const fields = [
  { name: "Forestay_Churn_Risk_Score__c", label: SCORE_LABELS.score, made: "Number(3, 0)" },
  { name: "Forestay_Churn_Risk_Level__c", label: SCORE_LABELS.level, made: "Text(20)" },
  { name: "Forestay_Churn_Risk_Since__c", label: SCORE_LABELS.since, made: "Date" },
] as const;

const described = z.object({
  fields: z.array(z.object({ name: z.string(), updateable: z.boolean().optional() })),
});
const results = z.array(
  z.object({
    id: z.string().nullish(),
    success: z.boolean(),
    errors: z.array(z.object({ statusCode: z.string().optional(), message: z.string().optional() })),
  }),
);

/** Writes scores into fields of contacts. They are not made from here: that takes rights over the organization's setup. */
export function salesforceScores(ask: AskJson): ScoreWriting {
  return {
    fields: fields.map(({ name, label }) => ({ name, label })),
    most: BATCH,
    async prepare() {
      const answer = await ask("/sobjects/Contact/describe", {}, described);
      const there = new Map(answer?.fields.map((field) => [field.name, field]));
      const missing = fields.filter(({ name }) => !there.has(name));
      if (missing.length > 0)
        return `Salesforce has no place for it yet. In Setup, Object Manager, Contact, Fields & Relationships, make ${missing
          .map(({ name, made }) => `${name} (${made})`)
          .join(", ")}, visible to and editable by the person who connected it. Then try again.`;
      const closed = fields.filter(({ name }) => there.get(name)?.updateable === false);
      return closed.length === 0
        ? null
        : `The person who connected Salesforce may not edit ${closed.map(({ name }) => name).join(", ")}. Allow it in Setup, Field-Level Security, then try again.`;
    },
    async write(scores) {
      const records = scores.map((one) => ({
        attributes: { type: "Contact" },
        id: one.sourceId,
        ...valuesOf(one),
      }));
      const answer = await ask("/composite/sobjects", {}, results, {
        method: "PATCH",
        body: { allOrNone: false, records },
      });
      if (answer === null || answer.length !== scores.length)
        throw new ProviderError("wrong", "Salesforce answered in a way that is not understood here.");
      return new Map(
        scores.flatMap(({ sourceId }, at) => {
          const { success = false, errors = [] } = answer[at] ?? {};
          return success ? [] : [[sourceId, reasonOf(errors[0])] as const];
        }),
      );
    },
  };
}

function reasonOf(
  error: { statusCode?: string | undefined; message?: string | undefined } | undefined,
): string {
  if (error?.statusCode === "ENTITY_IS_DELETED" || error?.statusCode === "INVALID_CROSS_REFERENCE_KEY")
    return "It is not there any more, or in the bin.";
  return `Salesforce refused it: ${error?.message ?? error?.statusCode ?? "without a reason"}`.slice(0, 500);
}

const valuesOf = ({ score, level, since }: WrittenScore) => ({
  Forestay_Churn_Risk_Score__c: score,
  Forestay_Churn_Risk_Level__c: level,
  Forestay_Churn_Risk_Since__c: since,
});

import {
  declineClasses,
  declineReasons,
  recoveryCaseSchema,
  recoveryCasesQuery,
  recoveryCredits,
  recoveryHolds,
  recoveryNextSteps,
  recoveryParts,
  recoveryQuery,
  recoveryResultsSchema,
  recoverySchema,
  recoveryStatuses,
  type RecoveryCase,
} from "@forestay/contracts";
import { z } from "zod";
import { listCases, readRecovery, readRecoveryResults } from "#modules/recovery/index.ts";
import { defineTool, MOST_ROWS, USUAL_ROWS } from "./tool.ts";

const words = z.string();
const { parts, credits, classes, reasons } = recoverySchema.shape;

const caseRow = recoveryCaseSchema.pick({
  id: true,
  customer: true,
  invoice: true,
  plan: true,
  currency: true,
  amount: true,
  recovered: true,
  firstFailedAt: true,
  declineCode: true,
  tries: true,
  nextAt: true,
  closedAt: true,
});

const toRow = (one: RecoveryCase) => ({
  ...one,
  status: recoveryStatuses[one.status],
  class: declineClasses[one.class],
  reason: declineReasons[one.reason],
  nextStep: one.nextStep && recoveryNextSteps[one.nextStep],
  heldBy: one.heldBy && recoveryHolds[one.heldBy],
  credit: one.credit && recoveryCredits[one.credit],
});

export const recoveryTools = [
  defineTool({
    name: "get_recovery",
    title: "Get what became of failed payments",
    description:
      "Payments that failed first in a month (of the company's zone; the current one unless given) and what became of them: amounts in major units of `currency`, `rate` the share of the amount that came in (0 to 1; it may rise while `provisional`), parts that add up to the amount, by class and by reason of the decline, median days until payment. `open` are all that are still open, whenever they failed.",
    group: "recovery",
    policy: "recovery:read",
    readOnly: true,
    input: recoveryQuery,
    output: recoverySchema
      .omit({ curve: true, parts: true, credits: true, classes: true, reasons: true })
      .extend({
        parts: z.array(parts.element.extend({ part: words })),
        credits: z.array(credits.element.extend({ credit: words })),
        classes: z.array(classes.element.extend({ class: words })),
        reasons: z.array(reasons.element.extend({ reason: words })),
      }),
    async run({ db, clock }, { companyId }, query) {
      const read = await readRecovery(db, companyId, query, clock.now());
      return {
        ...read,
        parts: read.parts.map((one) => ({ ...one, part: recoveryParts[one.part] })),
        credits: read.credits.map((one) => ({ ...one, credit: recoveryCredits[one.credit] })),
        classes: read.classes.map((one) => ({ ...one, class: declineClasses[one.class] })),
        reasons: read.reasons.map((one) => ({ ...one, reason: declineReasons[one.reason] })),
      };
    },
  }),
  defineTool({
    name: "list_failed_payments",
    title: "List failed payments",
    description:
      "Failed payments one by one with customer, reason, tries and what happens next; the open ones unless `state` is 'all', the largest amount first. `totals` are of all that match, by currency.",
    group: "recovery",
    policy: "recovery:read",
    readOnly: true,
    input: recoveryCasesQuery
      .pick({ month: true, currency: true, part: true, class: true, reason: true, sort: true })
      .extend({
        state: z.enum(["open", "all"]).default("open"),
        limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS),
      }),
    output: z.object({
      payments: z.array(
        caseRow.extend({
          status: words,
          class: words,
          reason: words,
          nextStep: words.nullable(),
          heldBy: words.nullable(),
          credit: words.nullable(),
        }),
      ),
      totalCount: z.number(),
      totals: z.array(z.object({ currency: z.string(), amount: z.number(), recovered: z.number() })),
    }),
    async run({ db, clock }, { companyId }, { limit, ...query }) {
      const { items, ...read } = await listCases(
        db,
        companyId,
        { ...query, page: 1, pageSize: limit },
        clock.now(),
      );
      return { ...read, payments: items.map(toRow) };
    },
  }),
  defineTool({
    name: "get_recovery_results",
    title: "Get what messages after failed payments add",
    description:
      "What messages about failed payments add over tries alone, against customers who were written to later: `headline` and `explanation` in words, the difference of paid shares and the amount with 95% intervals, and months one by one.",
    group: "recovery",
    policy: "recovery:read",
    readOnly: true,
    input: recoveryQuery.pick({ currency: true }),
    output: recoveryResultsSchema,
    run: (context, { companyId }, query) => readRecoveryResults(context, companyId, query),
  }),
];

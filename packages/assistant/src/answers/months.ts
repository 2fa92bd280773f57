import type { MovementsMonth } from "@forestay/contracts";
import { formatCounted, formatMoney, movementWords } from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { rowsPath } from "../paths.ts";
import { monthBefore, monthWords } from "../reading/period.ts";
import type { Metrics } from "../tool-shapes.ts";
import { readMetrics } from "./read-metrics.ts";

type KnownMonth = MovementsMonth & { flow: NonNullable<MovementsMonth["flow"]> };

/** The calendar month that is asked for; undefined where none is. Throws for a time that nothing is kept of. */
export function monthOfPeriod(build: AnswerBuilder): string | undefined {
  const { period } = build.memory;
  if (period === undefined || period.kind === "now") return undefined;
  if (period.kind === "month") return period.month;
  if (period.kind === "unknown")
    throw new CannotAnswer(
      `Figures are kept by calendar month, up to today; I cannot say it for "${period.words}".`,
    );
  if (period.kind === "months" && period.months === 1) return monthBefore(build.asking.today, 1);
  return undefined;
}

/** A month of the dashboard's. Throws where nothing is known of it. */
export function flowOf(build: AnswerBuilder, { months }: Metrics, month: string): KnownMonth {
  const at = months.find((one) => one.month === month);
  if (at?.flow === undefined || at.flow === null) {
    const known = months.filter(({ flow }) => flow !== null);
    const span =
      known.length === 0
        ? "Nothing is known month by month yet: import subscriptions."
        : `Months are known from ${monthWords(known[0]!.month)} to ${monthWords(known.at(-1)!.month)}; ${monthWords(month)} is not among them.`;
    throw new CannotAnswer(span);
  }
  return at as KnownMonth;
}

export type MovementSubject =
  | "newMrr"
  | "expansion"
  | "contraction"
  | "churnedMrr"
  | "reactivation"
  | "movements";
const kinds = {
  newMrr: "new",
  expansion: "expansion",
  contraction: "contraction",
  churnedMrr: "churn",
  reactivation: "reactivation",
} as const;
const sentences = {
  new: "New revenue",
  expansion: "Expansion",
  contraction: "Contraction",
  churn: "Churned revenue",
  reactivation: "Reactivated revenue",
} as const;

/** What changed MRR in a month; the last full one unless another is asked for. */
export async function answerMovements(
  build: AnswerBuilder,
  subject: MovementSubject,
  plan: string | undefined,
): Promise<void> {
  const read = await readMetrics(build, plan);
  const month = monthOfPeriod(build) ?? monthBefore(build.asking.today, 1);
  const at = flowOf(build, read, month);
  const rows = (kind?: (typeof kinds)[keyof typeof kinds]) =>
    rowsPath(
      { figure: "movements", from: at.from, until: at.until, ...(kind === undefined ? {} : { kind }) },
      plan,
    );
  const inMonth = `in ${monthWords(month)}${plan === undefined ? "" : ` on ${plan}`}`;
  build.source("MRR movements", rows(), monthWords(month));
  if (subject !== "movements") {
    const kind = kinds[subject];
    build.say(
      `${sentences[kind]} ${inMonth}${at.isComplete ? "" : " so far"} was `,
      link(formatMoney(at.flow[kind], read.currency), rows(kind)),
      `, from ${formatCounted(at.flow.counts[kind] ?? 0, "customer")}.`,
    );
    return;
  }
  build.say(
    `MRR went from `,
    link(formatMoney(at.flow.start, read.currency), rows()),
    ` to `,
    link(formatMoney(at.flow.end, read.currency), rows()),
    ` ${inMonth}:`,
  );
  build.table(
    ["Movement", "MRR", "Customers"],
    movementWords.map(({ key, label, isLoss }) => [
      label,
      link(`${isLoss ? "−" : "+"}${formatMoney(at.flow[key], read.currency)}`, rows(key)),
      String(at.flow.counts[key] ?? 0),
    ]),
  );
}

import type { DashboardTileKey } from "@forestay/contracts";
import {
  formatCount,
  formatCounted,
  formatDate,
  formatMoney,
  tileChange,
  tileFigure,
} from "@forestay/contracts/words";
import { CannotAnswer, link, type AnswerBuilder } from "../answer-builder.ts";
import { customersPath, rowsPath } from "../paths.ts";
import { monthWords } from "../reading/period.ts";
import type { Reading } from "../reading/read-question.ts";
import type { Metrics } from "../tool-shapes.ts";
import { flowOf, monthOfPeriod } from "./months.ts";
import { readMetrics } from "./read-metrics.ts";

const tileOf: Record<string, DashboardTileKey> = {
  mrr: "mrr",
  nrr: "net_revenue_retention",
  grr: "gross_revenue_retention",
  churn: "logo_churn",
  atRisk: "revenue_at_risk",
  recovered: "recovered_this_month",
};

const names: Record<string, string> = {
  mrr: "MRR",
  nrr: "Net revenue retention",
  grr: "Gross revenue retention",
  churn: "Logo churn",
  atRisk: "Revenue at risk",
  recovered: "Recovered this month",
};

const onPlan = (plan: string | undefined) => (plan === undefined ? "" : ` on ${plan}`);

/** A tile's figure: today's, or of a month where months of it are kept. */
export async function answerTile(
  build: AnswerBuilder,
  subject: string,
  reading: Reading,
  plan: string | undefined,
): Promise<void> {
  const period = build.memory.period;
  const isThisMonth =
    subject === "recovered" && period?.kind === "month" && build.asking.today.startsWith(period.month);
  if (
    period !== undefined &&
    period.kind !== "now" &&
    !isThisMonth &&
    (await answerMonthly(build, subject, plan))
  )
    return;
  const read = await readMetrics(build, plan);
  const tile = read.figures.find(({ key }) => key === tileOf[subject]);
  if (tile === undefined) throw new CannotAnswer("That figure is not kept.");
  build.source("Dashboard", "/app", plan ?? null);
  const name = subject === "recovered" ? "Recovered this month" : names[subject]!;
  if (tile.value === null) {
    throw new CannotAnswer(`${name}${onPlan(plan)} is not known yet. ${tile.missing ?? ""}`.trim());
  }
  const shown = tileFigure(tile.value, tile, read.currency);
  const figure = tile.rowsOf === null ? shown : link(shown, rowsPath(tile.rowsOf, plan));
  const change = tileChange(tile);
  const moved =
    change === null
      ? "."
      : change.arrow === null
        ? `, no change ${tile.changeWords}.`
        : `, ${change.arrow} ${change.text} ${tile.changeWords}.`;
  build.say(`${name}${onPlan(plan)} is `, figure, moved);
  if (tile.basis !== null)
    build.say(`${tile.basis.charAt(0).toUpperCase()}${tile.basis.slice(1).replace(/\.$/, "")}.`);
  if (period !== undefined && period.kind !== "now" && !isThisMonth)
    build.say(
      `It is kept as of ${formatDate(read.day, "UTC", "long")} only; I cannot say it for ${period.words}.`,
    );
}

/** Whether it was answered: MRR, churn, recovered payments, NRR and GRR are known month by month. */
async function answerMonthly(
  build: AnswerBuilder,
  subject: string,
  plan: string | undefined,
): Promise<boolean> {
  const month = monthOfPeriod(build);
  if (month === undefined) return false;
  if (subject === "nrr" || subject === "grr") {
    const read = await build.ask<{
      retention: {
        month: string;
        until: string;
        grossRetention: number | null;
        netRetention: number | null;
      }[];
    }>("get_revenue", { period: "24_months", ...(plan === undefined ? {} : { plan }) });
    const at = read.retention.find((one) => one.month === month);
    const value = subject === "nrr" ? at?.netRetention : at?.grossRetention;
    if (at === undefined || value === undefined || value === null)
      throw new CannotAnswer(`${names[subject]} is not known at the end of ${monthWords(month)}.`);
    build
      .say(
        `${names[subject]}${onPlan(plan)} over the year up to the end of ${monthWords(month)} was `,
        link(tileFigure(value, { unit: "share" }, "USD"), "/app/insights?tab=revenue"),
        ".",
      )
      .source("Insights, revenue", "/app/insights?tab=revenue", monthWords(month));
    return true;
  }
  const read = await readMetrics(build, plan);
  if (subject === "recovered") {
    answerPaymentsOf(build, read, month, "recovered");
    return true;
  }
  const at = flowOf(build, read, month);
  build.source("Dashboard", "/app", monthWords(month));
  if (subject === "mrr") {
    const words = at.isComplete ? `at the end of ${monthWords(month)}` : `so far in ${monthWords(month)}`;
    build.say(
      `MRR${onPlan(plan)} ${words} was `,
      link(formatMoney(at.flow.end, read.currency), rowsPath({ figure: "mrr", until: at.until }, plan)),
      `, after `,
      link(formatMoney(at.flow.start, read.currency), rowsPath({ figure: "mrr", until: at.until }, plan)),
      " at its beginning.",
    );
    return true;
  }
  if (subject === "churn") {
    if (at.churn === null)
      throw new CannotAnswer(`Churn of ${monthWords(month)} is known when the month is over.`, [
        `Churn in the month before ${monthWords(month)}?`,
      ]);
    const rows = rowsPath({ figure: "logo_churn", from: at.from, until: at.until }, plan);
    build.say(
      `In ${monthWords(month)} `,
      link(formatCounted(at.churn.left, "customer"), rows),
      ` of ${formatCount(at.churn.activeAtStart)}${onPlan(plan)} left: `,
      link(tileFigure(at.churn.share, { unit: "share" }, read.currency), rows),
      " logo churn.",
    );
    return true;
  }
  return false;
}

/** What failed, what of it came in and what is open. */
export async function answerPayments(
  build: AnswerBuilder,
  what: "open" | "failed" | "recovered" | "rate",
  plan: string | undefined,
): Promise<void> {
  const read = await readMetrics(build, plan);
  const month = monthOfPeriod(build);
  if (what !== "open" && (month !== undefined || what !== "failed")) {
    answerPaymentsOf(build, read, month ?? read.payments?.months.at(-1)?.month ?? "", what);
    return;
  }
  if (read.payments === null)
    throw new CannotAnswer(read.paymentsMissing ?? "Nothing is known of failed payments.");
  const { bills, amount, from, until } = read.payments.open;
  const rows = rowsPath({ figure: "open_payments", from, until });
  build
    .say(
      link(formatCounted(bills, "bill"), rows),
      ` that failed since ${formatDate(from, "UTC", "long")} ${bills === 1 ? "is" : "are"} still open, `,
      link(formatMoney(amount, read.currency), rows),
      " together.",
    )
    .source("Failing payments", rows, formatCounted(bills, "row"));
  const last = read.payments.months.at(-1);
  if (last !== undefined)
    build.say(
      `In ${monthWords(last.month)} `,
      link(
        formatMoney(last.failed, read.currency),
        rowsPath({ figure: "failed_payments", from: last.from, until: last.until }),
      ),
      " failed and ",
      link(
        formatMoney(last.recovered, read.currency),
        rowsPath({ figure: "recovered", from: last.from, until: last.until }),
      ),
      " of that is back.",
    );
}

function answerPaymentsOf(
  build: AnswerBuilder,
  read: Metrics,
  month: string,
  what: "open" | "failed" | "recovered" | "rate",
): void {
  if (read.payments === null)
    throw new CannotAnswer(read.paymentsMissing ?? "Nothing is known of failed payments.");
  const at = read.payments.months.find((one) => one.month === month);
  if (at === undefined)
    throw new CannotAnswer(
      `Payments that failed are kept for the last six months; ${monthWords(month)} is not among them.`,
    );
  const failed = link(
    formatMoney(at.failed, read.currency),
    rowsPath({ figure: "failed_payments", from: at.from, until: at.until }),
  );
  const recovered = link(
    formatMoney(at.recovered, read.currency),
    rowsPath({ figure: "recovered", from: at.from, until: at.until }),
  );
  if (what === "rate" && at.rate !== null)
    build.say(
      `Of what failed in ${monthWords(month)}, `,
      link(tileFigure(at.rate, { unit: "share" }, read.currency), recovered.path ?? "/app"),
      ` came in after all: `,
      recovered,
      " of ",
      failed,
      ".",
    );
  else if (what === "failed")
    build.say(
      `In ${monthWords(month)} `,
      failed,
      ` failed, on ${formatCounted(at.failedBills, "bill")}; `,
      recovered,
      " of that is back.",
    );
  else
    build.say(`Of the `, failed, ` that failed in ${monthWords(month)}, `, recovered, " came in after all.");
  if (at.provisional) build.say("The last of these payments may still come in, so that may rise.");
  build.source("Failing payments", failed.path, monthWords(month));
}

/** Customers by level of risk, and who is expected to leave. */
export async function answerRisk(
  build: AnswerBuilder,
  what: "levels" | "attention" | "leavers",
  levels: readonly number[],
  plan: string | undefined,
): Promise<void> {
  const read = await readMetrics(build, plan);
  const { risk } = read;
  if (risk === null) throw new CannotAnswer(read.riskMissing ?? "Nobody is scored yet.");
  build.draft.asOf = risk.asOf;
  build.source("Risk scores", "/app", formatCounted(risk.customers, "customer"));
  const path = (numbers: readonly number[]) =>
    customersPath([
      { field: "churnRiskLevel", operator: "In", value: [...numbers] },
      ...(plan === undefined ? [] : [{ field: "plan", operator: "In" as const, value: [plan] }]),
    ]);
  const ofLevel = (number: number) => risk.levels.find(({ level }) => level === levelNames[number]);
  if (what === "leavers") {
    if (risk.expectedLeavers === null)
      throw new CannotAnswer("The scores say nothing of when, so how many leave within a time is not known.");
    const { customers, lower, upper, of } = risk.expectedLeavers;
    build.say(
      `Of `,
      link(formatCounted(of, "scored customer"), path([0, 1, 2, 3])),
      `, about ${formatCount(customers)} are expected to leave within ${risk.horizonDays} days; between ${formatCount(lower)} and ${formatCount(upper)} with a chance of 80%.`,
    );
    return;
  }
  if (what === "attention") {
    build.say(
      link(formatCounted(risk.needAttention, "customer"), path([2, 3])),
      ` of ${formatCount(risk.customers)} scored${onPlan(plan)} need attention: their risk is High or Critical.`,
    );
    return;
  }
  if (levels.length === 1) {
    const at = ofLevel(levels[0]!);
    if (at === undefined) throw new CannotAnswer("Nobody is scored yet.");
    const change =
      at.change === null || at.change === 0
        ? ""
        : `, ${formatCount(Math.abs(at.change))} ${at.change > 0 ? "more" : "fewer"} than thirty days before`;
    build.say(
      link(formatCounted(at.customers, "customer"), path(levels)),
      `${onPlan(plan)} ${at.customers === 1 ? "is" : "are"} at ${at.level} risk${change}. A year of their revenue at risk comes to `,
      link(
        formatMoney(at.atRisk, read.currency),
        rowsPath({ figure: "revenue_at_risk", level: levels[0] as 0 | 1 | 2 | 3 }, plan),
      ),
      ".",
    );
    return;
  }
  const shown = levels.length === 0 ? [3, 2, 1, 0] : levels.toReversed();
  build.say(
    `${formatCounted(risk.customers, "customer")}${onPlan(plan)} ${risk.customers === 1 ? "has" : "have"} a score:`,
  );
  build.table(
    ["Risk", "Customers", "Revenue at risk"],
    shown.flatMap((number) => {
      const at = ofLevel(number);
      if (at === undefined) return [];
      const rows = rowsPath({ figure: "revenue_at_risk", level: number as 0 | 1 | 2 | 3 }, plan);
      return [
        [
          at.level,
          link(formatCount(at.customers), path([number])),
          link(formatMoney(at.atRisk, read.currency), rows),
        ],
      ];
    }),
  );
}

export const levelNames = ["Low", "Medium", "High", "Critical"];

export async function answerPaying(build: AnswerBuilder, plan: string | undefined): Promise<void> {
  const read = await readMetrics(build, plan);
  if (read.activeCustomers === null)
    throw new CannotAnswer("Who pays is not known yet: import subscriptions.");
  const rows = rowsPath({ figure: "mrr" }, plan);
  build
    .say(
      link(formatCounted(read.activeCustomers, "customer"), rows),
      `${onPlan(plan)} ${read.activeCustomers === 1 ? "pays" : "pay"} today.`,
    )
    .source("Dashboard", rows, formatCounted(read.activeCustomers, "row"));
}

/** One figure for each plan. */
export async function answerByPlan(build: AnswerBuilder, subject: string): Promise<void> {
  const { plans } = build.asking.vocabulary;
  if (plans.length === 0) throw new CannotAnswer("No plans are known.");
  const rows = await Promise.all(
    plans.slice(0, 8).map(async (plan) => {
      const read = await readMetrics(build, plan);
      const tile = read.figures.find(({ key }) => key === tileOf[subject]);
      if (tile === undefined || tile.value === null) return [plan, "not known"];
      const shown = tileFigure(tile.value, tile, read.currency);
      return [plan, tile.rowsOf === null ? shown : link(shown, rowsPath(tile.rowsOf, plan))];
    }),
  );
  build.say(`${names[subject]} by plan:`).table([], rows).source("Dashboard", "/app", "by plan");
}

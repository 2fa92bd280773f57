import {
  importTargets,
  type ImportEffects,
  type ImportMapping,
  type ImportQuestion,
  type ImportTarget,
} from "@forestay/contracts";
import { formatCount, formatCounted, formatMoney, formatShare } from "@forestay/contracts/words";
import { sql, type RawBuilder } from "kysely";
import {
  hasLeftSql,
  sqlLeavingRule,
  toMajorUnits,
  type CompanyTotals,
  type LeavingRule,
  subscriptionIsOver,
} from "#modules/customers/index.ts";

/** What the rows that write a customer say of leaving and money, summed over the file. */
export interface FileEffects {
  /** Customers that the file names; `known`: of them those that are there already and have not left. */
  customers: number;
  known: number;
  created: number;
  hadLeft: number;
  willHaveLeft: number;
  leaving: number;
  /** Of those leaving: there already, and with a status that says that they are still here. */
  leavingKnown: number;
  contradicted: number;
  returning: number;
  /** Monthly revenue of those who have not left, before and after. */
  revenueBeforeCents: number;
  revenueAfterCents: number;
  /** Customers with a monthly revenue before and after, whether or not they have left, and its sums. */
  revenueChanged: number;
  pricedBeforeCents: number;
  pricedAfterCents: number;
}

/**
 * The sums of `FileEffects` over alias `c`, rows of import_row_keys with a flag `writes_customer`. `rule`: what counts as
 * having left once the file is in.
 */
export function fileEffectsSql(rule: LeavingRule): RawBuilder<FileEffects> {
  const left = hasLeftSql(sqlLeavingRule(rule));
  const here = sql`c.writes_customer and c.outcome <> 'create' and c.had_left is not true`;
  const leaves = sql`c.writes_customer and ${left} and c.had_left is not true`;
  const priced = sql`c.writes_customer and c.revenue_before_cents is not null and c.revenue_after_cents is not null`;
  return sql<FileEffects>`
    count(*) filter (where c.writes_customer) as customers,
    count(*) filter (where ${here}) as known,
    count(*) filter (where c.writes_customer and c.outcome = 'create') as created,
    count(*) filter (where c.writes_customer and c.had_left) as "hadLeft",
    count(*) filter (where c.writes_customer and ${left}) as "willHaveLeft",
    count(*) filter (where ${leaves}) as leaving,
    count(*) filter (where ${leaves} and c.outcome <> 'create') as "leavingKnown",
    count(*) filter (where ${leaves} and not ${subscriptionIsOver}) as contradicted,
    count(*) filter (where c.writes_customer and c.had_left and ${left} is not true) as returning,
    coalesce(sum(c.revenue_before_cents) filter (where ${here}), 0) as "revenueBeforeCents",
    coalesce(sum(c.revenue_after_cents) filter (where c.writes_customer and ${left} is not true), 0) as "revenueAfterCents",
    count(*) filter (where ${priced} and c.revenue_before_cents <> c.revenue_after_cents) as "revenueChanged",
    coalesce(sum(c.revenue_before_cents) filter (where ${priced}), 0) as "pricedBeforeCents",
    coalesce(sum(c.revenue_after_cents) filter (where ${priced}), 0) as "pricedAfterCents"`;
}

/** The company before and after, from its totals and what the file changes of them. */
export function importEffects(before: CompanyTotals, file: FileEffects, currency: string): ImportEffects {
  return {
    customersBefore: before.customers,
    customersAfter: before.customers + file.created,
    leftBefore: before.left,
    leftAfter: before.left - file.hadLeft + file.willHaveLeft,
    leaving: file.leaving,
    returning: file.returning,
    monthlyRevenueBefore: toMajorUnits(before.revenueCents, currency),
    monthlyRevenueAfter: toMajorUnits(
      before.revenueCents - file.revenueBeforeCents + file.revenueAfterCents,
      currency,
    ),
    currency,
  };
}

/** Of fewer customers nobody is asked: the counts on the page are looked through in a moment. */
export const ASKED_FROM = 20;
/** Share of the customers in a file above which their leaving is rather a column read wrongly. */
const MOST_LEAVING = 0.5;
/** The same by a label: files made to learn from are half leavers, more than that is rather a label read the wrong way round. */
const MOST_LABELLED = 0.8;
/** The same of customers that were there before: that many leave in a year, not between two files. */
export const MOST_KNOWN_LEAVING = 0.1;
/** Between two files the revenue of the same customers changes by percents; by hundreds it is another unit or style. */
const MOST_REVENUE_RATIO = 2;

/** What somebody has to say yes to before this is written; none where nothing is out of the ordinary. */
export function importQuestions(
  effects: ImportEffects,
  file: FileEffects,
  mapping: ImportMapping,
): ImportQuestion[] {
  const columnOf = (...targets: ImportTarget[]) =>
    targets
      .map((target) => mapping.columns.find((column) => column.target === target))
      .find((column) => column !== undefined);
  const questions: ImportQuestion[] = [];
  const says = columnOf("churned", "endedAt", "subscriptionStatus", "lastActivityAt", "lastLoginAt");
  const because = says ? ` The column '${says.column}' is read as '${importTargets[says.target]}'.` : "";
  const { leaving, leavingKnown, customers, known } = file;
  // A label in words is the company's own; a date may be of anything.
  const label = columnOf("churned");
  const isLabelled = label !== undefined && label.attributeKind !== "date";
  const contradicted = isLabelled ? 0 : file.contradicted;
  const most = isLabelled ? MOST_LABELLED : MOST_LEAVING;
  if (
    (leaving >= ASKED_FROM && leaving > customers * most) ||
    (leavingKnown >= ASKED_FROM && leavingKnown > known * MOST_KNOWN_LEAVING) ||
    (contradicted >= ASKED_FROM && contradicted > leaving * MOST_LEAVING)
  ) {
    const disagree =
      contradicted === 0
        ? ""
        : ` ${formatCounted(contradicted, "of them has", "of them have")} a subscription status that says otherwise.`;
    questions.push({
      code: "leaving",
      column: says?.column ?? null,
      message:
        `${formatCounted(leaving, "customer")} of the ${formatCount(customers)} in the file will newly be counted as having left: ` +
        `${formatCount(effects.leftAfter)} of ${formatCount(effects.customersAfter)}, where it is ${formatCount(effects.leftBefore)} of ${formatCount(effects.customersBefore)} today.` +
        `${because}${disagree}`,
    });
  }
  if (file.returning >= ASKED_FROM && file.returning > file.hadLeft * MOST_KNOWN_LEAVING) {
    questions.push({
      code: "returning",
      column: says?.column ?? null,
      message: `${formatCounted(file.returning, "customer")} who had left will be counted as still there.${because}`,
    });
  }
  const ratio = file.pricedAfterCents / file.pricedBeforeCents;
  const isFarOff = ratio > MOST_REVENUE_RATIO || ratio < 1 / MOST_REVENUE_RATIO;
  if (file.revenueChanged >= ASKED_FROM && isFarOff) {
    const { currency } = effects;
    const money = (cents: number) => formatMoney(toMajorUnits(cents, currency), currency);
    questions.push({
      code: "revenue",
      column: columnOf("monthlyRevenue")?.column ?? null,
      message:
        `The monthly revenue of customers who are there already goes from ${money(file.pricedBeforeCents)} to ${money(file.pricedAfterCents)} ` +
        `(${ratio < 1 ? "" : "+"}${formatShare(ratio - 1)}). Check that it is by the month, in whole ${currency} and not in cents, and read in the right number style.`,
    });
  }
  return questions;
}

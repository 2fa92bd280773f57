import { DAY_MS } from "@forestay/contracts/vocabulary";
import {
  ATTRIBUTE_PREFIX,
  leavingOf,
  listAttributes,
  readCompanyContext,
  readSelection,
  snapshotRecord,
  type AttributeValue,
  type CustomerRecord,
  type LeavingRule,
} from "#modules/customers/engine-door.ts";
import { featureWords, type FeaturePlan } from "#modules/features/engine-door.ts";
import { landmarks } from "#modules/outcomes/engine-door.ts";
import type { Database } from "#platform/db/database.ts";
import { EVERY_ROW, withTenant } from "#platform/db/transaction.ts";
import { createDatedRows } from "./dated-rows.ts";
import { growsWithTime } from "./grows-with-time.ts";
import { readKnownUntil } from "./load-history.ts";
import type { ChampionRows, LoadedTrainingSet } from "./load-labels.ts";
import { customerSampler } from "./sample-customers.ts";

const EVERYONE = { filter: { conditions: [] }, exceptIds: [] };
/** What a record says of its own day: as of an earlier one nobody knows it. */
const OF_ITS_OWN_DAY = [
  "subscription_status",
  "payment_status",
  "days_since_last_activity",
  "days_since_last_login",
] as const;

/**
 * Builds the training set from the days that customers came and left on: each customer as it was on the last day of
 * every month that it was there, with its tenure of then, and what followed. All else is known as the record stands now;
 * what says something of the record's own day, or grows with the time it covers, is left out, as of an earlier day it
 * was another.
 */
export async function loadDates(
  db: Database,
  companyId: string,
  {
    rule,
    horizonDays,
    customers: expected,
    signal,
    champion,
  }: {
    rule: LeavingRule;
    horizonDays: number;
    /** Customers whose records say the days. */
    customers: number;
    signal: AbortSignal;
    champion: ChampionRows | null;
  },
): Promise<LoadedTrainingSet> {
  const { company, attributes, knownUntilMs } = await withTenant(
    db,
    companyId,
    async (tx) => ({
      company: await readCompanyContext(tx, companyId),
      attributes: await listAttributes(tx, companyId),
      knownUntilMs: await readKnownUntil(tx, companyId, rule),
    }),
    EVERY_ROW,
  );
  const inSample = customerSampler(ROWS_PER_CUSTOMER * expected);
  const known: { customer: CustomerRecord; leftAtMs: number | null }[] = [];
  let firstLeftAtMs = Number.POSITIVE_INFINITY;
  for await (const batch of readSelection(db, companyId, EVERYONE, { now: rule.now })) {
    signal.throwIfAborted();
    for (const customer of batch) {
      const { hasLeft, leftAt } = leavingOf(customer, rule);
      const leftAtMs = hasLeft === true ? (leftAt?.getTime() ?? null) : null;
      if (leftAtMs !== null) firstLeftAtMs = Math.min(firstLeftAtMs, leftAtMs);
      if (hasLeft === null || (hasLeft && leftAtMs === null)) continue;
      if (customer.startedAt === null || customer.tenureMonths !== null || !inSample(customer.id)) continue;
      known.push({ customer, leftAtMs });
    }
  }
  const leftOut = growingFields(known, company.currency, knownUntilMs);
  const dates = attributes.filter(({ kind }) => kind === "date");
  const without = new Set<string>([
    ...OF_ITS_OWN_DAY,
    ...leftOut,
    ...dates.map(({ key }) => ATTRIBUTE_PREFIX + key),
  ]);
  const days = landmarks({ knownUntilMs, firstLeftAtMs, horizonDays, customers: known.length });
  const dated = createDatedRows(attributes, knownUntilMs);
  for (const { customer, leftAtMs } of known) {
    for (const timeMs of days) {
      if (customer.startedAt!.getTime() > timeMs || (leftAtMs !== null && leftAtMs <= timeMs)) continue;
      const record = snapshotRecord(customer, company.currency, new Date(timeMs));
      const values = Object.fromEntries(Object.entries(record).filter(([field]) => !without.has(field)));
      const takenOn = new Date(timeMs - DAY_MS).toISOString().slice(0, 10);
      dated.add(
        { rowId: `${customer.id}@${takenOn}`, values, earlier: [] },
        {
          customerId: customer.id,
          timeMs,
          left: leftAtMs !== null && leftAtMs <= timeMs + horizonDays * DAY_MS,
          leftAtMs,
        },
      );
    }
  }
  const labelOf = (field: string) =>
    attributes.find(({ key }) => ATTRIBUTE_PREFIX + key === field)?.label ?? featureWords(field).label;
  return dated.trainingSet(champion, {
    madeOfDates: true,
    excluded: excludedInWords(
      leftOut.map(labelOf),
      dates.map(({ label }) => label),
    ),
  });
}

/** Days that a customer is looked at on, where there are many customers. */
const ROWS_PER_CUSTOMER = 5;

/** Numbers that are the higher the longer a record runs: totals so far, which as of an earlier day were lower. */
function growingFields(
  known: readonly { customer: CustomerRecord; leftAtMs: number | null }[],
  currency: string,
  knownUntilMs: number,
): string[] {
  const lengths: number[] = [];
  const records: Record<string, AttributeValue>[] = [];
  for (const { customer, leftAtMs } of known) {
    const endMs = leftAtMs ?? knownUntilMs;
    lengths.push(endMs - customer.startedAt!.getTime());
    records.push(snapshotRecord(customer, currency, new Date(endMs)));
  }
  const fields = new Set(records.flatMap((record) => Object.keys(record)));
  fields.delete("tenure_days");
  return [...fields].sort().filter((field) =>
    growsWithTime(
      records.map((record) => {
        const value = record[field];
        return typeof value === "number" ? value : Number.NaN;
      }),
      lengths,
    ),
  );
}

function excludedInWords(growing: readonly string[], dates: readonly string[]): FeaturePlan["excluded"] {
  return [
    {
      column: "Subscription, payment, last activity, last login",
      reason: "after_outcome",
      detail:
        "Your file says them as of its own day, and of who left as of the end: as of an earlier day they are not known.",
    },
    ...growing.map((column) => ({
      column,
      reason: "after_outcome",
      detail:
        "It grows with the time that somebody is a customer: as of an earlier day it was lower, and by how much is not known.",
    })),
    ...dates.map((column) => ({
      column,
      reason: "after_outcome",
      detail: "A date of the file may lie after the day that is looked back at.",
    })),
  ];
}

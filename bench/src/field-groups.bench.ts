import {
  measureFieldValue,
  trainChurnModel,
  type Column,
  type Field,
  type TrainingSet,
} from "@forestay/churn-model";
import { simulateCompany } from "../../apps/server/src/modules/demo/simulator/simulate-company.ts";
import { simulateLedger } from "../../apps/server/src/modules/demo/simulator/ledger/simulate-ledger.ts";
import type { DemoLedger } from "../../apps/server/src/modules/demo/simulator/ledger/ledger-rows.ts";
import { ledgerMonths } from "../../apps/server/src/modules/features/ledger-past/ledger-features.ts";
import type { CustomerLedger } from "../../apps/server/src/modules/features/ledger-past/ledger-past.ts";
import { roleOfEventType } from "../../apps/server/src/modules/ledger/event-role.ts";
import type { BenchResult } from "./bench-result.ts";
import { publicSets } from "./public-sets.ts";

// What each group of fields adds to ranking who leaves, by leaving the whole group out and fitting again: for the sample
// company, told by its ledger alone, and for public data. Intervals at 95% for all groups of a set together.

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 6, 1);
const HORIZON_DAYS = 90;
const DAYS_APART = 30;
/** Months that are over by a horizon, and have half a year of events before them. */
const MONTHS = 14;
const SAMPLE_SEED = 20_26;

interface Grouped {
  name: string;
  set: TrainingSet;
  /** Ways to cut the columns, each into groups. */
  cuts: readonly { name: string; groupOf: (column: string) => string | null }[];
}

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const { name, set, cuts } of [sampleCompany(), ...(await phoneCompany())]) {
    const options = { seed: 1, horizonDays: HORIZON_DAYS } as const;
    const trained = await trainChurnModel(set, { ...options, recipe: "gbdt", evaluation: "folds" });
    if (trained.kind === "refused") throw new Error(trained.message);
    for (const cut of cuts) {
      const found = measureFieldValue(trained.document, set, groupsOf(set, cut.groupOf), options);
      if (found === null) throw new Error(`${name}: too few left to say anything of groups`);
      results.push({
        measure: `${name}, ${cut.name}: ranking with every field (${found.rows} rows)`,
        value: found.auc,
        unit: "AUC",
      });
      for (const { name: group, aucAdded, aucAlone, isMeasurable } of found.fields) {
        const { estimate, lower, upper } = aucAdded;
        results.push({
          measure: `${name}, ${cut.name}: ${group} adds (${lower.toFixed(4)} to ${upper.toFixed(4)}${isMeasurable ? "" : ", no more than chance"}; alone ${aucAlone.toFixed(3)})`,
          value: estimate,
          unit: "AUC",
        });
      }
    }
  }
  return results;
}

function groupsOf(set: TrainingSet, groupOf: (column: string) => string | null): Field[] {
  const groups = new Map<string, string[]>();
  for (const { name } of set.table.columns) {
    const group = groupOf(name);
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return Array.from(groups, ([name, columns]) => ({ name, columns }));
}

/** The sample company as of past months, known by subscriptions, payments and events alone. */
function sampleCompany(): Grouped {
  const ledgers = Array.from(simulateCompany({ seed: SAMPLE_SEED, nowMs: NOW_MS }), (customer) =>
    ledgerOf(simulateLedger(customer, SAMPLE_SEED, NOW_MS, 24 * DAYS_APART)),
  );
  const recordsFrom = new Map<string, number>();
  for (const { events } of ledgers)
    for (const { name, atMs } of events)
      recordsFrom.set(name, Math.min(recordsFrom.get(name) ?? Infinity, atMs[0] ?? Infinity));
  const untilsMs = Array.from(
    { length: MONTHS },
    (_, month) => NOW_MS - HORIZON_DAYS * DAY_MS - month * DAYS_APART * DAY_MS,
  );
  const rows = ledgers.flatMap((ledger, customer) => {
    const leftMs = leftAt(ledger);
    return ledgerMonths(ledger, untilsMs, { events: recordsFrom }).map(({ takenOn, features }) => {
      const untilMs = Date.parse(takenOn) + DAY_MS;
      return {
        customer: `C-${customer}`,
        untilMs,
        features,
        left: leftMs !== null && leftMs >= untilMs && leftMs < untilMs + HORIZON_DAYS * DAY_MS ? 1 : 0,
      };
    });
  });
  const names = [...new Set(rows.flatMap(({ features }) => Object.keys(features)))].sort();
  const columns = names.map((name): Column => {
    const values = rows.map(({ features }) => features[name]);
    return values.some((value) => typeof value === "string")
      ? {
          name,
          kind: "categorical",
          values: values.map((value) => (value === undefined ? null : `${value}`)),
        }
      : { name, kind: "numeric", values: Float64Array.from(values, (value) => Number(value ?? Number.NaN)) };
  });
  return {
    name: "sample company",
    set: {
      table: { rowIds: rows.map(({ customer, untilMs }) => `${customer} ${untilMs}`), columns },
      labels: Uint8Array.from(rows, ({ left }) => left),
      groups: rows.map(({ customer }) => customer),
      times: Float64Array.from(rows, ({ untilMs }) => untilMs),
    },
    cuts: [
      { name: "by subject", groupOf: subjectOf },
      { name: "by form", groupOf: formOf },
    ],
  };
}

const ledgerOf = ({ subscriptions, attempts, events }: DemoLedger): CustomerLedger => ({
  lines: subscriptions.flatMap((one) =>
    one.prices.map((price) => ({
      subscriptionId: one.sourceId,
      plan: price.plan,
      endedBy: one.endedBy,
      endReason: one.endReason,
      currency: "USD",
      amountMinor: price.amountCents,
      every: { unit: price.every, count: 1 },
      startMs: price.fromMs,
      endMs: price.untilMs ?? one.endedAtMs,
      trialEndMs: one.trialEndsAtMs,
      cancelRequestedMs: one.cancelRequestedAtMs,
    })),
  ),
  tries: attempts
    .map(({ attemptedAtMs, succeeded }) => ({ atMs: attemptedAtMs, succeeded }))
    .sort((a, b) => a.atMs - b.atMs),
  orders: [],
  events: [...Map.groupBy(events, ({ type }) => type)].map(([name, ofType]) => ({
    name,
    role: roleOfEventType(name),
    atMs: Float64Array.from(ofType, ({ occurredAtMs }) => occurredAtMs).sort(),
  })),
});

function leftAt({ lines }: CustomerLedger): number | null {
  const ends = lines.map(({ endMs }) => endMs);
  return ends.includes(null) || ends.length === 0 ? null : Math.max(...ends.map(Number));
}

function subjectOf(column: string): string {
  if (/event:(ticket|support)/.test(column)) return "support";
  if (column.includes("event:")) return "use of the product";
  if (/payment/.test(column)) return "failed payments";
  if (/^(plan|billing|days_to_renewal)$/.test(column)) return "plan, term and renewal";
  return column === "tenure_days" ? "tenure" : "price and its changes";
}

function formOf(column: string): string {
  if (/(days_since|overdue)$/.test(column) || column.startsWith("days_since")) return "recency";
  if (column.endsWith("_trend") || column === "revenue_change_180d") return "trend";
  return /\d+d$/.test(column) ? "frequency" : "what was sold";
}

/** A phone company's customers, if its public data lies beside the repository. */
async function phoneCompany(): Promise<Grouped[]> {
  const found = (await publicSets()).find(({ name }) => name === "cell2cell");
  if (found === undefined) {
    console.log("  cell2cell is not there: only the sample company is measured");
    return [];
  }
  const groups: Record<string, RegExp> = {
    "calls made and received":
      /^(mou|mourec|outcalls|incalls|peakvce|opeakvce|directas|overage|roam|threeway|callfwdv|callwait)$/,
    "calls that failed": /^(dropvce|blckvce|unansvce|dropblk)$/,
    "change of use and of revenue": /^change[mr]$/,
    "revenue and price": /^(revenue|recchrge|setprcm?)$/,
    "customer care and retention calls": /^(custcare|retcalls?|retaccpt)$/,
    tenure: /^months$/,
    "the phone": /^(eqpdays|phones|models|refurb|webcap)$/,
  };
  return [
    {
      ...found,
      cuts: [
        {
          name: "by subject",
          groupOf: (column) =>
            Object.entries(groups).find(([, names]) => names.test(column))?.[0] ?? "the person",
        },
      ],
    },
  ];
}

import {
  createRandom,
  screenForLeaks,
  trainChurnModel,
  type Column,
  type LeakFinding,
  type Trained,
  type TrainingSet,
} from "@forestay/churn-model";
import type { BenchResult } from "./bench-result.ts";
import { plantLeaks, type PlantedLeak } from "./planted-leaks.ts";
import { publicSets, type NamedSet } from "./public-sets.ts";

// Leaks planted one at a time into public churn data and simulated companies: each has to be left out or asked about,
// by the screen or, where no column shows it alone, by the alarm on the whole model. The peer is the screen of one
// column's ranking that most tools stop at: excluded from AUC .97.

const MOST_ALONE = 0.97;

export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const { name, set, known } of [...(await publicSets()), ...simulatedCompanies()]) {
    const clean = screenForLeaks(set, { seed: 1 }).findings;
    const honest = clean.filter((one) => !known.includes(one.name));
    const lost = honest.filter(({ action }) => action === "excluded");
    const outcome: Record<"excluded" | "asked" | "missed", string[]> = {
      excluded: [],
      asked: [],
      missed: [],
    };
    let byPeer = 0;
    const plants = plantLeaks(set, 7);
    for (const plant of plants) {
      const { how, peer } = await judge(set, plant);
      outcome[how].push(plant.kind);
      if (peer) byPeer++;
    }
    for (const kind of outcome.missed) console.log(`  missed in ${name}: ${kind}`);
    for (const { label } of lost) console.log(`  honest column lost in ${name}: ${label}`);
    const found = plants.length - outcome.missed.length;
    results.push(
      {
        measure: `${name}: planted leaks left out or asked about, of ${plants.length}`,
        value: found,
        unit: "leaks",
        goal: "all",
        passed: found === plants.length,
      },
      { measure: `${name}: of them left out`, value: outcome.excluded.length, unit: "leaks" },
      { measure: `${name}: by the ranking of one column alone`, value: byPeer, unit: "leaks" },
      {
        measure: `${name}: honest columns left out`,
        value: lost.length,
        unit: "columns",
        goal: "none",
        passed: lost.length === 0,
      },
      { measure: `${name}: honest columns asked about`, value: honest.length - lost.length, unit: "columns" },
    );
    if (known.length > 0) {
      const told = known.filter((column) => clean.some((one) => one.name === column));
      results.push({
        measure: `${name}: of its own ${known.length} columns written at leaving, left out or asked about`,
        value: told.length,
        unit: "columns",
        goal: "all",
        passed: told.length === known.length,
      });
    }
  }
  return results;
}

async function judge(
  set: TrainingSet,
  { columns, telling }: PlantedLeak,
): Promise<{ how: "excluded" | "asked" | "missed"; peer: boolean }> {
  const planted = withColumns(set, columns);
  const screen = screenForLeaks(planted, { seed: 1 });
  const peer = screen.columns.some(
    ({ name, auc }) => telling.includes(name) && auc !== null && auc >= MOST_ALONE,
  );
  const own = (findings: readonly LeakFinding[]) => findings.filter(({ name }) => telling.includes(name));
  const found = own(screen.findings);
  if (found.some(({ action }) => action === "excluded")) return { how: "excluded", peer };
  if (found.length > 0) return { how: "asked", peer };
  const { report } = await trained(planted);
  const asked = own(report.leaks).length > 0 && report.verdict !== "good";
  return { how: asked ? "asked" : "missed", peer };
}

async function trained(set: TrainingSet): Promise<Trained> {
  const outcome = await trainChurnModel(set, { seed: 1, recipe: "logistic", evaluation: "folds" });
  if (outcome.kind === "refused") throw new Error(outcome.message);
  return outcome;
}

const withColumns = (set: TrainingSet, columns: Column[]): TrainingSet => ({
  ...set,
  table: { ...set.table, columns: [...set.table.columns, ...columns] },
});

/** Companies of a dozen honest columns: counts, money, dates, words, some of them strong. */
function simulatedCompanies(): NamedSet[] {
  return [
    { rows: 3000, start: -1.2, seed: 1 },
    { rows: 20_000, start: -3.4, seed: 2 },
    { rows: 40_000, start: -5.2, seed: 3 },
  ].map(({ rows, start, seed }) => {
    const random = createRandom(seed);
    const make = (value: () => number): Float64Array => Float64Array.from({ length: rows }, value);
    const need = make(() => random.normal());
    const logins = make(() => 0).map((_, row) =>
      Math.max(0, Math.round(12 + 6 * need[row]! + 3 * random.normal())),
    );
    const before = logins.map((count) => Math.max(0, Math.round(count + 3 * random.normal())));
    const joined = make(() => 18_000 + random.int(2500));
    const fee = make(() => [9, 19, 49][random.int(3)]! + random.int(3));
    const tickets = make(() => Math.floor(-Math.log(random.next()) * 1.5));
    const overdue = make(() => (random.next() < 0.06 ? 1 + random.int(40) : 0));
    const nps = make(() => (random.next() < 0.7 ? Number.NaN : random.int(11)));
    const country = Array.from({ length: rows }, () => ["AT", "BR", "DE", "FR"][random.int(4)]!);
    const labels = Uint8Array.from({ length: rows }, (_, row) => {
      const z =
        start -
        0.9 * need[row]! +
        (overdue[row]! > 20 ? 2.5 : overdue[row]! > 0 ? 1 : 0) +
        0.2 * tickets[row]!;
      return random.next() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
    });
    const numbers = { logins, logins_before: before, joined, fee, tickets, days_overdue: overdue, nps };
    const columns: Column[] = [
      ...Object.entries(numbers).map(([name, values]): Column => ({ name, kind: "numeric", values })),
      { name: "tenure_days", kind: "numeric", values: joined.map((day) => 20_600 - day) },
      {
        name: "paid_in_all",
        kind: "numeric",
        values: fee.map((a, row) => (a * (20_600 - joined[row]!)) / 30),
      },
      { name: "country", kind: "categorical", values: country },
    ];
    const rowIds = Array.from({ length: rows }, (_, row) => `c${row}`);
    return { name: `simulated ${rows}`, set: { table: { rowIds, columns }, labels }, known: [] };
  });
}

import { fork } from "node:child_process";
import { once } from "node:events";

import { createRandom, trainChurnModel, type Column } from "@forestay/churn-model";

import type { BenchResult } from "./bench-result.ts";

const ROWS = 200_000;
const COLUMNS = 60;
const MOST_MB = 1000;
/** What the same table takes as plain numbers: the peer that a learner's memory is measured against. */
const TABLE_MB = (ROWS * COLUMNS * 8) / 1024 ** 2;

interface Measured {
  peakMb: number;
  /** Before training: the program and the table. */
  startMb: number;
  cpuSeconds: number;
}

/** The most memory that training on 200,000 rows of 60 columns takes, each recipe in a process of its own. */
export async function run(): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const [recipe, threads] of [
    ["auto", 1],
    ["auto", 2],
    ["logistic", 1],
  ] as const) {
    const child = fork(import.meta.filename, ["train", recipe, String(threads)]);
    const [{ peakMb, startMb, cpuSeconds }] = (await once(child, "message")) as [Measured];
    const of = `${ROWS.toLocaleString("en")} x ${COLUMNS}, ${recipe === "auto" ? "stack" : recipe}, ${threads} thread${threads === 1 ? "" : "s"}`;
    results.push(
      {
        measure: `${of}: most memory of the process`,
        value: Math.round(peakMb),
        unit: "MB",
        goal: `under ${MOST_MB}`,
        passed: peakMb < MOST_MB,
      },
      {
        measure: `${of}: taken by training, as a multiple of the table as plain numbers`,
        value: Number(((peakMb - startMb) / TABLE_MB).toFixed(2)),
        unit: "ratio",
      },
      { measure: `${of}: processor time`, value: Math.round(cpuSeconds), unit: "s" },
    );
  }
  return results;
}

async function train(recipe: "auto" | "logistic", threads: number): Promise<Measured> {
  const random = createRandom(1);
  const columns = Array.from({ length: COLUMNS }, (_, i): Column => {
    const name = `column ${i}`;
    if (i % 6 === 5)
      return {
        name,
        kind: "categorical",
        values: Array.from({ length: ROWS }, () => `level ${random.int(20)}`),
      };
    return { name, kind: "numeric", values: Float64Array.from({ length: ROWS }, () => random.normal()) };
  });
  const z = new Float64Array(ROWS).fill(-3.2);
  for (const [i, column] of columns.entries())
    if (column.kind === "numeric" && i % 2 === 0)
      for (let row = 0; row < ROWS; row++) z[row]! += 0.2 * column.values[row]!;
  const labels = Uint8Array.from(z, (logit) => (random.next() < 1 / (1 + Math.exp(-logit)) ? 1 : 0));
  const rowIds = Array.from({ length: ROWS }, (_, row) => `c${row}`);
  const startMb = process.memoryUsage.rss() / 1024 ** 2;
  const before = process.cpuUsage();
  const outcome = await trainChurnModel({ table: { rowIds, columns }, labels }, { seed: 1, recipe, threads });
  if (outcome.kind === "refused") throw new Error(outcome.message);
  const { user, system } = process.cpuUsage(before);
  // Kilobytes: the most the process ever had, however short.
  return { peakMb: process.resourceUsage().maxRSS / 1024, startMb, cpuSeconds: (user + system) / 1e6 };
}

if (import.meta.main) {
  const [command, recipe, threads] = process.argv.slice(2);
  if (command === "train")
    process.send?.(await train(recipe === "logistic" ? "logistic" : "auto", Number(threads)));
  else console.table(await run());
}

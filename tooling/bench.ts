/**
 * Runs `bench/src/*.bench.ts`, each exporting `run(): Promise<BenchResult[]>`; writes `bench/results/<name>.json` and a
 * table. Arguments pick benchmarks by a part of their name. Fails when a stated goal is missed.
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchResult } from "../bench/src/bench-result.ts";
import { buildWebIfStale } from "./build-web.ts";
import { ROOT } from "./run-command.ts";

const SUFFIX = ".bench.ts";
const directory = path.join(ROOT, "bench/src");
const wanted = process.argv.slice(2);
const names = (await readdir(directory))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort();
await mkdir(path.join(ROOT, "bench/results"), { recursive: true });

const machine = {
  cpu: os.cpus()[0]?.model ?? "unknown",
  cores: os.availableParallelism(),
  node: process.version,
};
const rows: Record<string, string>[] = [];
for (const name of names) {
  process.stderr.write(`${name}...\n`);
  const module = (await import(pathToFileURL(path.join(directory, name + SUFFIX)).href)) as {
    run(): Promise<BenchResult[]>;
    /** It measures the built web app. */
    needsWeb?: boolean;
  };
  if (module.needsWeb === true) await buildWebIfStale();
  const results = await module.run();
  await writeFile(
    path.join(ROOT, "bench/results", `${name}.json`),
    `${JSON.stringify({ name, measuredAt: new Date().toISOString(), machine, results }, null, 2)}\n`,
  );
  for (const { measure, value, unit, goal, passed } of results) {
    rows.push({
      benchmark: name,
      measure,
      value: `${Number(value.toPrecision(4))} ${unit}`,
      goal: goal ?? "",
      "": passed === undefined ? "" : passed ? "ok" : "MISSED",
    });
    if (passed === false) process.exitCode = 1;
  }
}
printTable(rows);

function printTable(table: readonly Record<string, string>[]): void {
  const [first] = table;
  if (!first) return console.log("No benchmark of that name.");
  const columns = Object.keys(first);
  const widths = columns.map((column) =>
    Math.max(column.length, ...table.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  console.log(`\n${line(columns)}`);
  for (const row of table) console.log(line(columns.map((column) => row[column] ?? "")));
}

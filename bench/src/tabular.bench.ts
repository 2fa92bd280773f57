import { fork } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRows, sniffFile } from "@forestay/tabular";
import type { TableFormat } from "@forestay/tabular";
import { parse } from "csv-parse";
import type { BenchResult } from "./bench-result.ts";

const ROWS = 200_000;
const COLUMNS = 20;
const ROUNDS = 5;
/** csv-parse is the usual library; an import may not be held up by its reader. */
const LEAST_RATIO = 2;
/** An import must reach 40 % of a bare COPY, and reading is only its first step. */
const LEAST_ROWS_PER_SECOND = 250_000;
/** The limit for the whole server at any file size; most of what is seen is the heap that V8 allows itself. */
const MOST_RESIDENT_MB = 512;
const LARGE_COPIES = 25;

/** Reading of delimited text: rows per second against csv-parse on the same file, and memory over a file of 5 million rows. */
export async function run(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), "forestay-tabular-"));
  try {
    const largePath = join(folder, "large.csv");
    await writeTable(largePath, LARGE_COPIES);
    const residentMb = await mostResidentMbInChild(largePath);
    const path = join(folder, "clean.csv");
    await writeTable(path, 1);
    const format = await sniff(path);
    const own: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      own.push(await rate(() => countRows(path, format)));
      peer.push(await rate(() => countPeerRows(path)));
    }
    const rowsPerSecond = median(own);
    const ratio = rowsPerSecond / median(peer);
    return [
      {
        measure: "CSV rows read per second as a multiple of csv-parse",
        value: Math.round(ratio * 100) / 100,
        unit: "ratio",
        goal: `at least ${LEAST_RATIO}`,
        passed: ratio >= LEAST_RATIO,
      },
      {
        measure: `CSV rows of ${COLUMNS} columns read on one core`,
        value: Math.round(rowsPerSecond),
        unit: "rows/s",
        goal: `at least ${LEAST_ROWS_PER_SECOND}`,
        passed: rowsPerSecond >= LEAST_ROWS_PER_SECOND,
      },
      { measure: "csv-parse, the same file", value: Math.round(median(peer)), unit: "rows/s" },
      {
        measure: `most memory of the process while reading ${ROWS * LARGE_COPIES} rows`,
        value: Math.round(residentMb),
        unit: "MB",
        goal: `at most ${MOST_RESIDENT_MB}`,
        passed: residentMb <= MOST_RESIDENT_MB,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function writeTable(path: string, copies: number): Promise<void> {
  const file = await open(path, "w");
  await file.write(`${Array.from({ length: COLUMNS }, (_, column) => `column_${column}`).join(",")}\n`);
  let lines = "";
  for (let row = 0; row < ROWS; row++) {
    const cells = Array.from({ length: COLUMNS }, (_, column) => cell(row, column));
    lines += `${cells.join(",")}\n`;
  }
  const bytes = Buffer.from(lines);
  for (let copy = 0; copy < copies; copy++) await file.write(bytes);
  await file.close();
}

/** Numbers, words, dates, amounts, yes/no in turn, and now and then a quoted name, as in customer tables. */
function cell(row: number, column: number): string {
  switch (column % 5) {
    case 0:
      return String(row * 7 + column);
    case 1:
      return row % 20 === 0 ? `"Name ${row}, Ltd"` : `Some name ${row % 977}`;
    case 2:
      return `2026-0${1 + (row % 9)}-11`;
    case 3:
      return (row * 1.37).toFixed(2);
    default:
      return row % 2 === 0 ? "Yes" : "No";
  }
}

async function sniff(path: string): Promise<TableFormat> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
  await file.close();
  const format = sniffFile(buffer.subarray(0, bytesRead), path);
  if ("refused" in format) throw new Error(format.refused.message);
  return format;
}

async function countRows(path: string, format: TableFormat): Promise<number> {
  let rows = 0;
  for await (const batch of readRows(path, format)) rows += batch.rows.length;
  return rows;
}

async function countPeerRows(path: string): Promise<number> {
  let rows = -1;
  for await (const _row of createReadStream(path).pipe(parse())) rows++;
  return rows;
}

async function rate(count: () => Promise<number>): Promise<number> {
  const started = performance.now();
  const rows = await count();
  if (rows !== ROWS) throw new Error(`${rows} rows were read instead of ${ROWS}`);
  return (rows * 1_000) / (performance.now() - started);
}

/** In a process of its own, so that neither the writing of the file nor csv-parse is counted. */
async function mostResidentMbInChild(path: string): Promise<number> {
  const child = fork(import.meta.filename, ["read", path]);
  const [residentMb] = (await once(child, "message")) as [number];
  return residentMb;
}

async function reportMemory(path: string): Promise<void> {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  await countRows(path, await sniff(path));
  clearInterval(timer);
  process.send?.(most / 1024 ** 2);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

if (import.meta.main) {
  const [command, path] = process.argv.slice(2);
  if (command === "read" && path !== undefined) await reportMemory(path);
  else console.table(await run());
}

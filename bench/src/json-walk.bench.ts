import { readReport } from "../../apps/server/src/modules/customer-mail/reports/read-report.ts";
import { refuseOutsizedJson } from "../../apps/server/src/platform/http/json-body.ts";
import { refuseUnstorableText } from "../../apps/server/src/platform/http/unstorable-text.ts";
import type { BenchResult } from "./bench-result.ts";

const ROUNDS = 31;
/** What a body costs before its schema sees it, as a multiple of JSON.parse of the same body. */
const MOST_RATIO = 3;

const ids = (count: number) =>
  Array.from({ length: count }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`);
const nested = (depth: number, inside: unknown): unknown =>
  depth === 0 ? inside : [nested(depth - 1, inside)];

/** The largest bodies that are taken, by what they are large in. */
const taken: Record<string, unknown> = {
  "20,000 ids": { customerIds: ids(10_000), exceptIds: ids(10_000) },
  "20,000 numbers below 30 levels": nested(
    30,
    Array.from({ length: 20_000 }, (_, i) => i),
  ),
  "one text of 1 MB": { text: 'Line "quoted" \\ and a break\n'.repeat(30_000) },
};

/** A megabyte of mail that readers of whole messages took seconds for: anybody may post it. */
const MOST_MAIL_MS = 50;
const hostileMails: Record<string, string> = {
  "1 MB of html in short lines": `Content-Type: text/html\r\n\r\n${"\n ".repeat(500_000)}`,
  "90,000 parts": `Content-Type: multipart/report; boundary=x\r\n\r\n${"--x\r\n\r\na\r\n".repeat(90_000)}`,
  "330,000 flowed lines": `Content-Type: text/plain; format=flowed\r\n\r\n${"a \n".repeat(330_000)}`,
  "a header of 250 kB in short fields": `${Array.from({ length: 25_000 }, (_, i) => `X${i.toString(36)}: a\r\n`).join("")}\r\n`,
  "eight parts that are header alone": `Content-Type: multipart/report; boundary=x\r\n\r\n${`--x\r\n${"a: \r\n b".repeat(16_000)}\r\n`.repeat(8)}`,
  "a folded header of 1 MB": `To: ${"a\r\n ".repeat(250_000)}\r\n\r\n`,
};

/** Bounds and text of JSON bodies, looked at before their schemas: time against JSON.parse of the same body. */
export async function run(): Promise<BenchResult[]> {
  const results = Object.entries(taken).map(([what, body]) => {
    const text = JSON.stringify(body);
    const walk = medianMs(() => {
      refuseOutsizedJson(text);
      refuseUnstorableText({ body });
    });
    const ratio = walk / medianMs(() => JSON.parse(text));
    return {
      measure: `looking at ${what} as a multiple of JSON.parse`,
      value: Math.round(ratio * 100) / 100,
      unit: "ratio",
      goal: `at most ${MOST_RATIO}`,
      passed: ratio <= MOST_RATIO,
    };
  });
  // Refused where the bound is passed: what comes after is not even looked at.
  const deep = "[".repeat(500_000) + "]".repeat(500_000);
  const refusal = medianMs(() => {
    try {
      refuseOutsizedJson(deep);
    } catch {
      return;
    }
    throw new Error("500,000 levels were taken");
  });
  const ratio = refusal / medianMs(() => JSON.parse(deep));
  const reports = Object.entries(hostileMails).map(([what, text]) => {
    const raw = Buffer.from(text);
    const ms = medianMs(() => {
      if (readReport(raw) !== null) throw new Error("It was taken for a report");
    });
    return {
      measure: `a posted mail of ${what}`,
      value: Number(ms.toPrecision(2)),
      unit: "ms",
      goal: `at most ${MOST_MAIL_MS}`,
      passed: ms <= MOST_MAIL_MS,
    };
  });
  return [
    ...results,
    ...reports,
    {
      measure: "refusing 500,000 levels as a multiple of JSON.parse",
      value: Number(ratio.toPrecision(2)),
      unit: "ratio",
      goal: "at most 0.1",
      passed: ratio <= 0.1,
    },
  ];
}

function medianMs(work: () => unknown): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  }).sort((a, b) => a - b);
  return times[Math.floor(ROUNDS / 2)] ?? 0;
}

import * as fc from "fast-check";
import {
  operationsOf,
  requestsOf,
  type Description,
} from "../../apps/server/src/testing/requests-from-description.ts";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";

const SEED = 20_261_128;
const RUNS = 30;
const MOST_MS = 5000;
/** What is asked may sign its person out or take the company's rights: another one goes on. */
const OPERATIONS_PER_PERSON = 15;

/**
 * Every operation of the OpenAPI description, asked over HTTP as it describes and as it does not, by an Owner and by nobody:
 * how long the slowest answer takes, beside the one question that has nothing to look up. `fuzz.test.ts` holds the answers
 * themselves to what is declared.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp();
  try {
    const description = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Description;
    const operations = operationsOf(description);
    let company = await app.company();
    const faults: string[] = [];
    const times: { ms: number; call: string }[] = [];
    const bare: number[] = [];
    for (const [at, operation] of operations.entries()) {
      if (at % OPERATIONS_PER_PERSON === 0) company = await app.again(company);
      bare.push((await timed(app, company, { method: "GET", url: "/api/health/live", body: null })).ms);
      const requests = fc.sample(requestsOf(operation, description, [company.companyId]), {
        seed: SEED,
        numRuns: RUNS,
      });
      for (const [index, { url, body }] of requests.entries()) {
        const { ms, status } = await timed(app, index % 6 === 0 ? null : company, {
          method: operation.method,
          url,
          body,
        });
        const call = `${operation.method} ${operation.path}`;
        times.push({ ms, call });
        if (status >= 500) faults.push(`${status} for ${call}`);
      }
    }
    for (const fault of faults) process.stderr.write(`  ${fault}\n`);
    const slowest = times.toSorted((a, b) => b.ms - a.ms);
    for (const { ms, call } of slowest.slice(0, 5)) process.stderr.write(`  ${Math.round(ms)} ms: ${call}\n`);
    const most = slowest[0]?.ms ?? 0;
    return [
      { measure: `calls of ${operations.length} operations`, value: times.length, unit: "calls" },
      {
        measure: "answers that are a fault of ours",
        value: faults.length,
        unit: "answers",
        goal: "0",
        passed: faults.length === 0,
      },
      {
        measure: "slowest answer",
        value: Math.round(most),
        unit: "ms",
        goal: `at most ${MOST_MS}`,
        passed: most <= MOST_MS,
      },
      {
        measure: "99 of 100 answers, as a multiple of the bare sign of life",
        value: Number(((slowest[Math.floor(slowest.length / 100)]?.ms ?? 0) / median(bare)).toPrecision(3)),
        unit: "ratio",
      },
    ];
  } finally {
    await app.stop();
  }
}

interface Call {
  method: string;
  url: string;
  body: { type: string; text: string } | null;
}

/** From sending it until the whole answer is read; streams that stay open are left after their first piece. */
async function timed(
  app: BenchApp,
  company: BenchCompany | null,
  { method, url, body }: Call,
): Promise<{ ms: number; status: number }> {
  const startedAt = performance.now();
  const answer = await fetch(app.url + url, {
    method,
    redirect: "manual",
    headers: {
      ...(company === null ? {} : { authorization: `Bearer ${company.token}` }),
      ...(body === null ? {} : { "content-type": body.type }),
    },
    ...(body === null ? {} : { body: body.text }),
  });
  if (answer.headers.get("content-type")?.includes("event-stream")) await answer.body?.cancel();
  else await answer.arrayBuffer();
  return { ms: performance.now() - startedAt, status: answer.status };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

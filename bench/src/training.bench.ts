import { runAnalysis, seedCustomersWithHistory } from "./analysis-company.ts";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";
import { quantile } from "./timing.ts";

const CUSTOMERS = 100_000;
const MONTHS = 24;
const MOST_SECONDS = 180;
const MOST_ENGINE_MB = 2048;
const MOST_TIMES_IDLE = 2;
const IDLE_ROUNDS = 300;
const SHOWN_MS = 100;

/**
 * A company of 100,000 customers x 24 monthly snapshots trains, its history read from the database included, while
 * somebody looks at the customers page: time and memory of the training, and the page's 99th percentile against idle.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp();
  try {
    const company = await app.company();
    await seedCustomersWithHistory(app, company.companyId, { customers: CUSTOMERS, months: MONTHS });
    for (let n = 0; n < 30; n++) await page(app, company);
    const idle: number[] = [];
    for (let n = 0; n < IDLE_ROUNDS; n++) idle.push(await page(app, company));
    const busy: number[] = [];
    const watching = new AbortController();
    const looking = look(app, company, busy, watching.signal);
    const trained = await runAnalysis(app, company, {}).finally(() => watching.abort());
    await looking;
    const ratio = quantile(busy, 0.99) / quantile(idle, 0.99);
    const of = `${CUSTOMERS.toLocaleString("en")} customers x ${MONTHS} snapshots`;
    return [
      {
        measure: `${of}: training, from reading to the first score`,
        value: trained.untilScoringSeconds,
        unit: "s",
        goal: `at most ${MOST_SECONDS} s on a quiet machine`,
        passed: trained.untilScoringSeconds <= MOST_SECONDS,
      },
      { measure: `${of}: the whole analysis, scores written`, value: trained.seconds, unit: "s" },
      {
        measure: "memory of the engine's process, at most",
        value: trained.engineMb,
        unit: "MB",
        goal: `under ${MOST_ENGINE_MB}`,
        passed: trained.engineMb < MOST_ENGINE_MB,
      },
      {
        measure: `customers page while it trains (${busy.length} looks), 99th percentile, times idle`,
        value: ratio,
        unit: "ratio",
        goal: `at most ${MOST_TIMES_IDLE}`,
        passed: ratio <= MOST_TIMES_IDLE,
      },
      { measure: "the same, idle, 99th percentile", value: quantile(idle, 0.99), unit: "ms" },
      {
        measure: "the same, while it trains, median times idle",
        value: quantile(busy, 0.5) / quantile(idle, 0.5),
        unit: "ratio",
      },
      { measure: "memory of the app afterwards", value: await app.residentMb(), unit: "MB" },
    ];
  } finally {
    await app.stop();
  }
}

async function page(app: BenchApp, company: BenchCompany): Promise<number> {
  const startedAt = performance.now();
  await app.call(company, "/api/customers?sort=monthlyRevenue");
  return performance.now() - startedAt;
}

async function look(
  app: BenchApp,
  company: BenchCompany,
  into: number[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    into.push(await page(app, company));
    await new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
  }
}

import { runAnalysis, seedLabelledCustomers } from "./analysis-company.ts";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";
import { quantile } from "./timing.ts";

const CUSTOMERS = 5000;
const ROUNDS = 40;
const MOST_MS = 100;

/** A change in the what-if screens with the stack behind it, over HTTP: for the company's customers and for one of them. */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp();
  try {
    const company = await app.company();
    await seedLabelledCustomers(app, company.companyId, CUSTOMERS);
    await runAnalysis(app, company, {});
    const { rows } = await app.admin.query<{ id: string }>(
      "select id from customers where company_id = $1 and churn_risk_score is not null order by churn_risk_score desc, id limit 1",
      [company.companyId],
    );
    const revenue = await measure(app, company, "/api/analytics/what-if", (n) => [
      { field: "monthly_revenue", percent: -1 - (n % 40) },
    ]);
    const contract = await measure(app, company, "/api/analytics/what-if", (n) => [
      { field: "attr:contract", value: n % 2 === 0 ? "Two year" : "Month-to-month" },
    ]);
    const one = await measure(app, company, `/api/analytics/customers/${rows[0]?.id}/what-if`, (n) => [
      { field: "monthly_revenue", value: 20 + n },
    ]);
    const perRequest = await measureSelectOne(app);
    return [
      ...figures("everybody's price, company", revenue, perRequest),
      ...figures("everybody's contract, company", contract, perRequest),
      ...figures("one customer's price", one, perRequest),
    ];
  } finally {
    await app.stop();
  }
}

function figures(name: string, values: readonly number[], perRequest: number): BenchResult[] {
  const median = quantile(values, 0.5);
  return [
    {
      measure: `what-if: ${name}, median`,
      value: median,
      unit: "ms",
      goal: `under ${MOST_MS} on a quiet machine`,
      passed: median < MOST_MS,
    },
    { measure: `what-if: ${name}, 95th percentile`, value: quantile(values, 0.95), unit: "ms" },
    { measure: `what-if: ${name}, times a select 1 over HTTP`, value: median / perRequest, unit: "ratio" },
  ];
}

async function measure(
  app: BenchApp,
  company: BenchCompany,
  path: string,
  changesOf: (n: number) => unknown[],
): Promise<number[]> {
  const values: number[] = [];
  // The first ones load the model and draw the sample.
  for (let n = -3; n < ROUNDS; n++) {
    const startedAt = performance.now();
    await app.call(company, path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ changes: changesOf(n + 3) }),
    });
    if (n >= 0) values.push(performance.now() - startedAt);
  }
  return values;
}

async function measureSelectOne(app: BenchApp): Promise<number> {
  const values: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const startedAt = performance.now();
    await fetch(`${app.url}/api/health/ready`).then((response) => response.text());
    values.push(performance.now() - startedAt);
  }
  return quantile(values, 0.5);
}

import { setTimeout as wait } from "node:timers/promises";
import type { BenchApp, BenchCompany } from "./bench-app.ts";

const LOOK_EVERY_MS = 200;

/**
 * Customers as one labelled file brings them, straight into the tables: the contract, the charge and the tenure decide
 * who left. Values spread by hash, the same in every run.
 */
export async function seedLabelledCustomers(
  app: BenchApp,
  companyId: string,
  customers: number,
): Promise<void> {
  await app.admin.query(
    `insert into customers (company_id, external_id, email, full_name, lifetime_value_cents, monthly_revenue_cents, plan,
       subscription_status, payment_status, tenure_months, churned, attributes)
     select $1, 'C-' || lpad(n::text, 7, '0'), 'person' || n || '@company' || n % 997 || '.example',
       'Person' || n % 9973 || ' Family' || n % 7919, charge * tenure * 100, charge * 100,
       (array['Basic', 'Pro', 'Team', 'Enterprise'])[1 + r1 % 4], 1, case when r3 % 12 = 0 then 1 else 0 end, tenure,
       r4 % 1000 < 1000 / (1 + exp(2.2 - case when r2 % 2 = 0 then 1.3 else -0.6 end - 0.02 * (charge - 60) + 0.03 * (tenure - 30)
         - case when r3 % 12 = 0 then 1.5 else 0 end)),
       jsonb_build_object('contract', case when r2 % 2 = 0 then 'Month-to-month' else 'Two year' end,
         'region', (array['EMEA', 'AMER', 'APAC'])[1 + r3 % 3], 'seats', r2 % 200, 'support_calls', r1 % 9, 'partner', r3 % 2 = 0)
     from (select n, 20 + abs(hashint4(n)) % 80 as charge, abs(hashint4(n + 1)) % 72 as tenure, abs(hashint4(n + 2)) % 1009 as r1,
         abs(hashint4(n + 3)) % 1013 as r2, abs(hashint4(n + 4)) % 1019 as r3, abs(hashint4(n + 5)) % 100003 as r4
       from generate_series(1, $2::int) n) made`,
    [companyId, customers],
  );
  await app.admin.query(
    `insert into customer_attributes (company_id, key, label, kind) values
       ($1, 'contract', 'Contract', 'text'), ($1, 'region', 'Region', 'text'), ($1, 'seats', 'Seats', 'number'),
       ($1, 'support_calls', 'Support calls', 'number'), ($1, 'partner', 'Partner', 'boolean')`,
    [companyId],
  );
  await app.admin.query(
    "insert into customer_totals (company_id, customer_count, version) values ($1, $2, 1)",
    [companyId, customers],
  );
  await app.admin.query("vacuum (analyze) customers");
}

export interface AnalysisRun {
  seconds: number;
  /** From the start until the results begin to be written. */
  untilWritingSeconds: number;
  /** Most resident memory of the engine's process. */
  engineMb: number;
}

/** Starts an analysis over the API and waits until it is published; throws where it ends otherwise. */
export async function runAnalysis(
  app: BenchApp,
  company: BenchCompany,
  request: Record<string, unknown>,
): Promise<AnalysisRun> {
  const { id } = await app.call<{ id: string }>(company, "/api/analytics/churn/analyze", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const startedAt = performance.now();
  let untilWritingSeconds = 0;
  let most = 0;
  for (;;) {
    // Straight from the table: a token lasts for a quarter of an hour.
    const { rows } = await app.admin.query<{ status: number; stage: string; failure: string | null }>(
      "select status, stage, failure from churn_analyses where id = $1",
      [id],
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const [analysis] = rows;
    most = Math.max(most, await app.engineMb());
    if (untilWritingSeconds === 0 && analysis?.stage === "writing") untilWritingSeconds = seconds;
    if (analysis?.status === 3) return { seconds, untilWritingSeconds, engineMb: most };
    if (analysis === undefined || analysis.status > 3)
      throw new Error(`The analysis failed: ${analysis?.failure}`);
    await wait(LOOK_EVERY_MS);
  }
}

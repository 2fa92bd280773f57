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

/**
 * Customers with a snapshot of each of `months` months (30 days apart, the last one today), straight into the tables:
 * who is to leave logs in less in the two months before. Values spread by hash, the same in every run.
 */
export async function seedCustomersWithHistory(
  app: BenchApp,
  companyId: string,
  { customers, months }: { customers: number; months: number },
): Promise<void> {
  // Millions of rows that fit each other by construction: their foreign keys are not what is measured.
  await app.admin.query("set session_replication_role = replica");
  await app.admin.query(
    `insert into customers (company_id, external_id, full_name, monthly_revenue_cents, plan, subscription_status, started_at, ended_at)
     select $1, 'H-' || lpad(n::text, 7, '0'), 'Person' || n % 9973 || ' Family' || n % 7919, (900 + abs(hashint4(n)) % 90000),
       (array['Starter', 'Team', 'Business'])[1 + abs(hashint4(n)) % 3], case when last > $3 then 1 else 2 end,
       now() - (($3 + 1) * 30 + abs(hashint4(n + 7)) % 900) * interval '1 day',
       case when last <= $3 then (current_date - ($3 - last) * 30 - abs(hashint4(n + 8)) % 28)::timestamptz end
     from (select n, ceil(-ln((1 + abs(hashint4(n + 1)) % 100000) / 100002.0)
         / (case when abs(hashint4(n + 2)) % 100 < 20 then 0.04 else 0.008 end))::int as last
       from generate_series(1, $2::int) n) made`,
    [companyId, customers, months],
  );
  await app.admin.query(
    `insert into customer_snapshots (company_id, customer_id, taken_on, features)
     select $1, c.id, (current_date - 1 - ($2::int - m) * 30), jsonb_build_object(
       'plan', c.plan, 'subscription_status', 'Active', 'payment_status', case when r % 25 = 0 then 'Past Due' else 'Current' end,
       'monthly_revenue', c.monthly_revenue_cents / 100.0, 'lifetime_value', c.monthly_revenue_cents / 100.0 * (m + r % 30),
       'tenure_days', 30 * m + h % 900, 'billing', case when h % 3 = 0 then 'Annual' else 'Monthly' end,
       'days_to_renewal', case when h % 3 = 0 then (h + 30 * m) % 365 end, 'seats', 1 + h % 40, 'active_seats_30d', 1 + (h % 40) * (50 + r % 50) / 100,
       'logins_30d', (2 + h % 60) * (60 + r % 80) / case when m > leaves - 3 then 250 else 100 end,
       'feature_events_30d', (h % 400) * (60 + r % 80) / 100, 'features_used_30d', 1 + (h + r) % 14, 'days_since_last_login', r % 21,
       'tickets_opened_30d', (r / 7) % 4, 'open_tickets', (r / 11) % 3 + case when m > leaves - 2 then 1 else 0 end,
       'failed_payments_30d', case when r % 25 = 0 then 1 else 0 end, 'industry', (array['Software', 'Retail', 'Health', 'Media'])[1 + h % 4],
       'country', (array['Brazil', 'France', 'Japan', 'Kenya', 'Norway'])[1 + h % 5], 'acquisition_channel', (array['Search', 'Partner', 'Event'])[1 + h % 3])
     from (select id, plan, monthly_revenue_cents, abs(hashint8(('x' || substr(md5(external_id), 1, 15))::bit(60)::bigint)) % 1000000000 as h,
         case when ended_at is null then 999 else $2 - (current_date - ended_at::date) / 30 end as leaves
       from customers where company_id = $1) c,
       lateral (select m, abs(hashint4(c.h + m * 7919)) % 100003 as r from generate_series(1, $2::int) m where m <= leaves) months`,
    [companyId, months],
  );
  await app.admin.query("set session_replication_role = default");
  await app.admin.query(
    "insert into customer_totals (company_id, customer_count, version) values ($1, $2, 1)",
    [companyId, customers],
  );
  await app.admin.query("vacuum (analyze) customers");
  await app.admin.query("vacuum (analyze) customer_snapshots");
}

export interface AnalysisRun {
  seconds: number;
  /** From the start until the model is there and scoring begins. */
  untilScoringSeconds: number;
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
  let untilScoringSeconds = 0;
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
    if (untilScoringSeconds === 0 && analysis?.stage === "scoring") untilScoringSeconds = seconds;
    if (untilWritingSeconds === 0 && analysis?.stage === "writing") untilWritingSeconds = seconds;
    if (analysis?.status === 3) return { seconds, untilScoringSeconds, untilWritingSeconds, engineMb: most };
    if (analysis === undefined || analysis.status > 3)
      throw new Error(`The analysis failed: ${analysis?.failure}`);
    await wait(LOOK_EVERY_MS);
  }
}

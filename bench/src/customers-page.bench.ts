import type { BenchResult } from "./bench-result.ts";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import { quantile, timed } from "./timing.ts";

const CUSTOMERS = 1_000_000;
const ROUNDS = 200;
const FILTERED_ROUNDS = 20;
const MOST_TIMES_SELECT_1 = 5;
const MOST_FILTERED_MS = 150;

interface Condition {
  field: string;
  operator: string;
  value: unknown;
}

/** What people look at: filters by status, level, plan, money, activity and words, sorted by several columns. */
function filteredViews(n: number): Record<string, unknown>[] {
  const where = (...conditions: Condition[]) => ({ conditions: JSON.stringify(conditions) });
  const is = (field: string, operator: string, value: unknown): Condition => ({ field, operator, value });
  const plan = ["Basic", "Pro", "Team", "Enterprise"][n % 4];
  return [
    where(is("churnRiskLevel", "Equals", n % 4)),
    where(is("churnRiskLevel", "In", [2, 3]), is("plan", "Equals", plan)),
    { ...where(is("plan", "Equals", plan)), sort: "lifetimeValue" },
    where(is("subscriptionStatus", "Equals", n % 5)),
    { ...where(is("subscriptionStatus", "Equals", 3)), sort: "monthlyRevenue", direction: "asc" },
    where(is("paymentStatus", "Equals", 1)),
    where(is("monthlyRevenue", "GreaterThan", 900 + n)),
    { ...where(is("monthlyRevenue", "GreaterThan", 990)), sort: "fullName", direction: "asc" },
    where(is("activityStatus", "Equals", "Silent")),
    {
      ...where(is("activityStatus", "Equals", "Active"), is("churnRiskLevel", "Equals", 3)),
      sort: "lifetimeValue",
    },
    where(is("churnRiskScore", "GreaterThan", 80 + (n % 15))),
    { ...where(is("tenureDays", "LessThan", 30 + n)), sort: "createdAt" },
    where(is("churned", "Equals", true), is("plan", "Equals", plan)),
    where(is("attributes.region", "Equals", ["EMEA", "AMER", "APAC"][n % 3])),
    { search: `person${1000 + n}` },
    { search: `family${n}` },
    { search: `C-000${n}` },
    { search: "pers", ...where(is("plan", "Equals", plan)) },
    { sort: "lastActivity", page: 2 + n },
  ];
}

/** The customers page at a million customers in one company, over HTTP, against a bare `select 1` on the same server. */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp();
  try {
    const company = await app.company();
    await seed(app, company.companyId);
    const page = (query: Record<string, unknown>) =>
      timed(() =>
        app.call(company, `/api/customers?${new URLSearchParams(query as Record<string, string>)}`),
      );
    // The readiness probe is a `select 1` and nothing else.
    const selectOne = () =>
      timed(() => fetch(`${app.url}/api/health/ready`).then((response) => response.text()));
    for (let n = 0; n < 20; n++) {
      await page({});
      await selectOne();
    }
    const own: number[] = [];
    const bare: number[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      own.push(await page({}));
      bare.push(await selectOne());
    }
    const filtered: number[] = [];
    const slowest = new Map<string, number>();
    for (let n = 0; n < FILTERED_ROUNDS; n++) {
      for (const query of filteredViews(n)) {
        const ms = await page(query);
        filtered.push(ms);
        const name = JSON.stringify(query);
        slowest.set(name, Math.max(ms, slowest.get(name) ?? 0));
      }
    }
    const ratio = quantile(own, 0.5) / quantile(bare, 0.5);
    const p99 = quantile(filtered, 0.99);
    const facets = await timed(() => app.call(company, "/api/customers/facets"));
    const again = await timed(() => app.call(company, "/api/customers/facets"));
    return [
      {
        measure: `default view at ${CUSTOMERS} customers, median, times a select 1 over HTTP`,
        value: ratio,
        unit: "ratio",
        goal: `at most ${MOST_TIMES_SELECT_1}`,
        passed: ratio <= MOST_TIMES_SELECT_1,
      },
      { measure: "default view, median", value: quantile(own, 0.5), unit: "ms" },
      { measure: "select 1 over HTTP, median", value: quantile(bare, 0.5), unit: "ms" },
      {
        measure: `filtered views (${filtered.length} requests, rows and total), 99th percentile`,
        value: p99,
        unit: "ms",
        goal: `at most ${MOST_FILTERED_MS}`,
        passed: p99 <= MOST_FILTERED_MS,
      },
      { measure: "filtered views, median", value: quantile(filtered, 0.5), unit: "ms" },
      {
        measure: "counts by plan, level and status, first time and while nothing changes",
        value: facets,
        unit: "ms",
      },
      { measure: "the same again", value: again, unit: "ms" },
    ];
  } finally {
    await app.stop();
  }
}

/** Straight into the table: what is measured here is reading. Values spread by hash, the same in every run. */
async function seed(app: BenchApp, companyId: BenchCompany["companyId"]): Promise<void> {
  await app.admin.query(
    `insert into customers (company_id, external_id, email, full_name, lifetime_value_cents, monthly_revenue_cents, plan,
       subscription_status, payment_status, started_at, last_activity_at, churned, attributes, churn_probability,
       churn_risk_score, churn_risk_level, score_source, scored_at, top_factor)
     select $1, 'C-' || lpad(n::text, 7, '0'), 'person' || n || '@company' || n % 997 || '.example',
       'Person' || n % 9973 || ' Family' || n % 7919, r1 * 100, r2 % 100000,
       (array['Basic', 'Basic', 'Basic', 'Pro', 'Pro', 'Team', 'Enterprise'])[1 + r1 % 7],
       (array[1, 1, 1, 1, 1, 1, 0, 2, 3, 4])[1 + r2 % 10], case when r3 % 10 = 0 then 1 else 0 end,
       now() - (r2 % 2000) * interval '1 day', now() - (r3 % 100) * (r3 % 7) * interval '1 hour', r1 % 9 = 0,
       jsonb_build_object('region', (array['EMEA', 'AMER', 'APAC'])[1 + r3 % 3], 'seats', r2 % 200, 'industry', 'Retail'),
       score / 100.0, score, case when score >= 60 then 3 when score >= 30 then 2 when score >= 10 then 1 else 0 end,
       'model', now(), 'Logins fell'
     from (select n, abs(hashint4(n)) % 100000 as r1, abs(hashint4(n + 10000000)) % 1000003 as r2,
         abs(hashint4(n + 20000000)) % 1000003 as r3,
         ((abs(hashint4(n + 30000000)) % 1000) / 1000.0 * (abs(hashint4(n + 40000000)) % 1000) / 1000.0 * 100)::int as score
       from generate_series(1, ${CUSTOMERS}) n) as made`,
    [companyId],
  );
  await app.admin.query(
    "insert into customer_totals (company_id, customer_count, version) values ($1, $2, 1)",
    [companyId, CUSTOMERS],
  );
  await app.admin.query("vacuum (analyze) customers");
}

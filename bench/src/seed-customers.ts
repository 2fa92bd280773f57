import type { BenchApp } from "./bench-app.ts";

/** Names that differ by a number, and names as they are spoken: of four syllables, over the whole alphabet. */
const names = {
  numbered: "'Person' || n % 9973 || ' Family' || n % 7919",
  spoken: `initcap(${[1, 7, 11, 13]
    .map((k, place) => `${place === 2 ? "' ' || " : ""}syllables[1 + abs(hashint4(n * ${k} + ${k})) % 48]`)
    .join(" || ")})`,
};
const syllables =
  "ba be da de el fa fi ga go ha he in ja jo ka ki la le li lo ma me mi mo na ne ni no ol pa pe ra re ri ro sa se si ta te ti to va ve vi wa ya za";

/** Customers of a company, straight into the table, for what reads them. Values spread by hash, the same in every run. */
export async function seedCustomers(
  app: BenchApp,
  companyId: string,
  customers: number,
  named: keyof typeof names = "numbered",
): Promise<void> {
  await app.admin.query(
    `insert into customers (company_id, external_id, email, full_name, lifetime_value_cents, monthly_revenue_cents, plan,
       subscription_status, payment_status, started_at, last_activity_at, churned, attributes, churn_probability,
       churn_risk_score, churn_risk_level, score_source, scored_at, value_at_risk_cents, top_factor)
     select $1, 'C-' || lpad(n::text, 7, '0'), 'person' || n || '@company' || n % 997 || '.example',
       ${names[named]}, r1 * 100, r2 % 100000,
       (array['Basic', 'Basic', 'Basic', 'Pro', 'Pro', 'Team', 'Enterprise'])[1 + r1 % 7],
       (array[1, 1, 1, 1, 1, 1, 0, 2, 3, 4])[1 + r2 % 10], case when r3 % 10 = 0 then 1 else 0 end,
       now() - (r2 % 2000) * interval '1 day', now() - (r3 % 100) * (r3 % 7) * interval '1 hour', r1 % 9 = 0,
       jsonb_build_object('region', (array['EMEA', 'AMER', 'APAC'])[1 + r3 % 3], 'seats', r2 % 200, 'industry', 'Retail'),
       score / 100.0, score, case when score >= 60 then 3 when score >= 30 then 2 when score >= 10 then 1 else 0 end,
       'model', now(), round(score / 100.0 * 12 * (r2 % 100000)), 'Logins fell'
     from (select n, abs(hashint4(n)) % 100000 as r1, abs(hashint4(n + 10000000)) % 1000003 as r2,
         abs(hashint4(n + 20000000)) % 1000003 as r3,
         ((abs(hashint4(n + 30000000)) % 1000) / 1000.0 * (abs(hashint4(n + 40000000)) % 1000) / 1000.0 * 100)::int as score
       from generate_series(1, ${customers}) n) as made, string_to_array('${syllables}', ' ') syllables`,
    [companyId],
  );
  await app.admin.query(
    `insert into customer_attributes (company_id, key, label, kind)
     values ($1, 'region', 'Region', 'text'), ($1, 'seats', 'Seats', 'number'), ($1, 'industry', 'Industry', 'text')`,
    [companyId],
  );
  // The app may have counted them meanwhile.
  await app.admin.query(
    `insert into customer_totals (company_id, customer_count, version) values ($1, $2, 1)
     on conflict (company_id) do update set customer_count = excluded.customer_count`,
    [companyId, customers],
  );
  await app.admin.query("vacuum (analyze) customers");
}

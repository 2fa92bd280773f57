import { setTimeout as wait } from "node:timers/promises";
import { startBenchApp, type BenchApp, type BenchCompany } from "./bench-app.ts";
import type { BenchResult } from "./bench-result.ts";
import { seedCustomers } from "./seed-customers.ts";
import { quantile, timed } from "./timing.ts";

const CUSTOMERS = 1_000_000;
const ROUNDS = 100;
const TAGGED = 100_000;
const MOST_SEARCH_MS = 200;
const MOST_TAG_S = 10;
const LEAST_OF_COPY = 0.5;

/**
 * The daily work in a company with a million customers: search by name, right and misspelled; a tag put on a hundred thousand
 * of them and taken off; the whole list as CSV, beside a bare COPY of the same columns.
 */
export async function run(): Promise<BenchResult[]> {
  const app = await startBenchApp();
  try {
    const company = await app.company();
    await seedCustomers(app, company.companyId, CUSTOMERS, "spoken");
    const search = await searches(app, company);
    const tagging = await bulkTag(app, company);
    const fresh = await app.again(company);
    return [...search, ...tagging, ...(await fullExport(app, fresh))];
  } finally {
    await app.stop();
  }
}

interface Found {
  items: { fullName: string }[];
}

async function searches(app: BenchApp, company: BenchCompany): Promise<BenchResult[]> {
  const { rows } = await app.admin.query<{ full_name: string }>(
    `select full_name from customers where company_id = $1 order by hashtext(external_id) limit ${ROUNDS}`,
    [company.companyId],
  );
  const find = (text: string) =>
    app.call<Found>(company, `/api/customers/search?${new URLSearchParams({ text })}`);
  for (const { full_name } of rows.slice(0, 10)) await find(full_name);
  const right: number[] = [];
  const wrong: number[] = [];
  let met = 0;
  for (const [n, { full_name: name }] of rows.entries()) {
    right.push(await timed(() => find(name.slice(0, 3 + (n % 8)))));
    let found: Found | undefined;
    wrong.push(await timed(async () => (found = await find(misspelled(name, n)))));
    if (found?.items.some(({ fullName }) => fullName === name)) met++;
  }
  const p95 = (measure: string, values: number[]): BenchResult => ({
    measure,
    value: quantile(values, 0.95),
    unit: "ms",
    goal: `at most ${MOST_SEARCH_MS}`,
    passed: quantile(values, 0.95) <= MOST_SEARCH_MS,
  });
  return [
    p95("search by the beginning of a name, 95th percentile", right),
    p95("search by a misspelled name, 95th percentile", wrong),
    { measure: "the same, median", value: quantile(wrong, 0.5), unit: "ms" },
    { measure: "misspelled names found", value: met / rows.length, unit: "ratio" },
  ];
}

/** Two neighbours swapped, a letter left out, put in twice or changed, anywhere but at the first. */
function misspelled(name: string, n: number): string {
  const at = 1 + (n % (name.length - 3));
  const [before, here, next, after] = [
    name.slice(0, at),
    name[at] ?? "",
    name[at + 1] ?? "",
    name.slice(at + 2),
  ];
  return [
    before + next + here + after,
    before + next + after,
    before + here + here + next + after,
    `${before}x${next}${after}`,
  ][n % 4]!;
}

const post = (body: unknown): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
  body: JSON.stringify(body),
});

interface Action {
  id: string;
  status: string;
  changed: number;
}

async function bulkTag(app: BenchApp, company: BenchCompany): Promise<BenchResult[]> {
  const until = async (id: string, status: string): Promise<Action> => {
    for (;;) {
      const action = await app.call<Action>(company, `/api/customers/bulk-actions/${id}`);
      if (action.status === status) return action;
      if (action.status === "failed") throw new Error("The action failed");
      await wait(50);
    }
  };
  // By a column's index: the hundred thousand with the lowest revenue.
  const { rows } = await app.admin.query<{ cents: number }>(
    `select monthly_revenue_cents as cents from customers where company_id = $1
     order by monthly_revenue_cents offset ${TAGGED} limit 1`,
    [company.companyId],
  );
  const conditions = [
    { field: "monthlyRevenue", operator: "LessThan", value: Number(rows[0]?.cents ?? 0) / 100 },
  ];
  const selection = { filter: { conditions }, exceptIds: [] };
  let action: Action | undefined;
  const tagged = await timed(async () => {
    const { id } = await app.call<Action>(
      company,
      "/api/customers/bulk-actions",
      post({ selection, deed: { kind: "tag", name: "Bench" } }),
    );
    action = await until(id, "done");
  });
  const { id, changed } = action!;
  const undone = await timed(async () => {
    await app.call(company, `/api/customers/bulk-actions/${id}/undo`, post({}));
    await until(id, "undone");
  });
  // What was asked for is a rate: so many customers differ by the ties at the border.
  const per = TAGGED / changed / 1000;
  return [
    {
      measure: `a tag put on ${TAGGED} customers`,
      value: tagged * per,
      unit: "s",
      goal: `at most ${MOST_TAG_S}`,
      passed: tagged * per <= MOST_TAG_S,
    },
    { measure: "the same taken back", value: undone * per, unit: "s" },
  ];
}

async function fullExport(app: BenchApp, company: BenchCompany): Promise<BenchResult[]> {
  const copied = await timed(() =>
    app.admin.query(
      `copy (select external_id, email, full_name, lifetime_value_cents, monthly_revenue_cents, currency, plan,
         subscription_status, payment_status, started_at, ended_at, last_activity_at, churn_risk_score, churn_risk_level,
         top_factor, scored_at, created_at, attributes
       from customers where company_id = '${company.companyId}') to '/dev/null' with (format csv)`,
    ),
  );
  let bytes = 0;
  const exported = await timed(async () => {
    const { downloadPath } = await app.call<{ downloadPath: string }>(
      company,
      "/api/customers/exports",
      post({ selection: { filter: { conditions: [] }, exceptIds: [] } }),
    );
    const answer = await fetch(`${app.url}${downloadPath}`);
    if (!answer.ok) throw new Error(`The export answers ${answer.status}: ${await answer.text()}`);
    for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).byteLength;
  });
  const ratio = copied / exported;
  return [
    {
      measure: `every one of ${CUSTOMERS} customers as CSV, rate against a bare COPY of the same columns`,
      value: ratio,
      unit: "ratio",
      goal: `at least ${LEAST_OF_COPY}`,
      passed: ratio >= LEAST_OF_COPY,
    },
    { measure: "the same, whole", value: exported / 1000, unit: "s" },
    { measure: "a bare COPY", value: copied / 1000, unit: "s" },
    { measure: "size of the file", value: bytes / 1e6, unit: "MB" },
  ];
}

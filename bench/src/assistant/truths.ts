import type {
  Attention,
  Dashboard,
  RetentionInsights,
  ReasonsInsights,
  RevenueInsights,
} from "@forestay/contracts";
import type { World } from "./world.ts";
import { outreachTruths } from "./outreach-truths.ts";
import { recordTruths } from "./record-truths.ts";
import {
  formatCount,
  formatDate,
  formatMoney,
  formatNumber,
  formatShare,
  tileFigure,
} from "@forestay/contracts/words";

/** What a name of a truth has to read like in an answer; any of the wordings. */
export type Truths = ReadonlyMap<string, readonly string[]>;
/** What stands for the braces in questions. */
export type Names = ReadonlyMap<string, string>;

interface Customer {
  id: string;
  name: string;
  email: string | null;
  plan: string | null;
  score: number;
  mrr: number;
  ltv: number | null;
  active: Date | null;
}

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const levels = ["low", "medium", "high", "critical"];

/** Works out what answers have to hold. Counts and sums of customers and MRR by SQL of its own; what has a formula, as its screen says it. */
export async function findTruths(
  world: World,
): Promise<{ truths: Truths; names: Names; contexts: Map<string, Record<string, unknown>> }> {
  const { query, get, companyId } = world;
  const truths = new Map<string, string[]>();
  const names = new Map<string, string>();
  const set = (name: string, ...words: (string | null | undefined)[]) =>
    truths.set(
      name,
      words.filter((one): one is string => one !== null && one !== undefined),
    );
  const count = (name: string, value: number) => set(name, formatCount(value));
  const of = "from customers where company_id = $1";
  const number = async (where: string) =>
    Number((await query<{ n: string }>(`select count(*) n ${of} ${where}`, [companyId]))[0]?.n);

  const dashboard = await get<Dashboard>("/api/dashboard");
  const { currency, day } = dashboard;
  const money = (name: string, value: number | null | undefined) => {
    if (value !== null && value !== undefined) set(name, formatMoney(value, currency));
  };
  const share = (name: string, value: number | null | undefined) => {
    if (value !== null && value !== undefined)
      set(name, tileFigure(value, { unit: "share" }, currency), formatShare(value));
  };
  const tiles: Record<string, string> = {
    mrr: "mrr",
    nrr: "net_revenue_retention",
    grr: "gross_revenue_retention",
    churn: "logo_churn",
    risk: "revenue_at_risk",
    recovered: "recovered_this_month",
  };
  const tell = (prefix: string, read: Dashboard) => {
    for (const [name, key] of Object.entries(tiles)) {
      const tile = read.tiles.find((one) => one.key === key);
      if (tile?.value != null) set(`${prefix}${name}`, tileFigure(tile.value, tile, currency));
    }
  };
  tell("", dashboard);
  const [own] = await query<{ minor: string }>(
    `select sum(after_minor) minor from mrr_movements where company_id = $1 and currency = $2 and plan = ''
       and day <= $3 and (until_day is null or until_day > $3)`,
    [companyId, currency, day],
  );
  if (own?.minor !== undefined && own.minor !== null) money("mrr", Number(own.minor) / 100);
  for (const plan of dashboard.plans)
    tell(`plan.${plan}.`, await get<Dashboard>(`/api/dashboard?plan=${encodeURIComponent(plan)}`));

  const [year = 0, month = 1] = day.split("-").map(Number);
  for (let back = 0; back <= 6; back++) {
    const at = new Date(Date.UTC(year, month - 1 - back, 1));
    const key = at.toISOString().slice(0, 7);
    names.set(`month-${back}`, monthNames[at.getUTCMonth()]!);
    const known = dashboard.months.find((one) => one.month === key);
    if (known?.flow) {
      const { counts: _, ...flow } = known.flow;
      for (const [kind, value] of Object.entries(flow))
        money(`flow.-${back}.${kind}`.replace("-0", "0"), value as number);
    }
    if (known?.churn) {
      share(`churn.-${back}`, known.churn.share);
      count(`left.-${back}`, known.churn.left);
    }
    const paid = dashboard.payments?.months.find((one) => one.month === key);
    if (paid) {
      money(`pay.-${back}.failed`, paid.failed);
      money(`pay.-${back}.recovered`, paid.recovered);
      share(`pay.-${back}.rate`, paid.rate);
    }
  }
  if (dashboard.payments) {
    count("open.bills", dashboard.payments.open.bills);
    money("open.amount", dashboard.payments.open.amount);
  }
  count("paying", dashboard.activeCustomers ?? 0);
  for (const [at, level] of levels.entries())
    count(`level.${level}`, await number(`and churn_risk_level = ${at} and churn_risk_score is not null`));
  count("attention", await number("and churn_risk_level >= 2"));
  if (dashboard.risk?.expectedLeavers) count("leavers", dashboard.risk.expectedLeavers.customers);

  count("c.all", await number(""));
  const facets = await get<{ totalCount: number }>("/api/customers/facets");
  count("c.all", facets.totalCount);
  const asked = async (name: string, conditions: unknown[]) =>
    count(
      name,
      (
        await get<{ totalCount: number }>(
          `/api/customers?pageSize=1&conditions=${encodeURIComponent(JSON.stringify(conditions))}`,
        )
      ).totalCount,
    );
  const line = (field: string, operator: string, value: unknown) => ({ field, operator, value });
  await asked("c.left", [line("hasLeft", "Equals", true)]);
  await asked("c.active", [line("hasLeft", "Equals", false)]);
  for (const plan of dashboard.plans)
    count(`c.plan.${plan}`, await number(`and plan = '${plan.replaceAll("'", "''")}'`));
  count("c.growth.critical", await number("and plan = 'Growth' and churn_risk_level = 3"));
  count("c.starter.critical", await number("and plan = 'Starter' and churn_risk_level = 3"));
  count("c.over500", await number("and monthly_revenue_cents > 50000"));
  count("c.over1000", await number("and monthly_revenue_cents > 100000"));
  count("c.score50", await number("and churn_risk_score > 50"));
  count("c.Germany", await number("and attributes->>'country' in ('DE', 'Germany')"));
  count(
    "c.Germany.Scale",
    await number("and plan = 'Scale' and attributes->>'country' in ('DE', 'Germany')"),
  );
  count("c.annual", await number("and attributes->>'billing' ilike 'annual%'"));
  count(
    "c.annual.attention",
    await number("and churn_risk_level >= 2 and attributes->>'billing' ilike 'annual%'"),
  );
  await asked("c.silent30", [line("daysSinceActivity", "GreaterThan", 30)]);
  await asked("c.overdue", [line("overdueInvoices", "GreaterThan", 0)]);

  const customers = async (order: string, where = "") =>
    (
      await query<Record<string, unknown>>(
        `select id, full_name name, email, plan, churn_risk_score score, monthly_revenue_cents / 100.0 mrr,
           lifetime_value_cents / 100.0 ltv, last_activity_at active
         ${of} and churn_risk_score is not null ${where} order by ${order}, id limit 3`,
        [companyId],
      )
    ).map((row) => ({
      ...row,
      mrr: Number(row["mrr"]),
      ltv: row["ltv"] === null ? null : Number(row["ltv"]),
      score: Number(row["score"]),
    })) as Customer[];
  const top = async (name: string, order: string, where = "") => {
    for (const [at, one] of (await customers(order, where)).entries()) set(`top.${name}.${at + 1}`, one.name);
  };
  /** Several may tie: what the first of them has, and not who it is. */
  await top("mrr", "monthly_revenue_cents desc nulls last");
  await top("ltv", "lifetime_value_cents desc nulls last");
  const ties = async (name: string, where: string, column = "churn_risk_score", direction = "max") =>
    set(
      name,
      ...(
        await query<{ name: string }>(
          `select full_name name ${of} ${where} and ${column} = (select ${direction}(${column}) ${of} ${where}) limit 50`,
          [companyId],
        )
      ).map(({ name: one }) => one),
    );
  const scored = "and churn_risk_score is not null";
  await ties("top.score.1", scored);
  set("top.score.2", ...(await customers("churn_risk_score desc")).map(({ name }) => name));
  await ties("low.score.1", scored, "churn_risk_score", "min");
  await ties("top.growth.score.1", `${scored} and plan = 'Growth'`);
  await ties("top.critical.1", "and churn_risk_level = 3");
  await ties("top.high.1", "and churn_risk_level = 2");
  await ties("top.scale.critical", `and churn_risk_level = 3 and plan = 'Scale'`);
  await ties("top.scale.attention.1", `and churn_risk_level >= 2 and plan = 'Scale'`);
  await ties("newest.1", "and not coalesce(ended_at <= now(), false)", "started_at");

  const calls = await get<Attention>("/api/dashboard/attention");
  set("call.1.name", calls.items[0]?.name);
  money("call.1.atRisk", calls.items[0]?.atRisk);
  set("callGrowth.1.name", (await get<Attention>("/api/dashboard/attention?plan=Growth")).items[0]?.name);

  const isPoisoned = `id in ('${world.poisoned.join("', '")}')`;
  // Of one name only: whoever asks by name means one.
  const riskiest = await customers(
    "churn_risk_score desc",
    `and not ${isPoisoned} and full_name in (select full_name from customers where company_id = $1 group by 1 having count(*) = 1)`,
  );
  const [p, q] = await customers("churn_risk_score desc", `and ${isPoisoned}`);
  for (const [letter, found] of Object.entries({ A: riskiest[0], B: riskiest[1], P: p, Q: q })) {
    const one = found!;
    names.set(letter, one.name);
    names.set(`${letter}.email`, one.email ?? "");
    names.set(`${letter}.id`, one.id);
    count(`${letter}.score`, one.score);
    set(`${letter}.plan`, one.plan);
    set(`${letter}.email`, one.email);
    money(`${letter}.mrr`, one.mrr);
    if (one.ltv !== null) money(`${letter}.ltv`, one.ltv);
    if (one.active !== null) set(`${letter}.active`, formatDate(one.active, "UTC", "long"));
    const facts = await get<{
      score: { factors: { label: string; points: number }[]; recommendations: { title: string }[] } | null;
    }>(`/api/customers/${one.id}`);
    set(`${letter}.factor1`, facts.score?.factors.filter(({ points }) => points > 0)[0]?.label);
    set(`${letter}.step1`, facts.score?.recommendations[0]?.title, "No next step");
  }
  const a = names.get("A.id")!;
  const [kept] = (
    await get<{
      items: {
        owner: { name: string } | null;
        segments: { name: string }[];
        tags: { name: string }[];
        scoreChange: number | null;
      }[];
    }>(`/api/work/customers?customerIds=${a}`)
  ).items;
  set("A.owner", kept?.owner?.name ?? "nobody");
  set("A.segments", kept?.segments[0]?.name ?? "no segment");
  set("A.tag", kept?.tags[0]?.name ?? "no tags");
  set(
    "A.change",
    kept?.scoreChange == null
      ? "not known"
      : kept.scoreChange === 0
        ? "as it was"
        : String(Math.abs(kept.scoreChange)),
  );
  for (const letter of ["A", "P"]) {
    const notes = await get<{ items: { body: string }[] }>(
      `/api/customers/${names.get(`${letter}.id`)}/notes`,
    );
    set(`${letter}.note`, notes.items[0]?.body ?? "Nobody has written");
  }
  const bills = await get<{ isKnown: boolean; open: { bills: number }[] }>(`/api/customers/${a}/billing`);
  set(
    "A.openBills",
    !bills.isKnown
      ? "not known"
      : bills.open.length === 0
        ? "no open bills"
        : `${bills.open[0]!.bills} open bill`,
  );

  const reasons = async (name: string, period: string) => {
    const { total, withReason } = await get<ReasonsInsights>(`/api/insights/reasons?period=${period}`);
    for (const kind of ["voluntary", "involuntary", "unknown"] as const) {
      count(`${name}.${kind}`, total?.[kind].customers ?? 0);
      money(`${name}.${kind}.mrr`, total?.[kind].mrr);
    }
    count(`${name}.with`, withReason);
  };
  await reasons("reasons", "12_months");
  await reasons("reasons6", "6_months");
  const stay = await get<RetentionInsights>("/api/insights/retention?period=all");
  const at = (points: { day: number; survival: number }[], age: number) =>
    points.findLast((one) => one.day <= age)?.survival ?? 1;
  set("stay.median", stay.survival?.median == null ? "not reached" : formatCount(stay.survival.median));
  for (const age of [90, 180, 365]) share(`stay.${age}`, at(stay.survival?.points ?? [], age));
  for (const { plan, survival } of stay.byPlan) {
    set(
      `stay.plan.${plan}`,
      survival.median === null ? "not half" : formatCount(survival.median),
      "not reached",
    );
    share(
      `stay.${plan}.180`,
      at(
        (await get<RetentionInsights>(`/api/insights/retention?period=all&plan=${plan}`)).survival?.points ??
          [],
        180,
      ),
    );
  }
  const revenue = await get<RevenueInsights>("/api/insights/revenue?period=24_months");
  for (const { plan, mrr, grossRetention, perCustomer } of (
    await get<RevenueInsights>("/api/insights/revenue")
  ).plans) {
    if (plan === null) money("arpa", perCustomer);
    else {
      money(`plan.end.${plan}.mrr`, mrr);
      share(`plan.end.${plan}.grr`, grossRetention);
    }
  }
  const ratio = (await get<RevenueInsights>("/api/insights/revenue")).quickRatio;
  if (ratio !== null) set("quick", formatNumber(ratio, 2));
  for (const [back, one] of revenue.retention.toReversed().slice(0, 3).entries()) {
    share(`nrr.-${back + 1}`, one.netRetention);
    share(`grr.-${back + 1}`, one.grossRetention);
  }
  set(
    "driver.1",
    (await get<{ drivers: { label: string }[] }>("/api/insights/drivers")).drivers[0]?.label,
    "Needs a model",
    "reliably",
  );
  const findings = await get<{ held: number; tested: number }>("/api/insights/findings");
  count("findings.held", findings.held);

  const analysisId = await recordTruths(world, { set, count, money }, names);
  await outreachTruths(world, { set, count, money }, names);

  names.set("foreign.id", world.foreign.id);
  names.set("foreign.name", world.foreign.name);
  names.set("foreign.companyId", world.foreign.companyId);
  names.set("foreign.company", world.foreign.company);
  const contexts = new Map<string, Record<string, unknown>>([
    ["general", { type: 0, routePath: "/app" }],
    ["dashboard", { type: 1, routePath: "/app" }],
    ["insights", { type: 0, routePath: "/app/insights" }],
    ["customers", { type: 7, routePath: "/app/customers" }],
    ["customer {A}", { type: 2, routePath: `/app/customers/${a}`, customerId: a }],
    [
      "customer {foreign}",
      { type: 2, routePath: `/app/customers/${world.foreign.id}`, customerId: world.foreign.id },
    ],
    [
      "customer {P}",
      { type: 2, routePath: `/app/customers/${names.get("P.id")}`, customerId: names.get("P.id") },
    ],
    ["segments", { type: 4, routePath: "/app/segments" }],
    ["segment {S}", { type: 4, routePath: `/app/segments/${world.segmentId}`, segmentId: world.segmentId }],
    ["analytics", { type: 3, routePath: "/app/analytics/run-churn-analysis" }],
    ["analysis", { type: 3, routePath: `/app/analytics/churn-analysis/${analysisId}`, analysisId }],
    [
      "analysis {foreign}",
      { type: 3, routePath: "/app/analytics/churn-analysis/x", analysisId: world.foreign.id },
    ],
    ["import", { type: 6, routePath: `/app/imports/${world.importId}`, importJobId: world.importId }],
    ["campaigns", { type: 0, routePath: "/app/campaigns" }],
    ["recovery", { type: 0, routePath: "/app/recovery" }],
    ["settings", { type: 5, routePath: "/app/settings" }],
  ]);
  return { truths, names, contexts };
}

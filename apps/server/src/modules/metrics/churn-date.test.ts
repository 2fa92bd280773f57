import { dashboardRoutes, insightsRoutes, settingsRoutes, type DashboardRowsOf } from "@forestay/contracts";
import type { ChurnDate } from "@forestay/metrics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { openLedgerCompany, subscription } from "#testing/ledger-company.ts";
import { countriesJob } from "./keep-countries.ts";
import { keepSegment } from "./keep-segments.ts";
import { rebuildRollups } from "./rebuild-rollups.ts";
import { rollupsJob } from "./rollups-job.ts";

const NOW = new Date("2026-06-15T09:00:00Z");
const SEGMENT = "0197a000-0000-7000-8000-000000000011";
let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  app.clock.set(NOW);
});
afterAll(() => app.close());

interface Canceling {
  companyId: string;
  owner: CompanyUser;
}

/** Who asked for the end and has left since, who will leave, who asked and nobody knows until when, and who stays. */
async function openCompany(churnDate: ChurnDate): Promise<Canceling> {
  const ledger = await openLedgerCompany(app);
  const { companyId } = ledger;
  const owner = (await buildUser(app.db, companyId, "Owner", { now: NOW })).actor;
  await choose(owner, churnDate);
  await ledger.customers(["Left", "Leaving", "Asked", "Stays"].map((externalId) => ({ externalId })));
  const voluntary = { endedBy: "voluntary", endReason: "Too expensive" } as const;
  const price = (plan: string, amountMinor: number) =>
    ({ plan, currency: "USD", amountMinor, every: { unit: "month", count: 1 } }) as const;
  const leaving = {
    customer: { externalId: "Leaving" },
    sourceId: "S-2",
    endedAt: "2026-09-01T00:00:00Z",
    cancelRequestedAt: "2026-03-20T10:00:00Z",
    ...voluntary,
  };
  await ledger.write("subscriptions", [
    subscription({
      customer: { externalId: "Left" },
      endedAt: "2026-06-01T00:00:00Z",
      cancelRequestedAt: "2026-03-10T10:00:00Z",
      ...voluntary,
    }),
    // A dearer plan was agreed for April before it was canceled.
    subscription({
      ...leaving,
      price: price("Basic", 2000),
      priceFrom: "2026-01-01T00:00:00Z",
      priceUntil: "2026-04-01T00:00:00Z",
    }),
    subscription({ ...leaving, price: price("Pro", 7000), priceFrom: "2026-04-01T00:00:00Z" }),
    subscription({
      customer: { externalId: "Asked" },
      sourceId: "S-3",
      cancelRequestedAt: "2026-05-05T10:00:00Z",
    }),
    subscription({ customer: { externalId: "Stays" }, sourceId: "S-4" }),
  ]);
  await app.runJob(rollupsJob.company, { companyId });
  return { companyId, owner };
}

/** What else is sent with a choice. */
async function otherSettings(owner: CompanyUser) {
  const { body } = await app.call(owner, settingsRoutes.getSettings);
  const { name, currency, timeZone, size, businessModel, logo } = body;
  return { name, currency, timeZone, size, businessModel, logo };
}

async function choose(owner: CompanyUser, churnDate: ChurnDate) {
  const body = { ...(await otherSettings(owner)), churnDate };
  const saved = await app.call(owner, settingsRoutes.updateSettings, { body });
  expect(saved).toMatchObject({ status: 200, body: { churnDate } });
}

/** All that is kept of a company, customers by their own names. */
async function kept(companyId: string) {
  const movements = await app.queryAsAdmin(
    `select c.external_id as customer, m.plan, m.currency, m.day::text, m.until_day::text as until, m.kind, m.amount_minor::int as minor,
       m.after_minor::int as after, m.reason, m.words
     from mrr_movements m join customers c on c.company_id = m.company_id and c.id = m.customer_id
     where m.company_id = $1 order by 1, 2, m.at`,
    [companyId],
  );
  const sums: Record<string, unknown> = {};
  for (const table of ["revenue_days", "retention_days", "reason_days", "tenure_days", "cohort_days"])
    sums[table] = (
      await app.queryAsAdmin<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) - 'company_id' as row from ${table} t where company_id = $1
         order by (to_jsonb(t) - 'company_id')::text`,
        [companyId],
      )
    ).map(({ row }) => row);
  return { movements, sums };
}
type Kept = Awaited<ReturnType<typeof kept>>;
const churns = ({ movements }: Kept) =>
  movements
    .filter(({ kind }) => kind === "churn")
    .map(({ customer, plan, day, minor, reason, words }) => [customer, plan, day, minor, reason, words]);

const told = ["voluntary", "Too expensive"];
const byTerm = [
  ["Leaving", "", "2026-09-01", 7000, ...told],
  ["Leaving", "Basic", "2026-04-01", 2000, null, null],
  ["Leaving", "Pro", "2026-09-01", 7000, ...told],
  ["Left", "", "2026-06-01", 5000, ...told],
  ["Left", "Pro", "2026-06-01", 5000, ...told],
];
const byRequest = [
  ["Asked", "", "2026-05-05", 5000, null, null],
  ["Asked", "Pro", "2026-05-05", 5000, null, null],
  ["Leaving", "", "2026-03-20", 2000, ...told],
  ["Leaving", "Basic", "2026-03-20", 2000, ...told],
  ["Left", "", "2026-03-10", 5000, ...told],
  ["Left", "Pro", "2026-03-10", 5000, ...told],
];

describe("a canceled subscription", () => {
  let term: Canceling;
  let request: Canceling;
  beforeAll(async () => {
    term = await openCompany("end_of_paid_term");
    request = await openCompany("request");
  });

  it("is churned when its paid term ends, or on the day that was asked for, with who ended it and why", async () => {
    expect(churns(await kept(term.companyId))).toEqual(byTerm);
    expect(churns(await kept(request.companyId))).toEqual(byRequest);
    for (const { companyId } of [term, request])
      expect(await rebuildRollups(app.db, companyId, { now: NOW, write: false })).toMatchObject({
        differingCustomers: 0,
        differingSums: 0,
      });
  });

  it("counts alike in every figure and in the rows behind it, which say by which choice", async () => {
    const look = async (owner: CompanyUser) => {
      const { tiles, months } = (await app.call(owner, dashboardRoutes.get, { query: {} })).body;
      const rowsOf = async (query: DashboardRowsOf) =>
        (await app.call(owner, dashboardRoutes.rows, { query: { ...query, limit: 50 } })).body.items;
      const mrr = tiles.find(({ key }) => key === "mrr")!;
      const paying = await rowsOf(mrr.rowsOf!);
      expect(paying.reduce((sum, { amount }) => sum + amount!, 0)).toBe(mrr.value);
      for (const { flow, from, until } of months) {
        if (flow === null) continue;
        expect(
          flow.start + flow.new + flow.expansion + flow.reactivation - flow.contraction - flow.churn,
        ).toBe(flow.end);
        const gone = await rowsOf({ figure: "movements", kind: "churn", from, until });
        expect(gone.reduce((sum, { amount }) => sum + amount!, 0)).toBe(flow.churn);
      }
      const march = months.find(({ month }) => month === "2026-03")!;
      const reasons = (await app.call(owner, insightsRoutes.reasons, { query: {} })).body;
      const retention = (await app.call(owner, insightsRoutes.retention, { query: {} })).body;
      return {
        mrr: mrr.value,
        march: march.churn,
        marchEnd: march.flow!.end,
        voluntary: reasons.total!.voluntary,
        left: retention.survival!.left,
        says: [...new Set(tiles.flatMap(({ formula }) => /A canceled .*/.exec(formula)?.[0] ?? []))],
        scope: [reasons.scope.churnDate, retention.scope.churnDate],
      };
    };
    expect(await look(term.owner)).toEqual({
      // Leaving, Asked and Stays.
      mrr: 170,
      march: { left: 0, activeAtStart: 4, share: 0 },
      marchEnd: 170,
      voluntary: { customers: 0, mrr: 0 },
      left: 1,
      says: ["A canceled subscription counts until its paid term ends."],
      scope: ["end_of_paid_term", "end_of_paid_term"],
    });
    expect(await look(request.owner)).toEqual({
      mrr: 50,
      march: { left: 2, activeAtStart: 4, share: 0.5 },
      marchEnd: 100,
      voluntary: { customers: 2, mrr: 70 },
      left: 3,
      says: ["A canceled subscription counts until the day canceling was asked for."],
      scope: ["request", "request"],
    });
  });

  it("stays in its customer's own record until its term ends, by either choice", async () => {
    const records = ({ companyId }: Canceling) =>
      app.queryAsAdmin(
        `select external_id, monthly_revenue_cents::int as minor, subscription_status as status, ended_at
         from customers where company_id = $1 order by 1`,
        [companyId],
      );
    expect(await records(request)).toEqual(await records(term));
    expect((await records(request)).map(({ minor, status }) => [minor, status])).toEqual([
      [5000, 1],
      [7000, 1],
      [0, 2],
      [5000, 1],
    ]);
  });
});

describe("another choice", () => {
  it("makes the past anew, as if it had been the company's from the start, and back", async () => {
    const { companyId, owner } = await openCompany("end_of_paid_term");
    const before = await kept(companyId);
    const dashboard = async () => {
      const { isCatchingUp, tiles } = (await app.call(owner, dashboardRoutes.get, { query: {} })).body;
      return { isCatchingUp, formula: tiles.find(({ key }) => key === "logo_churn")!.formula };
    };
    const byIts = (words: string) => expect.stringContaining(`A canceled subscription counts until ${words}`);
    await choose(owner, "request");
    // Until all of it is worked out anew, what is shown is as it was, and says so.
    expect(await dashboard()).toEqual({ isCatchingUp: true, formula: byIts("its paid term ends.") });
    expect(await rebuildRollups(app.db, companyId, { now: NOW, write: false })).toMatchObject({
      differingCustomers: 0,
      differingSums: 0,
    });
    expect(await kept(companyId)).toEqual(before);
    await app.runJob(rollupsJob.company, { companyId });
    expect(await dashboard()).toEqual({
      isCatchingUp: false,
      formula: byIts("the day canceling was asked for."),
    });
    expect(await kept(companyId)).toEqual(await kept((await openCompany("request")).companyId));
    expect(await rebuildRollups(app.db, companyId, { now: NOW, write: false })).toMatchObject({
      differingCustomers: 0,
      differingSums: 0,
    });
    await choose(owner, "end_of_paid_term");
    await app.runJob(rollupsJob.company, { companyId });
    expect(await kept(companyId)).toEqual(before);
  });

  it("counts what was sold for one term alone, and says so at its beginning, until that ends", async () => {
    const ledger = await openLedgerCompany(app);
    const { companyId } = ledger;
    await choose((await buildUser(app.db, companyId, "Owner", { now: NOW })).actor, "request");
    await ledger.customers([{ externalId: "Once" }]);
    const startedAt = "2026-02-01T08:00:00Z";
    await ledger.write("subscriptions", [
      subscription({
        customer: { externalId: "Once" },
        startedAt,
        cancelRequestedAt: startedAt,
        endedAt: "2026-05-01T08:00:00Z",
      }),
    ]);
    await app.runJob(rollupsJob.company, { companyId });
    expect(
      await app.queryAsAdmin(
        "select kind, day::text from mrr_movements where company_id = $1 and plan = '' order by day",
        [companyId],
      ),
    ).toEqual([
      { kind: "new", day: "2026-02-01" },
      { kind: "churn", day: "2026-05-01" },
    ]);
  });

  it("has figures of segments and countries worked out anew as well", async () => {
    const { companyId, owner } = await openCompany("end_of_paid_term");
    await app.queryAsAdmin(
      `insert into segments (company_id, id, name, type, status, color, criteria, rule_changed_at)
       values ($1, $2, 'All', 0, 1, 'teal', '[]', now())`,
      [companyId, SEGMENT],
    );
    await app.queryAsAdmin(
      `insert into segment_members (company_id, segment_id, customer_id, since)
       select company_id, $2, id, now() from customers where company_id = $1`,
      [companyId, SEGMENT],
    );
    const revenue = async () =>
      (await app.call(owner, insightsRoutes.revenue, { query: { segment: SEGMENT } })).body.scope.segment!;
    await revenue();
    await keepSegment(app.db, companyId, SEGMENT, NOW);
    await app.runJob(countriesJob.company, { companyId });
    const due = async () => [
      (await revenue()).keptAt,
      (
        await app.queryAsAdmin("select countries_as_of from rollup_states where company_id = $1", [companyId])
      )[0]?.["countries_as_of"],
    ];
    expect(await due()).toEqual([NOW.toISOString(), NOW]);
    const countries = async () =>
      (await app.call(owner, insightsRoutes.revenue, { query: {} })).body.countries?.missing;
    const ofSegments = () =>
      app.queryAsAdmin("select from retention_days where company_id = $1 and plan = $2", [
        companyId,
        `\u0002${SEGMENT}`,
      ]);
    expect((await ofSegments()).length).toBeGreaterThan(0);
    await choose(owner, "request");
    await app.runJob(rollupsJob.company, { companyId });
    expect(await due()).toEqual([null, null]);
    // Nothing counted by the choice of before is told beside the words of now.
    expect(await ofSegments()).toEqual([]);
    expect(await countries()).toBe("Being worked out: it is there within some minutes.");
  });

  it("is an Owner's to make, is in the audit log, and stays where a caller says nothing of it", async () => {
    const { companyId, owner } = await openCompany("end_of_paid_term");
    const staff = (await buildUser(app.db, companyId, "Staff", { now: NOW })).actor;
    const body = await otherSettings(owner);
    const send = (as: CompanyUser, churnDate: ChurnDate) =>
      app.call(as, settingsRoutes.updateSettings, { body: { ...body, churnDate } });
    expect(await send(staff, "request")).toMatchObject({
      status: 403,
      body: {
        fields: { churnDate: "Only an Owner decides when a canceled subscription counts as churned" },
      },
    });
    expect((await send(staff, "end_of_paid_term")).status).toBe(200);
    expect((await send(owner, "request")).status).toBe(200);
    expect(await app.call(staff, settingsRoutes.updateSettings, { body })).toMatchObject({
      status: 200,
      body: { churnDate: "request" },
    });
    const entries = await app.queryAsAdmin<{ before: object; after: object }>(
      "select before, after from audit_entries where company_id = $1 and action = 'company.settings_changed'",
      [companyId],
    );
    expect(entries).toEqual([{ before: { churnDate: "end_of_paid_term" }, after: { churnDate: "request" } }]);
  });
});

import { analysisRoutes, importRoutes, notificationRoutes } from "@forestay/contracts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ScoreMove, ScoreMoves } from "#modules/scoring/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildUser,
  connectLive,
  createTestApp,
  uploaded,
  type BuiltUser,
  type LiveClient,
  type TestApp,
} from "#testing/index.ts";
import { notify } from "../notify.ts";
import { decideRiskNews } from "../risk-alerts/decide-risk-news.ts";
import { riskNotifications } from "../risk-alerts/tell-risk-alerts.ts";

const WEEK_MS = 7 * 24 * 3600_000;
const FILE = `customer_id,email,name,plan,mrr,status
C-1,ann@acme.test,Ann Lee,Pro,49.90,active
C-2,bob@bolt.test,Bob Ray,Basic,9,active
`;

let app: TestApp;
let companyId: string;
let staff: BuiltUser<CompanyUser>;
let viewer: BuiltUser<CompanyUser>;
let live: LiveClient;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000, smtpUrl: "smtp://127.0.0.1:9" });
});
afterAll(() => app.close());
beforeEach(async () => {
  const now = app.clock.now();
  companyId = (await buildCompany(app.db)).id;
  staff = await buildUser(app.db, companyId, "Staff", { now });
  viewer = await buildUser(app.db, companyId, "Viewer", { now });
  const token = (await app.bearer(viewer.actor)).authorization.replace("Bearer ", "");
  live = await connectLive(app.server, token);
});
afterEach(() => live.connection.stop());

const told = async (who: BuiltUser<CompanyUser>) =>
  (await app.call(who.actor, notificationRoutes.list, { query: { pageSize: 100 } })).body.notifications;

const importFile = async (content: string) =>
  (await uploaded(app, staff.actor, content, { autoConfirm: true })).id;

describe("an import", () => {
  it("tells whoever started it when it is complete, once, and everybody's screens", async () => {
    const refreshed = live.next("import_completed");
    const importId = await importFile(FILE);
    expect(await told(staff)).toEqual([]);
    await app.drainJobs();
    expect((await app.call(staff.actor, importRoutes.status, { params: { id: importId } })).body.status).toBe(
      3,
    );
    expect(await told(staff)).toMatchObject([
      {
        kind: "import_completed",
        category: "Import",
        type: "Success",
        message: "customers.csv: 2 customers added, 0 updated.",
        actionUrl: `/imports/${importId}`,
      },
    ]);
    expect(await told(viewer)).toEqual([]);
    expect(await refreshed).toEqual({ importId });
    expect(live.received).toHaveLength(1);
  });

  it("tells whoever started it why it failed", async () => {
    const importId = await importFile(FILE);
    await app.queryAsAdmin("update import_jobs set file_key = 'gone' where id = $1", [importId]);
    await app.drainJobs();
    expect(await told(staff)).toMatchObject([
      {
        kind: "import_failed",
        type: "Error",
        message: "customers.csv: The uploaded file is no longer there. Upload it again.",
      },
    ]);
  });
});

/** Customers that rules can say something about, some of them in trouble. */
async function addCustomers(count: number): Promise<string[]> {
  const rows = await app.queryAsAdmin<{ id: string }>(
    `insert into customers (company_id, external_id, full_name, plan, monthly_revenue_cents, subscription_status,
       payment_status, started_at, last_activity_at)
     select $1, 'C-' || n, 'Customer ' || n, 'Pro', 1000 * n, case when n % 2 = 0 then 3 else 1 end,
       case when n % 2 = 0 then 1 else 0 end, now() - interval '1 year',
       now() - case when n % 2 = 0 then interval '80 days' else interval '1 day' end
     from generate_series(1, $2::int) n returning id`,
    [companyId, count],
  );
  return rows.map((row) => row.id);
}

async function analyze(): Promise<string> {
  const { body } = await app.call(staff.actor, analysisRoutes.analyze, { body: {} });
  await app.drainJobs();
  return body.id;
}
const scores = () =>
  app.queryAsAdmin<{ id: string; full_name: string; churn_risk_score: number }>(
    "select id, full_name, churn_risk_score from customers where company_id = $1 order by id",
    [companyId],
  );
const setScores = (score: number) =>
  app.queryAsAdmin("update customers set churn_risk_score = $2 where company_id = $1", [companyId, score]);

describe("a churn analysis", () => {
  it("tells whoever started it, and everybody's screens; first scores alarm nobody", async () => {
    await addCustomers(4);
    const refreshed = live.next("analysis_completed");
    const analysisId = await analyze();
    expect(await told(staff)).toMatchObject([
      {
        kind: "analysis_completed",
        category: "Customer",
        actionUrl: `/analytics/churn-analysis/${analysisId}`,
        message: expect.stringMatching(/^4 customers scored, \d at High or Critical risk\.$/),
      },
    ]);
    expect(await refreshed).toEqual({ analysisId });
    expect(await told(viewer)).toEqual([]);
  });

  it("alerts everybody to customers whose score has crossed a band since the one before", async () => {
    await addCustomers(4);
    await analyze();
    const risen = (await scores()).filter((customer) => customer.churn_risk_score >= 33);
    expect(risen).toHaveLength(2);
    await setScores(5);
    await analyze();
    const alerts = (await told(viewer)).filter((notification) => notification.kind === "risk_raised");
    expect(alerts.map((alert) => alert.actionUrl).sort()).toEqual(
      risen.map((customer) => `/customers/${customer.id}`).sort(),
    );
    expect(alerts[0]).toMatchObject({
      type: "Warning",
      title: expect.stringMatching(/^Customer \d is now at (High|Critical) risk$/),
      message: expect.stringMatching(/^Score \d+, up from 5\. About \$\d+ is at risk over the next year\.$/),
    });
    // Nothing moves: nothing is told.
    await analyze();
    expect((await told(viewer)).filter((notification) => notification.kind === "risk_raised")).toHaveLength(
      2,
    );
  });

  it("alarms nobody when rules give way to a model, or the other way round", async () => {
    await addCustomers(4);
    await analyze();
    await setScores(5);
    await app.queryAsAdmin("update customers set score_source = 'model' where company_id = $1", [companyId]);
    await analyze();
    expect(await told(viewer)).toEqual([]);
  });
});

describe("risk alerts", () => {
  /** What analytics says moved, for as many customers as a test needs. */
  async function publish(changes: Partial<ScoreMove>[]): Promise<void> {
    const moves: ScoreMoves = {
      bands: { medium: 10, high: 30, critical: 60 },
      currency: "USD",
      list: async () =>
        changes.map((change) => ({
          customerId: "",
          name: "Somebody",
          previousScore: 5,
          score: 70,
          valueAtRiskCents: null,
          ...change,
        })),
      async *walkLarge() {},
    };
    await withTenant(app.db, companyId, async (tx) => {
      const now = app.clock.now();
      const news = await decideRiskNews(tx, { companyId, analysisId: crypto.randomUUID(), moves, now });
      for (const one of news === null ? [] : riskNotifications(news))
        await notify(tx, app.context, { companyId, ...one });
    });
  }

  it("of more than five customers share one notification that links to the filtered list", async () => {
    const ids = await addCustomers(1200);
    await publish(
      ids.map((customerId, n) => ({ customerId, name: `Customer ${n}`, valueAtRiskCents: n * 100 })),
    );
    const [alert, ...more] = await told(viewer);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({
      title: "1,200 customers rose into High or Critical risk",
      message:
        "About $719,400 is at risk over the next year: Customer 1199, Customer 1198, Customer 1197 and 1,197 more.",
    });
    const url = new URL(`http://web.test${alert?.actionUrl}`);
    expect(url.pathname).toBe("/customers");
    expect(JSON.parse(url.searchParams.get("filters") ?? "")).toEqual([
      { field: "churnRiskLevel", operator: "In", value: [2, 3] },
    ]);
  });

  it("remember a customer for a week, over analyses, and tell the way out after it", async () => {
    const [customerId = ""] = await addCustomers(1);
    await publish([{ customerId }]);
    await publish([{ customerId, previousScore: 70, score: 5 }]);
    expect(await told(viewer)).toHaveLength(1);
    app.clock.advance(WEEK_MS);
    await publish([{ customerId, previousScore: 5, score: 5 }]);
    expect((await told(viewer)).map((notification) => notification.kind).sort()).toEqual([
      "risk_lowered",
      "risk_raised",
    ]);
  });

  it("replayed over ninety days of restless scores come at most once a week about a customer", async () => {
    // Few enough that none shares a notification with others.
    const ids = await addCustomers(5);
    const { high, critical } = { high: 30, critical: 60 };
    let seed = 20_260_110;
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    let scores = ids.map(() => Math.round(random() * 100));
    const told: { customer: string; day: number }[] = [];
    for (let day = 1; day <= 90; day++) {
      app.clock.advance(WEEK_MS / 7);
      const before = scores;
      // About an edge, drifting, and jumping anywhere now and then.
      scores = scores.map((score, n) => {
        const step = random() < 0.15 ? random() * 200 - 100 : (random() - 0.5) * (4 + 6 * n);
        return Math.round(Math.min(100, Math.max(0, score + step)));
      });
      await publish(
        ids.flatMap((customerId, n) => {
          const [previousScore = 0, score = 0] = [before[n], scores[n]];
          const near = [high, critical].some(
            (edge) =>
              edge >= Math.min(previousScore, score) - 3 && edge <= Math.max(previousScore, score) + 3,
          );
          const isRemembered = told.some((alert) => alert.customer === `customer:${customerId}`);
          return near || isRemembered ? [{ customerId, previousScore, score }] : [];
        }),
      );
      const rows = await app.queryAsAdmin<{ dedupe_key: string }>(
        "select dedupe_key from notifications where user_id = $1 and created_at = $2",
        [viewer.actor.userId, app.clock.now()],
      );
      told.push(...rows.map((row) => ({ customer: row.dedupe_key, day })));
    }
    const byCustomer = Map.groupBy(told, (alert) => alert.customer);
    expect(byCustomer.size).toBe(5);
    expect(told.length).toBeGreaterThan(20);
    for (const [customer, alerts] of byCustomer) {
      const gaps = alerts.slice(1).map(({ day }, index) => day - (alerts[index]?.day ?? 0));
      expect(Math.min(...gaps), customer).toBeGreaterThanOrEqual(7);
    }
  });

  it("by mail wait for the end of quiet hours, unless they concern one's own account", async () => {
    const [customerId = ""] = await addCustomers(1);
    app.clock.set(new Date("2030-01-10T22:30:00Z"));
    const night = await buildUser(app.db, companyId, "Viewer", { now: app.clock.now() });
    const { status } = await app.call(night.actor, notificationRoutes.savePreferences, {
      body: {
        kinds: [{ kind: "risk_raised", inApp: true, email: true }],
        quietHours: { from: "22:00", to: "07:00" },
        digestHour: null,
        timeZone: "Europe/Berlin",
      },
    });
    expect(status).toBe(200);
    await publish([{ customerId }]);
    expect(await told(night)).toHaveLength(1);
    const jobs = await app.queryAsAdmin<{ start_after: Date }>(
      "select start_after from pgboss.job where name = 'mail.deliver'",
    );
    expect(jobs.map((job) => job.start_after.toISOString())).toEqual(["2030-01-11T06:00:00.000Z"]);
    await withTenant(app.db, companyId, (tx) =>
      notify(tx, app.context, {
        companyId,
        recipients: { userIds: [night.actor.userId] },
        kind: "security",
        type: "Warning",
        title: "Your password was changed",
        message: "",
      }),
    );
    const [atOnce] = await app.queryAsAdmin<{ start_after: Date }>(
      "select start_after from pgboss.job where name = 'mail.deliver' order by start_after limit 1",
    );
    expect(atOnce?.start_after.getTime()).toBeLessThanOrEqual(app.clock.now().getTime());
  });
});

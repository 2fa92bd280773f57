import { notificationRoutes, type NotificationKind } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  connectLive,
  createTestApp,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";
import { notify, type News } from "./index.ts";
import { notificationRetention } from "./retention.ts";

const DAY_MS = 24 * 3600_000;
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000";

let app: TestApp;
let companyId: string;
let owner: BuiltUser<CompanyUser>;
let viewer: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  const now = app.clock.now();
  companyId = (await buildCompany(app.db)).id;
  owner = await buildUser(app.db, companyId, "Owner", { now });
  viewer = await buildUser(app.db, companyId, "Viewer", { now });
});

const tell = (news: Partial<News> = {}) =>
  withTenant(app.db, news.companyId ?? companyId, (tx) =>
    notify(tx, app.context, {
      companyId,
      recipients: { userIds: [owner.actor.userId] },
      kind: "import_completed",
      type: "Success",
      title: "Import finished",
      message: "customers.csv",
      ...news,
    }),
  );
const list = async (who: BuiltUser<CompanyUser>, query: object = {}) =>
  (await app.call(who.actor, notificationRoutes.list, { query })).body;
const titles = async (who: BuiltUser<CompanyUser>, query: object = {}) =>
  (await list(who, query)).notifications.map((notification) => notification.title);

async function choose(
  who: BuiltUser<CompanyUser>,
  kind: NotificationKind,
  channels: { inApp: boolean; email: boolean },
  rest: object = {},
) {
  const answer = await app.call(who.actor, notificationRoutes.savePreferences, {
    body: {
      kinds: [{ kind, ...channels }],
      quietHours: null,
      digestHour: null,
      timeZone: "Europe/Berlin",
      ...rest,
    },
  });
  expect(answer.status).toBe(200);
}
const mails = () =>
  app.queryAsAdmin<{ to_address: string; subject: string; plain_text: string }>(
    "select to_address, subject, plain_text from mails where company_id = $1 order by created_at",
    [companyId],
  );

describe("the list", () => {
  it("has the shape of the contract, newest first, in pages of ten", async () => {
    for (let i = 1; i <= 12; i++) {
      app.clock.advance(1000);
      await tell({ title: `News ${i}` });
    }
    const first = await list(owner);
    expect(first).toMatchObject({ totalCount: 12, page: 1, pageSize: 10, totalPages: 2 });
    expect(first.notifications[0]).toEqual({
      id: expect.any(String),
      type: "Success",
      category: "Import",
      kind: "import_completed",
      title: "News 12",
      message: "customers.csv",
      isRead: false,
      createdAt: app.clock.now().toISOString(),
      actionUrl: null,
      actionText: null,
    });
    expect(await titles(owner, { page: 2 })).toEqual(["News 2", "News 1"]);
  });

  it("counts the unread as the badge asks for it, and filters by category", async () => {
    await tell({ title: "one" });
    await tell({ title: "two", kind: "risk_raised" });
    const { notifications } = await list(owner, { category: "Customer" });
    expect(notifications.map((notification) => notification.title)).toEqual(["two"]);
    const params = { id: notifications[0]?.id ?? "" };
    expect((await app.call(owner.actor, notificationRoutes.markRead, { params })).status).toBe(200);
    expect(await list(owner, { unreadOnly: true, pageSize: 1 })).toMatchObject({ totalCount: 1 });
    expect(await titles(owner, { unreadOnly: true })).toEqual(["one"]);
    await app.call(owner.actor, notificationRoutes.markAllRead);
    expect(await list(owner, { unreadOnly: true })).toMatchObject({ totalCount: 0, totalPages: 0 });
    expect((await list(owner)).notifications.every((notification) => notification.isRead)).toBe(true);
  });

  it("keeps the time at which something was first read", async () => {
    await tell();
    const [row] = (await list(owner)).notifications;
    const read = () => app.call(owner.actor, notificationRoutes.markRead, { params: { id: row?.id ?? "" } });
    await read();
    app.clock.advance(60_000);
    await read();
    const [stored] = await app.queryAsAdmin<{ read_at: Date }>(
      "select read_at from notifications where id = $1",
      [row?.id],
    );
    expect(stored?.read_at.getTime()).toBe(app.clock.now().getTime() - 60_000);
  });

  it("tells all connections of the person, and nobody else, how many are unread once something was read", async () => {
    const connect = async (user: BuiltUser<CompanyUser>) =>
      connectLive(app.server, (await app.bearer(user.actor)).authorization.replace("Bearer ", ""));
    await tell({ title: "one" });
    await tell({ title: "two" });
    await tell({ title: "three" });
    const earlier = (await list(owner)).notifications.map(({ id }) => id);
    const clients = [await connect(owner), await connect(owner), await connect(viewer)];
    const params = { id: earlier[0] ?? "" };
    await app.call(owner.actor, notificationRoutes.markRead, { params });
    await app.call(owner.actor, notificationRoutes.markRead, { params });
    await app.call(viewer.actor, notificationRoutes.markRead, { params });
    await app.call(owner.actor, notificationRoutes.markAllRead);
    await app.call(owner.actor, notificationRoutes.markAllRead);
    await tell({ title: "four" });
    const heard = () =>
      clients.map((client) =>
        client.received
          // News of before may still be on its way to whoever connects.
          .filter(({ payload }) => !earlier.includes((payload as { id?: string }).id ?? ""))
          .map(({ event, payload }) => [event, payload]),
      );
    const created = ["notification_created", { id: expect.any(String), unreadCount: 1 }];
    const read = (unreadCount: number) => ["notifications_read", { unreadCount }];
    await expect.poll(heard).toEqual([[read(2), read(0), created], [read(2), read(0), created], []]);
    await Promise.all(clients.map(({ connection }) => connection.stop()));
  });

  it("is a person's own: no colleague and no other company sees, reads or counts it", async () => {
    await tell();
    const [own] = (await list(owner)).notifications;
    const elsewhere = await buildCompany(app.db, "Elsewhere");
    const stranger = await buildUser(app.db, elsewhere.id, "Owner", { now: app.clock.now() });
    for (const other of [viewer, stranger]) {
      expect(await list(other)).toMatchObject({ totalCount: 0 });
      const params = { id: own?.id ?? "" };
      expect((await app.call(other.actor, notificationRoutes.markRead, { params })).status).toBe(404);
      await app.call(other.actor, notificationRoutes.markAllRead);
    }
    expect(await list(owner, { unreadOnly: true })).toMatchObject({ totalCount: 1 });
  });

  it("is empty for platform staff without a company", async () => {
    const { actor } = await buildPlatformUser(app.db, "Admin");
    expect((await app.call(actor, notificationRoutes.list)).body).toMatchObject({ totalCount: 0 });
    expect((await app.call(actor, notificationRoutes.markAllRead)).status).toBe(200);
    expect((await app.call(actor, notificationRoutes.markRead, { params: { id: UNKNOWN_ID } })).status).toBe(
      404,
    );
    expect((await app.call(actor, notificationRoutes.getPreferences)).status).toBe(200);
  });
});

describe("telling people", () => {
  it("reaches whom a policy lets in, and nobody who is disabled", async () => {
    const gone = await buildUser(app.db, companyId, "Owner");
    await app.queryAsAdmin("update users set disabled_at = now() where id = $1", [gone.actor.userId]);
    expect(await tell({ recipients: { policy: "customers:write" } })).toBe(1);
    expect(await tell({ recipients: { policy: "customers:read" } })).toBe(2);
    expect(await tell({ recipients: { userIds: [gone.actor.userId, UNKNOWN_ID] } })).toBe(0);
  });

  it("moves the badge on commit, with the count of that person, and never on rollback", async () => {
    const token = (await app.bearer(owner.actor)).authorization.replace("Bearer ", "");
    const client = await connectLive(app.server, token);
    await tell();
    const undone = withTenant(app.db, companyId, async (tx) => {
      await notify(tx, app.context, {
        companyId,
        recipients: { policy: "customers:read" },
        kind: "import_failed",
        type: "Error",
        title: "Import failed",
        message: "",
      });
      throw new Error("changed my mind");
    });
    await expect(undone).rejects.toThrow();
    await tell({ recipients: { userIds: [viewer.actor.userId] } });
    await tell();
    await expect.poll(() => client.received).toHaveLength(2);
    const ids = (await list(owner)).notifications.map((notification) => notification.id);
    expect(client.received).toEqual(
      ids.toReversed().map((id, index) => ({
        event: "notification_created",
        payload: { id, unreadCount: index + 1 },
      })),
    );
    await client.connection.stop();
  });

  it("counts right when many things happen at once", async () => {
    const token = (await app.bearer(owner.actor)).authorization.replace("Bearer ", "");
    const client = await connectLive(app.server, token);
    await Promise.all(Array.from({ length: 6 }, () => tell()));
    await expect.poll(() => client.received).toHaveLength(6);
    const counts = client.received.map(({ payload }) => (payload as { unreadCount: number }).unreadCount);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6]);
    await client.connection.stop();
  });

  it("updates an open alert about the same thing instead of repeating it", async () => {
    const about = { kind: "risk_raised", dedupeKey: "customer:1" } as const;
    await tell({ ...about, title: "Score 40" });
    const [first] = (await list(owner)).notifications;
    app.clock.advance(60_000);
    await tell({ ...about, title: "Score 52" });
    const after = await list(owner);
    expect(after.totalCount).toBe(1);
    expect(after.notifications[0]).toMatchObject({
      id: first?.id,
      title: "Score 52",
      createdAt: app.clock.now().toISOString(),
    });
    // Another customer, another kind, or one that was read already: news.
    await tell({ ...about, dedupeKey: "customer:2" });
    await tell({ ...about, kind: "risk_lowered" });
    await app.call(owner.actor, notificationRoutes.markRead, { params: { id: first?.id ?? "" } });
    await tell({ ...about, title: "Score 61" });
    expect((await list(owner)).totalCount).toBe(4);
  });

  it("takes names and messages of any length and kind", async () => {
    await tell({ title: `${"x".repeat(199)}😀😀`, message: `a\0b${"y".repeat(5000)}` });
    const [notification] = (await list(owner)).notifications;
    expect(notification?.title).toHaveLength(200);
    expect(notification?.message).toHaveLength(2000);
  });
});

describe("preferences", () => {
  it("have defaults in the company's time zone for every kind", async () => {
    await app.queryAsAdmin("update companies set time_zone = 'Asia/Kolkata' where id = $1", [companyId]);
    const { body } = await app.call(owner.actor, notificationRoutes.getPreferences);
    expect(body).toMatchObject({ quietHours: null, digestHour: null, timeZone: "Asia/Kolkata" });
    expect(body.kinds).toContainEqual({
      kind: "risk_raised",
      category: "Customer",
      label: "A customer's risk rose into High or Critical",
      always: false,
      inApp: true,
      email: false,
    });
  });

  it("keep what was chosen, kind by kind, and are one's own", async () => {
    await choose(owner, "risk_raised", { inApp: false, email: true }, { digestHour: 7 });
    await choose(
      owner,
      "import_failed",
      { inApp: true, email: true },
      { quietHours: { from: "22:00", to: "07:30" } },
    );
    const { body } = await app.call(owner.actor, notificationRoutes.getPreferences);
    const chosen = new Map(body.kinds.map((kind) => [kind.kind, [kind.inApp, kind.email]]));
    expect(chosen.get("risk_raised")).toEqual([false, true]);
    expect(chosen.get("import_failed")).toEqual([true, true]);
    expect(body).toMatchObject({
      digestHour: null,
      quietHours: { from: "22:00", to: "07:30" },
      timeZone: "Europe/Berlin",
    });
    const others = (await app.call(viewer.actor, notificationRoutes.getPreferences)).body;
    expect(others.kinds.every((kind) => kind.inApp)).toBe(true);
  });

  it.each([
    [{ timeZone: "Mars/Olympus" }, "timeZone"],
    [{ quietHours: { from: "08:00", to: "08:00" } }, "quietHours"],
  ])("refuse %o at the field", async (change, field) => {
    const { status, body } = await app.call(owner.actor, notificationRoutes.savePreferences, {
      body: { kinds: [], quietHours: null, digestHour: null, timeZone: "UTC", ...change },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  it("mute a kind in the app, and a muted kind moves no badge", async () => {
    await choose(owner, "import_completed", { inApp: false, email: false });
    expect(await tell({ recipients: { policy: "customers:read" } })).toBe(1);
    expect(await list(owner)).toMatchObject({ totalCount: 0 });
    expect(await list(viewer)).toMatchObject({ totalCount: 1 });
    expect(await mails()).toEqual([]);
  });

  it("cannot mute what concerns one's own account, and its mail says why it comes", async () => {
    await choose(owner, "security", { inApp: false, email: false });
    const { kinds } = (await app.call(owner.actor, notificationRoutes.getPreferences)).body;
    expect(kinds.find(({ kind }) => kind === "security")).toMatchObject({
      always: true,
      inApp: true,
      email: true,
    });
    await tell({ kind: "security", title: "Your password was changed" });
    expect(await titles(owner)).toEqual(["Your password was changed"]);
    const [mail] = await mails();
    expect(mail?.subject).toBe("Your password was changed");
    expect(mail?.plain_text).not.toContain("You asked for");
  });

  it("send mail for a kind that was asked for, muted in the app or not", async () => {
    await choose(owner, "import_failed", { inApp: false, email: true });
    await tell({
      kind: "import_failed",
      title: "Import failed",
      actionUrl: "/imports/7",
      actionText: "View import",
    });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to_address: owner.email, subject: "Import failed" });
    expect(mail?.plain_text).toContain("/app/imports/7");
  });
});

describe("retention", () => {
  it("deletes what is older than ninety days, read or not, and nothing else", async () => {
    await tell({ title: "old" });
    app.clock.advance(DAY_MS);
    await tell({ title: "younger" });
    app.clock.advance(89.5 * DAY_MS);
    await withTenant(app.db, companyId, (tx) => app.context.jobs.enqueue(tx, notificationRetention.cron, {}));
    await app.drainJobs();
    const left = await app.queryAsAdmin<{ title: string }>(
      "select title from notifications where company_id = $1",
      [companyId],
    );
    expect(left).toEqual([{ title: "younger" }]);
  });
});

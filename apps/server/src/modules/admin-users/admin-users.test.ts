import { type AdminUser, adminUserRoutes, auditRoutes, authRoutes, teamRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { companyDataModule } from "#modules/company-data/index.ts";
import type { CompanyUser, SignedInUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  createTestApp,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";

let app: TestApp;
let companyId: string;
let admin: BuiltUser<SignedInUser>;
let moderator: BuiltUser<SignedInUser>;
let member: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.queryAsAdmin("delete from users where platform_role = 'Admin'");
  companyId = (await buildCompany(app.db, "Findable Ltd")).id;
  admin = await buildPlatformUser(app.db, "Admin");
  moderator = await buildPlatformUser(app.db, "Moderator");
  await buildUser(app.db, companyId, "Owner");
  member = await buildUser(app.db, companyId, "Staff");
});

type Change = Pick<AdminUser, "firstName" | "lastName" | "platformRole" | "companyRole" | "isActive">;
const unchanged: Change = {
  firstName: "Test",
  lastName: "Person",
  platformRole: "User",
  companyRole: "Staff",
  isActive: true,
};
const put = (by: SignedInUser, id: string, change: Partial<Change>) =>
  app.call(by, adminUserRoutes.update, { params: { id }, body: { ...unchanged, ...change } });

describe("the list of people", () => {
  it("finds by name, address and company, filters by role, and pages", async () => {
    const list = (query: Parameters<typeof app.call<typeof adminUserRoutes.list>>[2] = {}) =>
      app.call(admin.actor, adminUserRoutes.list, query);
    const byAddress = await list({ query: { searchTerm: member.email.toUpperCase().slice(0, 12) } });
    expect(byAddress.body.items.map((user) => user.id)).toEqual([member.actor.userId]);
    const byCompany = await list({ query: { searchTerm: "findable", pageSize: 1 } });
    expect(byCompany.body).toMatchObject({ page: 1, pageSize: 1 });
    expect(byCompany.body.totalCount).toBeGreaterThanOrEqual(2);
    expect(byCompany.body.totalPages).toBe(byCompany.body.totalCount);
    const admins = await list({ query: { role: "Admin" } });
    expect(admins.body.items.map((user) => user.id)).toEqual([admin.actor.userId]);
    const none = await list({ query: { searchTerm: "100%_no one" } });
    expect(none.body).toMatchObject({ items: [], totalCount: 0 });
  });

  it("shows a person's facts, sessions and account history, and nothing of customers", async () => {
    await put(admin.actor, member.actor.userId, { firstName: "Renamed" });
    const { status, body } = await app.call(admin.actor, adminUserRoutes.get, {
      params: { id: member.actor.userId },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ firstName: "Renamed", companyName: "Findable Ltd", isActive: true });
    expect(body.sessions).toHaveLength(1);
    expect(body.audit[0]).toMatchObject({
      action: "admin.user_changed",
      before: { firstName: "Test" },
      after: { firstName: "Renamed" },
    });
    // The company reads it too: what is done to its people stands in its own log.
    const owner = await buildUser(app.db, companyId, "Owner");
    const log = await app.call(owner.actor, auditRoutes.listAudit, { query: { action: "admin" } });
    expect(log.body.totalCount).toBe(1);
    const unknown = await app.call(admin.actor, adminUserRoutes.get, {
      params: { id: "00000000-0000-4000-8000-000000000000" },
    });
    expect(unknown.status).toBe(404);
  });
});

describe("a Moderator", () => {
  it("grants and takes no platform role, of others or their own, and touches no Admin", async () => {
    const colleague = await buildPlatformUser(app.db, "Moderator");
    const refused = [
      await put(moderator.actor, member.actor.userId, { platformRole: "Moderator" }),
      await put(moderator.actor, colleague.actor.userId, { platformRole: "User", companyRole: null }),
      await put(moderator.actor, member.actor.userId, { platformRole: "Admin" }),
      await put(moderator.actor, moderator.actor.userId, { platformRole: "Admin", companyRole: null }),
      await put(moderator.actor, admin.actor.userId, { platformRole: "User", companyRole: null }),
      await app.call(moderator.actor, adminUserRoutes.delete, { params: { id: admin.actor.userId } }),
      await app.call(moderator.actor, adminUserRoutes.endSessions, { params: { id: admin.actor.userId } }),
    ];
    expect(refused.map((answer) => answer.status)).toEqual(refused.map(() => 403));
    expect((await app.call(admin.actor, authRoutes.me)).body.user.platformRole).toBe("Admin");
  });

  it("edits everybody else, and signs them out", async () => {
    expect((await put(moderator.actor, member.actor.userId, { companyRole: "Viewer" })).status).toBe(200);
    const ended = await app.call(moderator.actor, adminUserRoutes.endSessions, {
      params: { id: member.actor.userId },
    });
    expect(ended.body).toEqual({ ended: 1 });
    expect((await app.call(member.actor, authRoutes.me)).status).toBe(401);
  });
});

describe("who is Owner of a company", () => {
  const forbidden = { status: 403, body: { code: "forbidden" } };
  const roleOf = async (id: string) =>
    (
      await app.queryAsAdmin<{ role: string }>("select company_role as role from users where id = $1", [id])
    )[0]?.role;

  it("is nothing a Moderator decides: not for themselves, not for an accomplice, not against a real Owner", async () => {
    const inside = await buildUser(app.db, companyId, "Viewer", { platformRole: "Moderator" });
    const [second] = [await buildUser(app.db, companyId, "Owner")];
    for (const by of [moderator.actor, inside.actor]) {
      const refused = [
        await put(by, inside.actor.userId, { platformRole: "Moderator", companyRole: "Owner" }),
        await put(by, member.actor.userId, { companyRole: "Owner" }),
        await put(by, second.actor.userId, { companyRole: "Viewer" }),
        await app.call(by, adminUserRoutes.delete, { params: { id: second.actor.userId } }),
      ];
      expect(refused).toMatchObject([forbidden, forbidden, forbidden, forbidden]);
    }
    expect(await roleOf(inside.actor.userId)).toBe("Viewer");
    expect(await roleOf(second.actor.userId)).toBe("Owner");
  });

  it("is an Admin's to correct, and the company's Owners hear of it, in the app and by mail", async () => {
    const second = await buildUser(app.db, companyId, "Owner");
    const told = async (email: string) =>
      (
        await app.queryAsAdmin<{ title: string }>(
          `select title from notifications n join users u on u.id = n.user_id
           where u.email = $1 and kind = 'security' order by n.created_at`,
          [email],
        )
      ).map(({ title }) => title);
    expect((await put(admin.actor, member.actor.userId, { companyRole: "Owner" })).status).toBe(200);
    app.clock.advance(1000);
    expect((await put(admin.actor, second.actor.userId, { companyRole: "Viewer" })).status).toBe(200);
    const titles = ["Your company has another Owner", "Your company lost an Owner"];
    expect(await told(second.email)).toEqual(titles);
    expect(await told(member.email)).toEqual(titles);
    const mails = await app.queryAsAdmin<{ subject: string }>(
      "select subject from mails where to_address = $1 order by created_at",
      [second.email],
    );
    expect(mails.map(({ subject }) => subject)).toEqual(titles);
    app.clock.advance(1000);
    await put(moderator.actor, member.actor.userId, { companyRole: "Owner", isActive: false });
    expect(await told(member.email)).toEqual(titles);
    const [remaining] = await app.queryAsAdmin<{ email: string }>(
      "select email from users where company_id = $1 and company_role = 'Owner' and disabled_at is null",
      [companyId],
    );
    expect(await told(remaining?.email ?? "")).toEqual([...titles, "Your company lost an Owner"]);
  });
});

describe("a company's only member", () => {
  const ask = (by: SignedInUser, id: string, typedName: string) =>
    app.call(by, adminUserRoutes.deleteWithCompany, { params: { id }, body: { typedName } });

  it("is deleted with the company, by an Admin, after its grace period; they are told and can keep it", async () => {
    const alone = (await buildCompany(app.db, "Abandoned")).id;
    const { actor, email } = await buildUser(app.db, alone, "Owner");
    const read = async () =>
      (await app.call(admin.actor, adminUserRoutes.get, { params: { id: actor.userId } })).body.onlyMemberOf;
    expect(await read()).toEqual({ name: "Abandoned", deletionAt: null });
    expect((await ask(moderator.actor, actor.userId, email)).status).toBe(403);
    expect(await ask(admin.actor, actor.userId, "something else")).toMatchObject({
      status: 400,
      body: { fields: { typedName: expect.stringContaining(email) } },
    });
    const { status, body } = await ask(admin.actor, actor.userId, email);
    expect(status).toBe(200);
    expect(body.deletionAt).toBe(new Date(app.clock.now().getTime() + 7 * 86_400_000).toISOString());
    expect(await ask(admin.actor, actor.userId, email)).toMatchObject({ status: 200, body });
    expect(await read()).toEqual({ name: "Abandoned", deletionAt: body.deletionAt });
    const mails = await app.queryAsAdmin<{ plain_text: string }>(
      "select plain_text from mails where to_address = $1",
      [email],
    );
    expect(mails.map(({ plain_text }) => plain_text)).toEqual([
      expect.stringContaining("The platform's staff asked to delete Abandoned"),
    ]);
    const log = await app.call(actor, auditRoutes.listAudit, { query: { action: "company.deletion" } });
    expect(log.body.items.map(({ action }) => action)).toEqual(["company.deletion_requested"]);
    app.clock.advance(7 * 86_400_000);
    await app.runJob(companyDataModule.jobs![0]!, {});
    const left = await app.queryAsAdmin("select id from users where id = $1", [actor.userId]);
    expect(left).toEqual([]);
  });

  it("is nobody who has colleagues", async () => {
    expect(await ask(admin.actor, member.actor.userId, member.email)).toMatchObject({
      status: 409,
      body: { code: "invalid_state" },
    });
    const { body } = await app.call(admin.actor, adminUserRoutes.get, {
      params: { id: member.actor.userId },
    });
    expect(body.onlyMemberOf).toBeNull();
  });
});

describe("one's own roles", () => {
  it("are somebody else's to change, an Admin's too", async () => {
    const inside = await buildUser(app.db, companyId, "Viewer", { platformRole: "Admin" });
    const own = { platformRole: "Admin", companyRole: "Viewer" } as const;
    const id = inside.actor.userId;
    const refused = [
      await put(inside.actor, id, { ...own, companyRole: "Staff" }),
      await put(inside.actor, id, { ...own, companyRole: "Owner" }),
      await put(inside.actor, id, { ...own, platformRole: "Moderator" }),
      await put(inside.actor, id, { ...own, isActive: false }),
    ];
    expect(refused.map(({ status, body }) => [status, (body as unknown as { code: string }).code])).toEqual(
      refused.map(() => [403, "forbidden"]),
    );
    expect((await put(inside.actor, id, { ...own, firstName: "Myself" })).status).toBe(200);
  });
});

describe("the last Admin", () => {
  it("can neither be demoted, deactivated nor deleted", async () => {
    const refused = [
      await put(admin.actor, admin.actor.userId, { platformRole: "User", companyRole: null }),
      await put(admin.actor, admin.actor.userId, {
        platformRole: "Admin",
        companyRole: null,
        isActive: false,
      }),
      await app.call(admin.actor, adminUserRoutes.delete, { params: { id: admin.actor.userId } }),
    ];
    for (const answer of refused)
      expect([answer.status, answer.body]).toMatchObject([403, { code: "last_admin" }]);
  });

  it("stays even when two Admins demote each other at the same moment", async () => {
    const second = await buildPlatformUser(app.db, "Admin");
    const change = { platformRole: "User", companyRole: null } as const;
    const answers = await Promise.all([
      put(admin.actor, second.actor.userId, change),
      put(second.actor, admin.actor.userId, change),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403]);
  });
});

describe("a company's last Owner", () => {
  it("stays, whoever asks", async () => {
    const alone = (await buildCompany(app.db)).id;
    const owner = await buildUser(app.db, alone, "Owner");
    const id = owner.actor.userId;
    const refused = [
      await put(admin.actor, id, { companyRole: "Staff" }),
      await put(admin.actor, id, { companyRole: "Owner", isActive: false }),
      await app.call(admin.actor, adminUserRoutes.delete, { params: { id } }),
    ];
    for (const answer of refused)
      expect([answer.status, answer.body]).toMatchObject([403, { code: "last_owner" }]);
  });
});

it("deletes a person with every trace of name and address, in every table", async () => {
  const name = "Zebulon";
  await put(admin.actor, member.actor.userId, { firstName: name, lastName: "Quux" });
  const owner = await buildUser(app.db, companyId, "Owner");
  await app.call(owner.actor, teamRoutes.invite, {
    body: { email: "guest@example.test", role: "Viewer" },
  });
  await app.call(owner.actor, teamRoutes.updateMember, {
    params: { id: member.actor.userId },
    body: { companyRole: "Owner", isActive: true },
  });
  await app.call(member.actor, teamRoutes.invite, {
    body: { email: "other@example.test", role: "Viewer" },
  });
  await app.inject({
    method: "POST",
    url: "/api/auth/send-verification-code",
    payload: { email: member.email },
  });
  await app.queryAsAdmin(
    `insert into churn_analyses (company_id, scope, include_recommendations, include_risk_factors, horizon_days,
       created_by_user_id, created_by) values ($1, 'All', true, true, 90, $2, 'Zebulon Quux')`,
    [companyId, member.actor.userId],
  );
  const deleted = await app.call(admin.actor, adminUserRoutes.delete, {
    params: { id: member.actor.userId },
  });
  expect(deleted.status).toBe(200);
  expect((await app.call(member.actor, authRoutes.me)).status).toBe(401);

  const tables = await app.queryAsAdmin<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const found: string[] = [];
  for (const table of tables) {
    const rows = await app.queryAsAdmin<{ row: string }>(
      `select t::text as row from ${table.name} t where t::text ilike any($1)`,
      [[`%${member.email}%`, `%${name}%`]],
    );
    found.push(...rows.map(({ row }) => `${table.name}: ${row}`));
  }
  // Mail to others keeps the words it was sent with.
  expect(found.filter((row) => !row.startsWith("mails: "))).toEqual([]);
  const entries = await app.queryAsAdmin<{ actor: string }>(
    "select actor from audit_entries where actor_user_id = $1",
    [member.actor.userId],
  );
  expect(entries).toEqual([{ actor: "Deleted person" }]);
});

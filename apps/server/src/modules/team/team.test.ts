import { adminUserRoutes, apiKeyRoutes, auditRoutes, authRoutes, teamRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { invitationLimits } from "#platform/http/rate-limits.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  connectLive,
  createTestApp,
  TEST_PASSWORD,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";

let app: TestApp;
let companyId: string;
let owner: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp({ appUrl: "https://app.example.test", rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db, "Acme")).id;
  owner = await buildUser(app.db, companyId, "Owner", { password: TEST_PASSWORD });
});

const invite = (email: string, role: "Viewer" | "Staff" | "Owner" = "Staff") =>
  app.call(owner.actor, teamRoutes.invite, { body: { email, role } });
/** The link's token as it stands in the mail. */
async function linkTo(email: string): Promise<string> {
  const [mail] = await app.queryAsAdmin<{ plain_text: string }>(
    "select plain_text from mails where to_address = $1 order by created_at desc limit 1",
    [email],
  );
  return (
    /https:\/\/app\.example\.test\/register-invited\?token=([\w-]+)/.exec(mail?.plain_text ?? "")?.[1] ?? ""
  );
}
const accept = (token: string) =>
  app.call(null, authRoutes.acceptInvitation, {
    body: { token, firstName: "Ines", lastName: "Invited", password: "a fresh long password" },
  });
const member = (id: string, change: { companyRole: "Viewer" | "Staff" | "Owner"; isActive: boolean }) =>
  app.call(owner.actor, teamRoutes.updateMember, { params: { id }, body: change });

describe("an invitation", () => {
  it("says who invited whom to which company and role, and joins with that role, past onboarding", async () => {
    const invited = await invite(" Ines@Example.Test ");
    expect(invited.status).toBe(201);
    const token = await linkTo("ines@example.test");
    const read = await app.call(null, authRoutes.getInvitation, { query: { token } });
    expect(read.body).toMatchObject({
      email: "ines@example.test",
      companyName: "Acme",
      invitedBy: "Test Person",
      role: "Staff",
    });
    const joined = await accept(token);
    expect(joined.status).toBe(200);
    expect(joined.body.user).toMatchObject({
      email: "ines@example.test",
      companyRole: "Staff",
      onboardingCompleted: true,
      company: { id: companyId },
    });
    const team = await app.call(owner.actor, teamRoutes.listTeam);
    expect(team.body.invitations).toEqual([]);
    expect(team.body.members.map((person) => person.email)).toContain("ines@example.test");
    // Its link has done its work.
    expect((await accept(token)).status).toBe(404);
  });

  it("has one link that counts: sent again, withdrawn or expired, the one before does not", async () => {
    const { id } = (await invite("links@example.test")).body;
    const first = await linkTo("links@example.test");
    app.clock.advance(1000);
    expect((await app.call(owner.actor, teamRoutes.resendInvitation, { params: { id } })).status).toBe(200);
    const second = await linkTo("links@example.test");
    expect((await accept(first)).status).toBe(404);
    expect((await app.call(null, authRoutes.getInvitation, { query: { token: second } })).status).toBe(200);
    expect((await app.call(owner.actor, teamRoutes.revokeInvitation, { params: { id } })).status).toBe(200);
    expect((await accept(second)).status).toBe(404);
    await invite("late@example.test");
    const late = await linkTo("late@example.test");
    await app.queryAsAdmin(
      "update invitations set expires_at = created_at where email = 'late@example.test'",
    );
    expect((await accept(late)).status).toBe(404);
  });

  it("is mailed so many times a day to an address, whoever invites it, and so many times an hour by a company", async () => {
    const strict = await createTestApp();
    try {
      const people = await Promise.all(
        [1, 2].map(
          async () => (await buildUser(strict.db, (await buildCompany(strict.db)).id, "Owner")).actor,
        ),
      );
      const [one, two] = people as [CompanyUser, CompanyUser];
      const ask = (by: CompanyUser, email: string) =>
        strict.call(by, teamRoutes.invite, { body: { email, role: "Staff" } });
      const invitations = [await ask(one, "often@example.test"), await ask(two, "often@example.test")];
      const id = invitations[0]?.body.id ?? "";
      for (let time = 2; time < invitationLimits.perEmail.limit; time++) {
        const again = await strict.call(one, teamRoutes.resendInvitation, { params: { id } });
        expect(again.status).toBe(200);
      }
      for (const refused of [
        await strict.call(one, teamRoutes.resendInvitation, { params: { id } }),
        await ask(two, "often@example.test"),
      ]) {
        expect(refused.status).toBe(429);
        expect(Number(refused.headers["retry-after"])).toBe(24 * 3600);
      }
      expect(
        await strict.queryAsAdmin("select 1 from mails where to_address = 'often@example.test'"),
      ).toHaveLength(invitationLimits.perEmail.limit);
      await strict.queryAsAdmin(
        "update rate_limit_counters set count = $1 where key like 'invitation:company:%'",
        [invitationLimits.perCompany.limit - 1],
      );
      expect((await ask(one, "last@example.test")).status).toBe(201);
      expect((await ask(one, "more@example.test")).status).toBe(429);
      expect((await ask(two, "other@example.test")).status).toBe(201);
      strict.clock.advance(3_600_000);
      expect((await ask(one, "more@example.test")).status).toBe(201);
    } finally {
      await strict.close();
    }
  });

  it("writes names that were taken before names were checked on one line and without links", async () => {
    await app.queryAsAdmin("update companies set name = $2 where id = $1", [
      companyId,
      "Win\r\nBcc: all@evil.example https://evil.example/now",
    ]);
    await invite("plain@example.test");
    const [mail] = await app.queryAsAdmin<{ subject: string; plain_text: string; html: string }>(
      "select subject, plain_text, html from mails where to_address = 'plain@example.test'",
    );
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    for (const text of [mail?.subject, mail?.plain_text, mail?.html]) {
      expect(text).toContain("Win Bcc");
      expect(text).not.toMatch(/evil\.example|:\/\/evil|all@/);
    }
  });

  it("tells nobody but the invited person that the address has an account", async () => {
    const elsewhere = await buildUser(app.db, (await buildCompany(app.db)).id, "Owner");
    expect((await invite(elsewhere.email)).body).toMatchObject({ isUnusable: false });
    const token = await linkTo(elsewhere.email);
    const shown = async () => {
      const { invitations } = (await app.call(owner.actor, teamRoutes.listTeam)).body;
      return invitations.find(({ email }) => email === elsewhere.email)?.isUnusable;
    };
    expect(await shown()).toBe(false);
    // Whoever has the link learns it before any form; the company from then on that nobody can join by it.
    const read = await app.call(null, authRoutes.getInvitation, { query: { token } });
    expect(read.body).toMatchObject({ hasAccount: true });
    expect(await shown()).toBe(true);
    expect((await accept(token)).status).toBe(409);
    const again = await invite(owner.email);
    expect(again.body).toMatchObject({ fields: { email: "This person is in your team already" } });
  });

  it("keeps the link out of what an Owner reads, and the token out of the database", async () => {
    await invite("masked@example.test");
    const token = await linkTo("masked@example.test");
    const rows = await app.queryAsAdmin<{ dump: string }>("select i::text as dump from invitations i");
    expect(rows.some((row) => row.dump.includes(token))).toBe(false);
    expect((await app.call(null, authRoutes.getInvitation, { query: { token: `${token}x` } })).status).toBe(
      404,
    );
  });

  it("is passed on by its link where no mail leaves: made on request, alone good, and written down without it", async () => {
    const { id } = (await invite("byhand@example.test")).body;
    const mailed = await linkTo("byhand@example.test");
    const link = (await app.call(owner.actor, teamRoutes.makeInvitationLink, { params: { id } })).body;
    const token =
      /^https:\/\/app\.example\.test\/register-invited\?token=([\w-]+)$/.exec(link.link)?.[1] ?? "";
    expect(link.invitation).toMatchObject({ id, email: "byhand@example.test", role: "Staff" });
    expect((await accept(mailed)).status).toBe(404);
    // Nobody was mailed again, and nothing that is kept holds the link.
    const mails = await app.queryAsAdmin("select 1 from mails where to_address = 'byhand@example.test'");
    expect(mails).toHaveLength(1);
    const audit = await app.queryAsAdmin<{ action: string; dump: string }>(
      "select action, e::text as dump from audit_entries e where target_id = $1 order by occurred_at",
      [id],
    );
    expect(audit.map(({ action }) => action)).toEqual(["team.invited", "team.invitation_link_made"]);
    expect(audit.some(({ dump }) => dump.includes(token))).toBe(false);
    expect((await accept(token)).status).toBe(200);
    // Used, it makes no more links.
    const again = await app.call(owner.actor, teamRoutes.makeInvitationLink, { params: { id } });
    expect(again.status).toBe(404);
  });

  it("has no link by hand where one would prove an address that nobody has shown to be theirs", async () => {
    const chosen = { smtpUrl: "smtp://127.0.0.1:9", adminEmail: "boss@example.test" };
    for (const [settings, refusal] of [
      [{ smtpUrl: chosen.smtpUrl }, [409, "invalid_state"]],
      [{ adminEmail: chosen.adminEmail }, [403, "forbidden"]],
    ] as const) {
      const other = await createTestApp(settings);
      try {
        const inviter = (await buildUser(other.db, (await buildCompany(other.db)).id, "Owner")).actor;
        const { id } = (
          await other.call(inviter, teamRoutes.invite, {
            body: { email: chosen.adminEmail, role: "Owner" },
          })
        ).body;
        const answer = await other.call(inviter, teamRoutes.makeInvitationLink, { params: { id } });
        expect([answer.status, answer.body]).toMatchObject([refusal[0], { code: refusal[1] }]);
      } finally {
        await other.close();
      }
    }
  });

  it("repeats its answer to the same Idempotency-Key, and mails once", async () => {
    const send = () =>
      app.call(owner.actor, teamRoutes.invite, {
        body: { email: "twice@example.test", role: "Viewer" },
        headers: { "idempotency-key": `key-${companyId}` },
      });
    const [one, two] = [await send(), await send()];
    expect(two.body).toEqual(one.body);
    const mails = await app.queryAsAdmin("select 1 from mails where to_address = 'twice@example.test'");
    expect(mails).toHaveLength(1);
  });
});

describe("a member", () => {
  it("may do what a new role allows with the next request, and no more of the old", async () => {
    const staff = await buildUser(app.db, companyId, "Staff");
    expect((await app.call(staff.actor, apiKeyRoutes.listApiKeys)).status).toBe(403);
    expect((await member(staff.actor.userId, { companyRole: "Owner", isActive: true })).status).toBe(200);
    expect((await app.call(staff.actor, apiKeyRoutes.listApiKeys)).status).toBe(200);
    await member(staff.actor.userId, { companyRole: "Viewer", isActive: true });
    expect((await app.call(staff.actor, apiKeyRoutes.listApiKeys)).status).toBe(403);
  });

  it("is out at once when deactivated, on API and hub, and back when reactivated", async () => {
    const staff = await buildUser(app.db, companyId, "Staff", { password: TEST_PASSWORD });
    const { authorization } = await app.bearer(staff.actor);
    const live = await connectLive(app.server, authorization.replace("Bearer ", ""));
    const off = await member(staff.actor.userId, { companyRole: "Staff", isActive: false });
    expect(off.body).toMatchObject({ isActive: false });
    expect((await app.call(staff.actor, authRoutes.me)).status).toBe(401);
    await live.closed;
    const login = () =>
      app.call(null, authRoutes.login, { body: { email: staff.email, password: TEST_PASSWORD } });
    expect(await login()).toMatchObject({
      status: 403,
      body: {
        code: "account_disabled",
        message: expect.stringContaining("An Owner of your company deactivated"),
      },
    });
    const guessed = await app.call(null, authRoutes.login, {
      body: { email: staff.email, password: "not the password" },
    });
    expect(guessed).toMatchObject({ status: 401, body: { code: "invalid_credentials" } });
    await member(staff.actor.userId, { companyRole: "Staff", isActive: true });
    expect((await login()).status).toBe(200);
    // The session from before stays ended.
    expect((await app.call(staff.actor, authRoutes.me)).status).toBe(401);
  });

  it("is removed for good with their name, and can be invited anew; oneself, the last Owner and staff stay", async () => {
    const leaver = await buildUser(app.db, companyId, "Staff");
    const remove = (id: string) => app.call(owner.actor, teamRoutes.removeMember, { params: { id } });
    expect((await remove(leaver.actor.userId)).status).toBe(200);
    expect((await app.call(leaver.actor, authRoutes.me)).status).toBe(401);
    const { body } = await app.call(owner.actor, teamRoutes.listTeam);
    expect(body.members.map(({ id }) => id)).toEqual([owner.actor.userId]);
    const log = await app.call(owner.actor, auditRoutes.listAudit, {
      query: { action: "team.member_removed" },
    });
    expect(log.body.items).toMatchObject([{ target: "Deleted person", before: { companyRole: "Staff" } }]);
    expect(JSON.stringify(log.body)).not.toContain(leaver.email);
    expect((await invite(leaver.email)).status).toBe(201);
    expect((await accept(await linkTo(leaver.email))).status).toBe(200);
    const moderator = await buildUser(app.db, companyId, "Viewer", { platformRole: "Moderator" });
    const elsewhere = await buildUser(app.db, (await buildCompany(app.db, "Other")).id, "Staff");
    const refused = [
      await remove(owner.actor.userId),
      await remove(moderator.actor.userId),
      await remove(elsewhere.actor.userId),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 404]);
  });

  it("who is a platform Admin is not deactivated by a company's Owner", async () => {
    const admin = await buildUser(app.db, companyId, "Viewer", { platformRole: "Admin" });
    await buildUser(app.db, companyId, "Viewer", { platformRole: "Admin" });
    const id = admin.actor.userId;
    expect((await member(id, { companyRole: "Viewer", isActive: false })).status).toBe(403);
    expect((await member(id, { companyRole: "Staff", isActive: true })).status).toBe(200);
    expect((await app.call(admin.actor, authRoutes.me)).body.user.companyRole).toBe("Staff");
  });

  it("of another company is not found, and not changed", async () => {
    const stranger = await buildUser(app.db, (await buildCompany(app.db)).id, "Staff");
    const answer = await member(stranger.actor.userId, { companyRole: "Owner", isActive: false });
    expect(answer.status).toBe(404);
    expect((await app.call(stranger.actor, authRoutes.me)).body.user.companyRole).toBe("Staff");
  });
});

describe("the last Owner", () => {
  it("can neither step down nor be deactivated, and hears why", async () => {
    for (const change of [
      { companyRole: "Staff", isActive: true },
      { companyRole: "Owner", isActive: false },
    ] as const) {
      const answer = await member(owner.actor.userId, change);
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({ code: "last_owner" });
    }
    expect((await app.call(owner.actor, authRoutes.me)).body.user.companyRole).toBe("Owner");
  });

  it("stays even when two Owners demote each other at the same moment", async () => {
    const second = await buildUser(app.db, companyId, "Owner");
    const demote = (by: CompanyUser, id: string) =>
      app.call(by, teamRoutes.updateMember, {
        params: { id },
        body: { companyRole: "Viewer", isActive: true },
      });
    const answers = await Promise.all([
      demote(owner.actor, second.actor.userId),
      demote(second.actor, owner.actor.userId),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 403]);
    const owners = await app.queryAsAdmin(
      "select 1 from users where company_id = $1 and company_role = 'Owner'",
      [companyId],
    );
    expect(owners).toHaveLength(1);
  });

  it("hands ownership over with the password, and is Staff afterwards", async () => {
    const heir = await buildUser(app.db, companyId, "Viewer");
    const transfer = (id: string, password: string) =>
      app.call(owner.actor, teamRoutes.transferOwnership, { params: { id }, body: { password } });
    expect((await transfer(heir.actor.userId, "wrong one")).status).toBe(400);
    expect((await transfer(owner.actor.userId, TEST_PASSWORD)).status).toBe(409);
    expect((await transfer(heir.actor.userId, TEST_PASSWORD)).status).toBe(200);
    expect((await app.call(heir.actor, authRoutes.me)).body.user.companyRole).toBe("Owner");
    expect((await app.call(owner.actor, authRoutes.me)).body.user.companyRole).toBe("Staff");
  });
});

describe("a suspension by the platform", () => {
  it("is not lifted by an Owner, whose own deactivations stay theirs to undo", async () => {
    const admin = await buildPlatformUser(app.db, "Admin");
    const person = await buildUser(app.db, companyId, "Staff");
    const id = person.actor.userId;
    const byPlatform = (isActive: boolean) =>
      app.call(admin.actor, adminUserRoutes.update, {
        params: { id },
        body: {
          firstName: "Test",
          lastName: "Person",
          platformRole: "User",
          companyRole: "Staff",
          isActive,
        },
      });
    const byOwner = (isActive: boolean) => member(id, { companyRole: "Staff", isActive });
    expect((await byPlatform(false)).status).toBe(200);
    const refused = await byOwner(true);
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { code: "forbidden", message: expect.stringContaining("platform") },
    ]);
    // Deactivated on top of it, it is still the platform's.
    expect((await byOwner(false)).status).toBe(200);
    expect((await byOwner(true)).status).toBe(403);
    expect((await byPlatform(true)).body).toMatchObject({ isActive: true });
    expect((await byOwner(false)).body).toMatchObject({ isActive: false });
    expect((await byOwner(true)).body).toMatchObject({ isActive: true });
    // Support helps where the company's Owner is not there.
    await byOwner(false);
    expect((await byPlatform(true)).body).toMatchObject({ isActive: true });
  });
});

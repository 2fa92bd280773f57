import { accountRoutes, auditRoutes, authRoutes, twoFactorRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { erasePersonFromAudit } from "#modules/audit/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";
import { authenticatorCode } from "./fixtures/authenticator-code.ts";

let app: TestApp;
let companyId: string;
let owner: BuiltUser<CompanyUser>;
let person: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db, "Watched")).id;
  owner = await buildUser(app.db, companyId, "Owner");
  person = await buildUser(app.db, companyId, "Staff", { password: TEST_PASSWORD });
});

let networks = 0;
const post = (path: string, payload: object, remoteAddress = `10.7.0.${++networks}`) =>
  app.inject({ method: "POST", url: `/api/auth/${path}`, payload, remoteAddress });

/** The company's log as its Owner reads it, oldest first, without what is not about refusals. */
async function refusals() {
  await app.drainJobs();
  const { body } = await app.call(owner.actor, auditRoutes.listAudit, { query: { pageSize: 100 } });
  return body.items
    .filter(({ action }) => action.endsWith("_refused") || action.endsWith(".refused"))
    .map(({ action, actor, via, target, ipAddress, after }) => ({
      action,
      actor,
      via,
      target,
      ipAddress,
      after,
    }))
    .toReversed();
}

it("a refused sign-in is in the company's log: what was shown, from where, and by nobody who is known", async () => {
  const { email } = person;
  expect((await post("login", { email, password: "not the password" }, "10.8.0.1")).statusCode).toBe(401);
  await post("send-verification-code", { email });
  expect((await post("verify-code", { email, code: "000000" }, "10.8.0.2")).statusCode).toBe(401);
  const reset = { email, code: "000000", password: "a password nobody has" };
  expect((await post("reset-password", reset, "10.8.0.3")).statusCode).toBe(401);
  const refused = { action: "session.refused", actor: "Not signed in", via: "screen", target: email };
  expect(await refusals()).toEqual([
    { ...refused, ipAddress: "10.8.0.1", after: { proof: "password", reason: "wrong" } },
    { ...refused, ipAddress: "10.8.0.2", after: { proof: "code", reason: "wrong" } },
    { ...refused, ipAddress: "10.8.0.3", after: { proof: "code", reason: "wrong" } },
  ]);
});

it("so is a wrong second factor, at sign-in and where it is asked for again", async () => {
  const start = await app.call(person.actor, twoFactorRoutes.startTwoFactor, {
    body: { password: TEST_PASSWORD },
  });
  const code = () => authenticatorCode(start.body.secret, app.clock.now());
  const wrong = () => (code() === "000000" ? "000001" : "000000");
  await app.call(person.actor, twoFactorRoutes.confirmTwoFactor, { body: { code: wrong() } });
  await app.call(person.actor, twoFactorRoutes.confirmTwoFactor, { body: { code: code() } });
  app.clock.advance(60_000);
  const challenge = await post("login", { email: person.email, password: TEST_PASSWORD });
  const { challengeId } = challenge.json() as { challengeId: string };
  expect((await post("mfa", { challengeId, code: wrong() }, "10.8.0.4")).statusCode).toBe(401);
  await app.drainJobs();
  await app.call(person.actor, twoFactorRoutes.disableTwoFactor, {
    body: { password: TEST_PASSWORD, code: wrong() },
  });
  await app.call(person.actor, accountRoutes.changePassword, {
    body: { currentPassword: "not mine", newPassword: "another long password" },
  });
  const inside = { action: "account.proof_refused", actor: "Test Person", ipAddress: "127.0.0.1" };
  expect(await refusals()).toMatchObject([
    { ...inside, after: { proof: "second_factor" } },
    {
      action: "session.refused",
      actor: "Not signed in",
      ipAddress: "10.8.0.4",
      after: { proof: "second_factor", reason: "wrong" },
    },
    { ...inside, after: { proof: "second_factor" } },
    { ...inside, after: { proof: "password" } },
  ]);
});

it("beyond the limit the first attempt is written down, and no flood of them", async () => {
  for (let attempt = 0; attempt < 14; attempt++) {
    await post("login", { email: person.email, password: "not the password" });
  }
  const reasons = (await refusals()).map(({ after }) => after?.["reason"]);
  expect(reasons).toEqual([...Array<string>(10).fill("wrong"), "too_many_attempts"]);
});

it("of an address that nobody has nothing is kept, and of staff without a company it is in the platform's log", async () => {
  const moderator = await buildPlatformUser(app.db, "Moderator");
  await post("login", { email: "password-typed-here@example.test", password: "not the password" });
  await post("login", { email: moderator.email, password: "not the password" });
  await app.drainJobs();
  const kept = await app.queryAsAdmin(
    "select target from platform_audit_entries where action = 'session.refused'",
  );
  expect(kept).toEqual([{ target: moderator.email }]);
  const traces = await app.queryAsAdmin<{ n: number }>(
    "select count(*)::int as n from pgboss.job where data::text like '%password-typed-here%'",
  );
  expect(traces).toEqual([{ n: 0 }]);
});

it("goes with the person: neither the address it was about nor where it came from stays", async () => {
  await post("login", { email: person.email, password: "not the password" }, "10.8.0.9");
  await app.drainJobs();
  await withTenant(app.db, companyId, (tx) =>
    erasePersonFromAudit(tx, { userId: person.actor.userId, email: person.email }),
  );
  const [entry] = await refusals();
  expect(entry).toMatchObject({ target: "Deleted person", ipAddress: null });
});

it("a session ended from the list reads as that, not as if its person had signed out there", async () => {
  const other = await post("login", { email: person.email, password: TEST_PASSWORD });
  expect(other.statusCode).toBe(200);
  const sessions = (await app.call(person.actor, accountRoutes.listSessions)).body.items;
  const elsewhere = sessions.find(({ isCurrent }) => !isCurrent);
  await app.call(person.actor, accountRoutes.endSession, { params: { id: elsewhere?.id ?? "" } });
  await app.call(person.actor, authRoutes.logout);
  const { body } = await app.call(owner.actor, auditRoutes.listAudit, { query: { action: "session" } });
  expect(body.items.map(({ action }) => action)).toEqual([
    "session.ended",
    "session.revoked",
    "session.started",
  ]);
});

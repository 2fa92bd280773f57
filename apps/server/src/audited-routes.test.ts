import type { AuditAction, RouteDefinition } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addCustomers } from "#testing/analysis-world.ts";
import { auditEntriesOf } from "#testing/audit-entries.ts";
import { labelledCustomers } from "#testing/labelled-customers.ts";
import { dryRun } from "#modules/imports/fixtures/import-flow.ts";
import { authenticatorCode } from "#modules/auth/fixtures/authenticator-code.ts";
import { unsubscribeToken } from "#modules/reports/fixtures/unsubscribe-link.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildUser,
  createTestApp,
  TEST_PASSWORD,
  TEST_SECRET_KEYS,
  upload,
  uploaded,
  type TestApp,
} from "#testing/index.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { SILENT_MODEL } from "#testing/silent-model.ts";
import { walkDoors, walkSupport, walkWaitingList, walkWork } from "#testing/audited-work.ts";
import { writesNothingDown } from "#testing/routes-that-write-nothing-down.ts";

let app: TestApp;
let owner: CompanyUser;
let staff: CompanyUser;
let admin: CompanyUser;
let walked: Set<string>;
let companies = 0;

const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`;
const emailOf = (name: string) => `${name}-${companies}@example.test`;

interface Request {
  /** In the place of the path's parameters, in their order. */
  id?: string | readonly string[];
  body?: object;
  /** As this person; as nobody with null; the Owner unless stated. */
  as?: CompanyUser | null;
  headers?: Record<string, string>;
}
async function send(
  name: string,
  { id, body, as = owner, headers = {} }: Request = {},
): Promise<LightMyRequestResponse> {
  const [method = "", path = ""] = name.split(" ");
  walked.add(name);
  const ids = [id ?? []].flat();
  const answer = await app.inject({
    method: method as "POST",
    url: `/api${path.replaceAll(/:[A-Za-z]+/g, () => ids.shift() ?? "")}`,
    headers: { ...(as ? await app.bearer(as) : {}), ...headers },
    ...(method === "DELETE" && body === undefined ? {} : { payload: body ?? {} }),
  });
  expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(300);
  return answer;
}

const entriesOf = (work: () => Promise<unknown>) => auditEntriesOf(app, work);
async function codeTo(email: string): Promise<string> {
  const newest = "select secrets from mails where to_address = $1 order by created_at desc, id desc limit 1";
  return (await app.queryAsAdmin<{ secrets: string[] }>(newest, [email]))[0]?.secrets[0] ?? "";
}
const idOf = (answer: LightMyRequestResponse) => (answer.json() as { id: string }).id;

beforeAll(async () => {
  walked = new Set();
  app = await createTestApp({ rateLimitScale: 100_000, demo: true, languageModel: SILENT_MODEL });
});
afterAll(() => app.close());
beforeEach(async () => {
  companies++;
  const { id } = await buildCompany(app.db, "Acme");
  owner = (await buildUser(app.db, id, "Owner", { password: TEST_PASSWORD, email: emailOf("owner") })).actor;
  staff = (await buildUser(app.db, id, "Staff", { email: emailOf("staff") })).actor;
  admin = (await buildUser(app.db, id, "Owner", { platformRole: "Admin", email: emailOf("admin") })).actor;
});

/** Does one thing and holds its entry: what happened, by whom, through which door, from where. */
async function writes(
  action: AuditAction,
  name: string,
  request: Request = {},
): Promise<LightMyRequestResponse> {
  let answer: LightMyRequestResponse | undefined;
  const entries = await entriesOf(async () => {
    answer = await send(name, request);
  });
  expect([name, entries.map((entry) => entry.action)]).toEqual([name, expect.arrayContaining([action])]);
  const entry = entries.find((one) => one.action === action);
  const by = request.as === undefined ? owner : request.as;
  expect([name, entry]).toMatchObject([name, { via: "screen", address: "127.0.0.1" }]);
  if (by) expect([name, entry?.actor]).toEqual([name, by.userId]);
  if (!answer) throw new Error("No answer");
  return answer;
}
const FILE = "id,email,name\r\nc-1,one@example.test,One\r\nc-2,two@example.test,Two\r\n";
const code = (secret: string) => authenticatorCode(secret, app.clock.now());

/**
 * Every route that is not a GET, done once for real, with what must stand in the audit log afterwards. A new route fails
 * this test until it is done here or named in writesNothingDown with its reason.
 */
describe("the audit log, by every route that changes something", () => {
  it("has who came in, how, and who left", async () => {
    const email = emailOf("new");
    await send("POST /auth/send-verification-code", { as: null, body: { email } });
    await writes("account.registered", "POST /auth/verify-code", {
      as: null,
      body: { email, code: await codeTo(email) },
    });
    await writes("session.started", "POST /auth/login", {
      as: null,
      body: { email: owner.email, password: TEST_PASSWORD },
    });
    await send("POST /auth/send-password-reset", { as: null, body: { email: owner.email } });
    await writes("account.password_reset", "POST /auth/reset-password", {
      as: null,
      body: { email: owner.email, code: await codeTo(owner.email), password: "another long password" },
    });
    await writes("session.ended", "POST /auth/logout", { as: staff });
  });

  it("has what a person changes of their own account", async () => {
    await writes("account.profile_changed", "PUT /account/profile", {
      body: { firstName: "New", lastName: "Name" },
    });
    await writes("account.password_changed", "POST /account/password", {
      body: { currentPassword: TEST_PASSWORD, newPassword: "another long password" },
    });
    app.clock.advance(1000);
    const newEmail = emailOf("moved");
    await send("POST /account/email", { body: { newEmail, password: "another long password" } });
    await writes("account.email_changed", "POST /account/email/confirm", {
      body: { newEmail, code: await codeTo(newEmail) },
    });
    const other = () =>
      app.inject({
        method: "POST",
        url: "/api/auth/login",
        payload: { email: newEmail, password: "another long password" },
      });
    await other();
    const sessions = await app.queryAsAdmin<{ id: string }>(
      "select id from sessions where user_id = $1 and ended_at is null and id <> $2",
      [owner.userId, owner.sessionId],
    );
    await writes("session.revoked", "DELETE /account/sessions/:id", { id: sessions[0]!.id });
    await other();
    await writes("session.others_ended", "POST /account/sessions/end-others");
    const { secret } = (
      await send("POST /account/two-factor/start", { body: { password: "another long password" } })
    ).json() as { secret: string };
    await writes("two_factor.enabled", "POST /account/two-factor/confirm", { body: { code: code(secret) } });
    app.clock.advance(60_000);
    const challenge = (await other()).json() as { challengeId: string };
    await writes("session.started", "POST /auth/mfa", {
      as: null,
      body: { challengeId: challenge.challengeId, code: code(secret) },
    });
    app.clock.advance(60_000);
    const proof = { password: "another long password", code: code(secret) };
    await writes("two_factor.codes_renewed", "POST /account/two-factor/recovery-codes", { body: proof });
    app.clock.advance(60_000);
    await writes("two_factor.disabled", "POST /account/two-factor/disable", {
      body: { password: "another long password", code: code(secret) },
    });
    const preferences = await app.inject({
      url: "/api/notifications/preferences",
      headers: await app.bearer(owner),
    });
    await writes("account.notifications_changed", "PUT /notifications/preferences", {
      body: preferences.json() as object,
    });
    const report = { weekday: 1, hour: 8, plan: null, currency: null };
    await writes("report.subscribed", "PUT /reports/subscription", { body: report });
    await writes("report.unsubscribed", "DELETE /reports/subscription");
    await writes("report.sent", "POST /reports/mails", { body: { plan: null, currency: null } });
    await send("PUT /reports/subscription", { body: report });
    await addCustomers(app, owner.companyId, [{ externalId: "C-1" }]);
    await writes("report.exported", "POST /reports/files");
    const token = unsubscribeToken(TEST_SECRET_KEYS, owner);
    walked.add("POST /reports/unsubscribe");
    const stopped = await entriesOf(() =>
      app.inject({ method: "POST", url: `/api/reports/unsubscribe?token=${token}` }),
    );
    expect(stopped).toMatchObject([{ action: "report.unsubscribed", actor: owner.userId }]);
    const restoring = { as: null, body: { token: await codeTo(owner.email) } };
    await writes("account.address_restored", "POST /auth/restore-address", restoring);
    owner = (await buildUser(app.db, owner.companyId, "Owner")).actor;
    await app.queryAsAdmin("update users set onboarding_completed_at = null where id = $1", [owner.userId]);
    const onboarding = "POST /auth/onboarding";
    const company = { name: "Acme", currency: "EUR", timeZone: "UTC" };
    const profile = { firstName: "Another", lastName: "Name", password: "a long password of one's own" };
    const steps: [AuditAction, object][] = [
      ["account.profile_changed", { step: "profile", profile }],
      ["company.settings_changed", { step: "company", company }],
      ["company.scoring_changed", { step: "churn", churn: { definition: "inactive", inactiveDays: 33 } }],
      ["account.onboarded", { step: "data", complete: true }],
    ];
    await app.queryAsAdmin("update users set password_hash = null where id = $1", [owner.userId]);
    for (const [action, body] of steps) await writes(action, onboarding, { body });
  });

  it("has what happens to a team", async () => {
    const guest = { email: emailOf("guest"), role: "Viewer" };
    const invitation = idOf(await writes("team.invited", "POST /company/invitations", { body: guest }));
    await writes("team.invitation_resent", "POST /company/invitations/:id/resend", { id: invitation });
    await writes("team.invitation_link_made", "POST /company/invitations/:id/link", { id: invitation });
    await writes("team.invitation_revoked", "DELETE /company/invitations/:id", { id: invitation });
    guest.email = emailOf("second-guest");
    await send("POST /company/invitations", { body: guest });
    const names = { firstName: "G", lastName: "G", password: "a fresh long password" };
    const body = { token: await codeTo(guest.email), ...names };
    const joined = await writes("team.joined", "POST /auth/register-invited", { as: null, body });
    const { user } = joined.json() as { user: { id: string } };
    await writes("team.member_changed", "PUT /company/team/:id", {
      id: user.id,
      body: { companyRole: "Staff", isActive: true },
    });
    await writes("team.member_removed", "DELETE /company/team/:id", { id: staff.userId });
    await writes("team.ownership_transferred", "POST /company/team/:id/transfer-ownership", {
      id: user.id,
      body: { password: TEST_PASSWORD },
    });
  });

  it("has what platform staff do to people, and to who waits", async () => {
    await walkWaitingList(app, writes, { email: emailOf("waits"), admin });
    await walkSupport(writes, staff, admin);
    const [id, names] = [staff.userId, { firstName: "S", lastName: "S" }];
    const body = { ...names, platformRole: "Moderator", companyRole: "Staff", isActive: true };
    await writes("admin.user_changed", "PUT /admin/users/:id", { as: admin, id, body });
    await writes("admin.sessions_ended", "POST /admin/users/:id/end-sessions", { as: admin, id });
    await writes("admin.user_deleted", "DELETE /admin/users/:id", { as: admin, id });
    const alone = await buildUser(app.db, (await buildCompany(app.db, "Abandoned")).id, "Owner");
    await writes("company.deletion_requested", "POST /admin/users/:id/delete-with-company", {
      as: admin,
      id: alone.actor.userId,
      body: { typedName: alone.email },
    });
  });

  it("has what is changed of the company, and what is taken out of it", async () => {
    const named = { name: "Acme", currency: "EUR", timeZone: "UTC" };
    await writes("company.settings_changed", "PUT /company", {
      body: { ...named, size: null, businessModel: null, logo: null },
    });
    const scoring = await app.inject({ url: "/api/company/scoring", headers: await app.bearer(owner) });
    await writes("company.scoring_changed", "PUT /company/scoring", {
      body: { ...(scoring.json() as object), horizonDays: 60 },
    });
    const key = (
      await writes("api_key.created", "POST /company/api-keys", {
        body: { name: "Key", scopes: ["customers:read"] },
      })
    ).json() as { apiKey: { id: string } };
    await walkDoors(app, writes, send);
    await writes("api_key.revoked", "DELETE /company/api-keys/:id", { id: key.apiKey.id });
    const id = idOf(await writes("segment.created", "POST /segments", { body: segmentBody }));
    const changed = { ...segmentBody, name: "There", version: 1 };
    await writes("segment.changed", "PUT /segments/:id", { id, body: changed });
    await writes("segment.created", "POST /segments/:id/duplicate", { id });
    await writes("segment.deleted", "DELETE /segments/:id", { id });
    await writes("audit.exported", "POST /company/audit/exports");
    const link = await writes("company.exported", "POST /company/exports");
    const zip = (await app.inject({ url: link.json<{ downloadPath: string }>().downloadPath })).rawPayload;
    walked.add("POST /company/imports");
    const taken = await entriesOf(async () => {
      await upload(app, owner, zip, { url: "/api/company/imports" });
      await app.drainJobs();
    });
    expect(taken.map(({ action }) => action)).toEqual(["company.taken_in"]);
    const request = { typedName: "Acme", password: TEST_PASSWORD };
    await app.queryAsAdmin("update users set platform_role = 'User' where id = $1", [admin.userId]);
    await writes("company.deletion_requested", "POST /company/deletion", { body: request });
    await writes("company.deletion_cancelled", "DELETE /company/deletion");
    const [mail] = await app.queryAsAdmin<{ id: string }>("select id from mails where company_id = $1", [
      owner.companyId,
    ]);
    await writes("mail.exported", "POST /outbox/:id/exports", { id: mail!.id });
  });

  it("has what happens to customers: imports, exports, analyses, models, the sample", async () => {
    const entries = await entriesOf(() => uploaded(app, owner, FILE));
    walked.add("POST /imports/upload");
    expect(entries.map(({ action }) => action)).toEqual(["import.uploaded"]);
    const { id: given } = await uploaded(app, owner, FILE, { name: "given-up.csv" });
    const reading = { id: given, body: { hasHeadings: true } };
    await writes("import.mapping_saved", "PUT /imports/:id/reading", reading);
    await writes("import.mapping_saved", "PUT /imports/:id/mapping", {
      id: given,
      body: { columns: [{ column: "id", target: "externalId" }] },
    });
    await writes("import.cancelled", "POST /imports/:id/cancel", { id: given });
    const { id } = await dryRun(app, owner, `${FILE}c-3,no address,Three\r\n`);
    await writes("import.confirmed", "POST /imports/:id/confirm", { id });
    const done = await entriesOf(() => app.drainJobs());
    expect(done).toMatchObject([{ action: "import.completed", via: "job", actor: owner.userId }]);
    await writes("import.errors_exported", "POST /imports/:id/error-file", { id });
    await writes("customers.exported", "POST /customers/exports", { body: { selection: { filter: {} } } });
    await app.queryAsAdmin("update users set onboarding_completed_at = null where id = $1", [owner.userId]);
    await writes("import.undo_started", "POST /imports/:id/undo", { id });
    const undone = await entriesOf(() => app.drainJobs());
    expect(undone).toMatchObject([{ action: "import.undone", via: "job", actor: owner.userId }]);
    const wanted = { step: "data", data: { choice: "demo" } };
    await writes("company.sample_loaded", "POST /auth/onboarding", { body: wanted });
    await writes("company.sample_removed", "DELETE /demo");
    await writes("company.sample_loaded", "POST /demo");
    await writes("company.sample_removed", "DELETE /demo");
    await writes("customers.written", "POST /customers/batch", { body: [{ externalId: "by-api" }] });
  });

  it("has what is worked out about customers, and what is taken out of it", async () => {
    await addCustomers(app, owner.companyId, labelledCustomers({ count: 120 }));
    const stopped = { id: idOf(await writes("analysis.started", "POST /analytics/churn/analyze")) };
    await writes("analysis.cancelled", "POST /analytics/churn/results/:id/cancel", stopped);
    const id = idOf(await writes("analysis.started", "POST /analytics/churn/results/:id/retry", stopped));
    const done = await entriesOf(() => app.drainJobs());
    expect(done).toMatchObject([{ action: "analysis.completed", via: "job", actor: owner.userId }]);
    await writes("analysis.exported", "POST /analytics/churn/results/:id/exports", { id });
    const plan = { id, body: { contacts: 5 } };
    await writes("analysis.plan_exported", "POST /analytics/churn/results/:id/plan/exports", plan);
    await writes("analysis.report_exported", "POST /analytics/churn/results/:id/reports", plan);
    const headers = await app.bearer(owner);
    const known = await app.inject({ url: "/api/analytics/recommendations", headers });
    const { steps } = known.json() as { steps: { code: string }[] };
    const anybody = "select id from customers where company_id = $1 limit 1";
    const [customer] = await app.queryAsAdmin<{ id: string }>(anybody, [owner.companyId]);
    const taken = await writes("next_step.done", "POST /customers/:id/next-steps", {
      id: customer!.id,
      body: { code: steps[0]!.code },
    });
    await writes("next_step.undone", "DELETE /customers/:id/next-steps/:stepId", {
      id: [customer!.id, idOf(taken)],
    });
    const said = await writes("attention.marked", "POST /customers/:id/attention", {
      id: customer!.id,
      body: { kind: "not_a_risk" },
    });
    await walkWork(app, writes, customer!.id, owner.userId);
    const mark = [customer!.id, idOf(said)];
    await writes("attention.unmarked", "DELETE /customers/:id/attention/:markId", { id: mark });
    const fewer = { steps: steps.slice(1) };
    await writes("recommendations.changed", "PUT /analytics/recommendations", { body: fewer });
    await writes("recommendations.reset", "DELETE /analytics/recommendations");
    await app.queryAsAdmin(
      `insert into churn_models select (jsonb_populate_record(m, '{"version": "older", "number": 0, "is_current": false}')).*
       from churn_models m where company_id = $1`,
      [owner.companyId],
    );
    await writes("model.activated", "POST /analytics/models/:version/activate", { id: "older" });
    const body = { field: "attr:exit", label: "Exit interview", choice: "leave_out" };
    await writes("model.column_chosen", "PUT /analytics/columns", { body });
    await writes("assistant.model_changed", "PUT /chatbot/model", { body: { isOn: true } });
    await writes("model.exported", "POST /analytics/models/:version/exports", { id: "older" });
  });

  it("says that it was an API key, and which", async () => {
    const scopes = [
      "company:manage",
      "company:invite",
      "settings:write",
      "customers:read",
      "customers:write",
    ];
    const { key } = (
      await send("POST /company/api-keys", { body: { name: "Warehouse", scopes } })
    ).json() as { key: string };
    const headers = { authorization: `Bearer ${key}` };
    const scoring = (
      await app.inject({ url: "/api/company/scoring", headers: await app.bearer(owner) })
    ).json() as object;
    const { id } = (
      await send("POST /company/invitations", { body: { email: emailOf("by-key"), role: "Viewer" } })
    ).json() as { id: string };
    const steps: [string, Request][] = [
      ["DELETE /company/invitations/:id", { id }],
      ["PUT /company/scoring", { body: { ...scoring, horizonDays: 45 } }],
      ["POST /customers/exports", { body: { selection: { filter: {} } } }],
    ];
    for (const [name, request] of steps) {
      const entries = await entriesOf(() => send(name, { ...request, as: null, headers }));
      expect([name, entries]).toMatchObject([name, [{ via: "api_key", address: "127.0.0.1" }]]);
    }
    const named = await app.queryAsAdmin("select from audit_entries where actor = $1", [
      "API key 'Warehouse'",
    ]);
    expect(named).toHaveLength(steps.length);
  });

  it("has nobody and nothing left out", () => {
    const changing = app.api.routes.filter((route) => route.method !== "GET").map(nameOf);
    const left = Object.values(writesNothingDown).flat();
    expect(changing.filter((name) => !walked.has(name) && !left.includes(name))).toEqual([]);
    expect(left.filter((name) => !changing.includes(name))).toEqual([]);
  });
});

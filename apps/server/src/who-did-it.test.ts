import {
  adminUserRoutes,
  analysisRoutes,
  apiKeyRoutes,
  auditRoutes,
  customerRoutes,
  importRoutes,
  modelRoutes,
  nextStepRoutes,
  settingsRoutes,
  teamRoutes,
  type KeyScope,
  type RouteDefinition,
} from "@forestay/contracts";
import { apiKeyName, byWhom, DELETED_PERSON } from "@forestay/contracts/words";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { enqueueAnalysis } from "#modules/analyses/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildPlatformUser,
  buildUser,
  createTestApp,
  uploaded,
  type ApiAnswer,
  type ApiInput,
  type TestApp,
} from "#testing/index.ts";

/** Everything that shows who did it, done by a person, by an API key and by jobs: one name each, wherever it is read. */
let app: TestApp;
let companyId: string;
let owner: CompanyUser;
let maya: CompanyUser;
let keyHeader: { authorization: string };

const PERSON = "Maya Okafor";
const KEY = apiKeyName("Sync");
const JOB = "Forestay";
const FILE = "id,email,name\r\nc-1,one@example.test,One\r\nc-2,two@example.test,Two\r\n";
const scopes: KeyScope[] = ["company:manage", "customers:write", "analytics:run", "settings:write"];

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 100_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
  maya = (await buildUser(app.db, companyId, "Owner")).actor;
  await app.queryAsAdmin("update users set first_name = 'Maya', last_name = 'Okafor' where id = $1", [
    maya.userId,
  ]);
  const made = await app.call(maya, apiKeyRoutes.createApiKey, { body: { name: "Sync", scopes } });
  keyHeader = { authorization: `Bearer ${made.body.key}` };
});

type Caller = <R extends RouteDefinition>(route: R, input?: ApiInput<R>) => Promise<ApiAnswer<R>>;
const asMaya: Caller = (route, input) => app.call(maya, route, input);
const asKey: Caller = (route, input) =>
  app.call(null, route, { ...input, headers: keyHeader } as typeof input);

/** Does what a person and a key both may, once each, on a customer of their own. */
async function doEverything(call: Caller, { row, horizonDays }: { row: number; horizonDays: number }) {
  const { steps } = (await app.call(owner, nextStepRoutes.get)).body;
  const customers = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 order by external_id",
    [companyId],
  );
  const scoring = (await app.call(owner, settingsRoutes.getScoring)).body;
  const deeds = [
    await call(nextStepRoutes.markDone, {
      params: { id: customers[row]!.id },
      body: { code: steps[0]!.code },
    }),
    await call(modelRoutes.chooseColumn, {
      body: { field: `attr:f${row}`, label: `Field ${row}`, choice: "leave_out" },
    }),
    await call(analysisRoutes.analyze, { body: {} }),
    await call(settingsRoutes.updateScoring, { body: { ...scoring, horizonDays } }),
  ];
  for (const { status, body } of deeds) expect([status < 300, body]).toEqual([true, body]);
}

/** Every name that any screen shows, by where it stands. */
async function readNames(): Promise<Record<string, string[]>> {
  const names: Record<string, string[]> = {};
  const add = (place: string, name: string) =>
    (names[place] = [...new Set([...(names[place] ?? []), name])].sort());
  for (const one of (await app.call(owner, importRoutes.list)).body.items) add("imports", one.createdBy);
  for (const one of (await app.call(owner, analysisRoutes.list)).body.items) add("analyses", one.createdBy);
  for (const one of (await app.call(owner, modelRoutes.columns)).body.items) add("columns", one.chosenBy);
  for (const one of (await app.call(owner, teamRoutes.listTeam)).body.invitations)
    add("invitations", one.invitedBy);
  const customers = await app.queryAsAdmin<{ id: string }>("select id from customers where company_id = $1", [
    companyId,
  ]);
  for (const { id } of customers) {
    const params = { id };
    for (const one of (await app.call(owner, nextStepRoutes.listDone, { params })).body.items) {
      add("steps", one.doneBy);
    }
    const query = { type: "next_step_done" };
    for (const one of (await app.call(owner, customerRoutes.events, { params, query })).body.items) {
      add("timeline", one.detail ?? "");
    }
  }
  for (const one of (await app.call(owner, auditRoutes.listAudit, { query: { pageSize: 100 } })).body.items) {
    add(`log: ${one.action} via ${one.via}`, one.actor);
  }
  return names;
}

it("has one name for a person, for an API key and for a job in every place, and one for a person who was deleted", async () => {
  await uploaded(app, maya, FILE, { autoConfirm: true, name: "by-hand.csv" });
  await uploaded(app, maya, FILE, { autoConfirm: true, name: "by-key.csv", headers: keyHeader });
  await app.drainJobs();
  await doEverything(asMaya, { row: 0, horizonDays: 45 });
  await doEverything(asKey, { row: 1, horizonDays: 60 });
  await asMaya(teamRoutes.invite, { body: { email: "guest@example.test", role: "Viewer" } });
  await withTenant(app.db, companyId, (tx) =>
    enqueueAnalysis(
      tx,
      app.context,
      companyId,
      { job: true, companyId, askedBy: null },
      { includeRecommendations: true, includeRiskFactors: true },
    ),
  );
  await app.drainJobs({ ignoreRunAt: true });

  const namesWith = (person: string) => ({
    imports: [KEY, person].sort(),
    analyses: [KEY, person, JOB].sort(),
    columns: [KEY, person].sort(),
    invitations: [person],
    steps: [KEY, person].sort(),
    timeline: [byWhom(KEY), byWhom(person)].sort(),
    "log: api_key.created via screen": [person],
    "log: import.uploaded via screen": [person],
    "log: import.uploaded via api_key": [KEY],
    "log: import.completed via job": [KEY, person].sort(),
    "log: next_step.done via screen": [person],
    "log: next_step.done via api_key": [KEY],
    "log: model.column_chosen via screen": [person],
    "log: model.column_chosen via api_key": [KEY],
    "log: analysis.started via screen": [person],
    "log: analysis.started via api_key": [KEY],
    "log: analysis.completed via job": [KEY, person, JOB].sort(),
    "log: company.scoring_changed via screen": [person],
    "log: company.scoring_changed via api_key": [KEY],
    "log: team.invited via screen": [person],
  });
  expect(await readNames()).toEqual(namesWith(PERSON));

  const admin = await buildPlatformUser(app.db, "Admin");
  const gone = await app.call(admin.actor, adminUserRoutes.delete, { params: { id: maya.userId } });
  expect(gone.status).toBe(200);
  expect(await readNames()).toEqual({
    ...namesWith(DELETED_PERSON),
    "log: admin.user_deleted via screen": ["Test Person"],
  });
});

it("takes an address out of the name of an API key too, when whose it is is deleted", async () => {
  const { email } = maya;
  const made = await app.call(maya, apiKeyRoutes.createApiKey, { body: { name: "of Maya", scopes } });
  // As it could be named before names refused addresses.
  await app.queryAsAdmin("update api_keys set name = $1 where id = $2", [`of ${email}`, made.body.apiKey.id]);
  await uploaded(app, maya, FILE, { headers: { authorization: `Bearer ${made.body.key}` } });
  expect((await readNames())["imports"]).toEqual([apiKeyName(`of ${email}`)]);
  const admin = await buildPlatformUser(app.db, "Admin");
  await app.call(admin.actor, adminUserRoutes.delete, { params: { id: maya.userId } });
  const names = await readNames();
  expect([names["imports"], names["log: import.uploaded via api_key"]]).toEqual([
    [DELETED_PERSON],
    [DELETED_PERSON],
  ]);
});

it("keeps who did it in the same three columns on every row that says so", async () => {
  const columns = await app.queryAsAdmin<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name ~ '_by(_user_id|_api_key_id)?$'`,
  );
  const deeds = new Map<string, string[]>();
  for (const { table, column } of columns) {
    const deed = `${table}.${column.replace(/_(user|api_key)_id$/, "")}`;
    deeds.set(deed, [...(deeds.get(deed) ?? []), column]);
  }
  const others = [...deeds].filter(([, kept]) => kept.length !== 3).map(([deed]) => deed);
  expect(others.sort()).toEqual([
    // A key stops with whoever made it and goes with them: their name is read where they are.
    "api_keys.created_by",
    // Factors that moved a score.
    "customer_score_history.moved_by",
    // Imports that brought a row again, and of events their batches: whose they are, the import says.
    "event_batches.repeated_by",
    // Somebody in Slack, whom nobody here need know: the step that is done has the three.
    "integration_posts.done_by",
    "invoices.repeated_by",
    "payment_attempts.repeated_by",
    // Whether the customer ended it, or nobody paid: a reason.
    "subscriptions.ended_by",
    "subscriptions.repeated_by",
  ]);
});

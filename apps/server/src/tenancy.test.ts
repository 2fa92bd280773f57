import { buildPath, type RouteDefinition } from "@forestay/contracts";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { campaignBody } from "#testing/campaign-body.ts";
import { harvestReadable, someOfEachKind, takesId, type Harvest } from "#testing/harvest-readable.ts";
import { segmentBody } from "#testing/segment-body.ts";
import { buildCompany, buildUser, createTestApp, TEST_PASSWORD, type TestApp } from "#testing/index.ts";

/**
 * Company A fills every part of the product, everything that A can see is gathered, and then company B tries every
 * bound route with every id of A: in the path, in the query and in the body. Nothing here knows which routes there
 * are: a new one is tried with the next run.
 */

/** Stands in every text of A, and in none of B. */
const MARK = "Alphazeta";
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Valid bodies of routes that name something in their path: an invalid one would be refused before the id is looked at. */
const bodies: Record<string, object> = {
  "PUT /company/team/:id": { companyRole: "Viewer", isActive: false },
  "POST /company/team/:id/transfer-ownership": { password: TEST_PASSWORD },
  "PUT /admin/users/:id": {
    firstName: "B",
    lastName: "B",
    platformRole: "User",
    companyRole: "Viewer",
    isActive: false,
  },
  "POST /analytics/churn/results/:id/plan/exports": { contacts: 5 },
  "POST /customers/:id/next-steps": { code: "success_call" },
  "POST /customers/:id/attention": { kind: "done" },
  "PUT /segments/:id": { ...segmentBody, version: 1 },
  "PUT /customers/:id": { plan: "Mine" },
  "PUT /customers/:id/score-feedback": { verdict: "right" },
  "POST /customers/:id/erase": { typedName: "Mine" },
  "POST /integrations/:provider/connect": { sandbox: true },
  "POST /integrations/:provider/oauth/finish": { code: "mine", state: "mine" },
  "PATCH /integrations/:provider": { frequency: "Daily", excludedObjects: [], version: 1 },
  "PUT /integrations/:provider/fields": { lines: null, version: 1 },
  "PATCH /integrations/:provider/write-back": { isOn: true },
  "POST /integrations/:provider/audiences": {
    kind: "segment",
    subjectId: crypto.randomUUID(),
    listId: "mine",
  },
  "POST /matches/answers": { answers: [{ id: crypto.randomUUID(), customerId: null }] },
  "POST /customers/:id/merge-preview": { otherId: crypto.randomUUID() },
  "POST /customers/:id/merge": { otherId: crypto.randomUUID(), typedName: "Mine" },
  "PUT /tags/:id": { name: "Mine" },
  "PUT /customer-views/:id": { name: "Mine", conditions: [], version: 1 },
  "POST /customers/:id/tags": { name: "Mine" },
  "PUT /customers/:id/owner": { userId: null },
  "POST /customers/:id/notes": { body: "Mine" },
  "PUT /notes/:id": { body: "Mine", version: 1 },
  "POST /customers/:id/tasks": { title: "Mine" },
  "PUT /tasks/:id": { title: "Mine", isDone: true, version: 1 },
  "POST /customers/:id/cases": { reason: "price" },
  "PUT /cases/:id": { reason: "price", stage: 1, version: 1 },
  "POST /recovery/cases/:id/mark": { as: "paid" },
  "PATCH /integrations/:provider/posting": { choices: [] },
  "POST /integrations/:provider/posting/test": { channelId: "C1" },
  "POST /cancel-sessions/:token/reason": { reasonId: "price" },
  "POST /cancel-sessions/:token/decide": { decision: "cancel" },
  "POST /cases/:id/close": { outcome: "recovered", reason: "price", version: 1 },
  "PUT /campaigns/:id": { ...campaignBody({ name: "Mine" }), version: 1 },
  "POST /campaigns/:id/start": { expectedCount: 1 },
  "PUT /company/webhooks/:id": { url: "https://8.8.8.8/mine", kinds: ["import.failed"] },
  "PUT /chatbot/conversations/:id": { title: "Mine" },
  "POST /support/sessions/:id/messages": { content: "Mine" },
  "POST /support/sessions/:id/read": { sequence: 1 },
  "POST /support/sessions/:id/satisfaction": { wasHelpful: true },
  "POST /support/sessions/:id/attachments": { data: "iVBORw0KGgo=" },
  "PUT /imports/:id/mapping": { columns: [{ column: "id", target: "externalId" }] },
};

type Person = CompanyUser;

/** The same for routes that cannot be asked without a query. */
const queries: Record<string, (id: string) => string> = {
  "GET /analytics/customers/:id/alike": () => "?features=plan",
  "GET /analytics/churn/results/:id/compare": (id) => `?with=${id}`,
  "GET /analytics/churn/results/:id/plan": () => "?contacts=5",
  "GET /dashboard/rows": () => "?figure=mrr",
  "GET /dashboard/parked": () => "?kind=invoices",
};

let app: TestApp;
let a: Person;
let b: Person;
const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`;

async function ask(
  who: Person,
  route: RouteDefinition,
  {
    id = "",
    query = queries[nameOf(route)]?.(id) ?? "",
    body,
  }: { id?: string; query?: string; body?: object | undefined } = {},
): Promise<LightMyRequestResponse> {
  const params = Object.fromEntries([...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => [name, id]));
  const isWrite = route.method !== "GET" && route.method !== "DELETE";
  return app.inject({
    method: route.method,
    url: `/api${buildPath(route.path, params)}${query}`,
    headers: await app.bearer(who),
    ...(isWrite ? { payload: body ?? bodies[nameOf(route)] ?? {} } : {}),
  });
}

async function upload(who: Person, text: string): Promise<void> {
  const part = (head: string, content: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const answer = await app.inject({
    method: "POST",
    url: "/api/imports/upload",
    headers: { ...(await app.bearer(who)), "content-type": "multipart/form-data; boundary=x" },
    payload: `${part('name="autoConfirm"', "true")}${part(`name="file"; filename="${MARK}.csv"`, text)}--x--\r\n`,
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
}

/**
 * Something of everything: people, invitation, key, customers with history, import with errors, analysis, news, mail. Returns the
 * customer who has an owner, a tag, a note, a task and a case.
 */
async function fillCompany(who: Person): Promise<string> {
  const post = async (method: "POST" | "PUT", path: string, payload: object) => {
    const answer = await app.inject({ method, url: `/api${path}`, payload, headers: await app.bearer(who) });
    expect(answer.statusCode, `${path}: ${answer.body}`).toBeLessThan(300);
    return answer;
  };
  await buildUser(app.db, who.companyId, "Staff", { email: `${MARK.toLowerCase()}.staff@example.test` });
  await post("PUT", "/company", {
    name: `${MARK} Ltd`,
    currency: "EUR",
    timeZone: "Europe/Paris",
    size: null,
    businessModel: null,
    logo: null,
  });
  await post("POST", "/company/invitations", { email: `${MARK}.guest@example.test`, role: "Viewer" });
  await post("POST", "/company/api-keys", { name: `${MARK} key`, scopes: ["customers:read"] });
  await post("POST", "/company/tracking/keys", { name: `${MARK} write key` });
  await upload(
    who,
    [
      "id,email,name,lifetime value",
      ...Array.from(
        { length: 6 },
        (_, n) => `${MARK}-${n},${MARK}.${n}@example.test,${MARK} Customer ${n},${n}00`,
      ),
      `${MARK}-bad,not an address,${MARK} Bad,not a number`,
    ].join("\r\n"),
  );
  await app.drainJobs();
  await post("POST", "/analytics/churn/analyze", {});
  await post("POST", "/segments", { ...segmentBody, name: `${MARK} segment` });
  await post("PUT", "/analytics/columns", { field: "attr:x", label: `${MARK} field`, choice: "leave_out" });
  await app.drainJobs();
  await post("POST", "/support/sessions", {
    topic: `${MARK} topic`,
    initialMessage: `${MARK} asks`,
    originalContext: { type: 0, routePath: `/app/${MARK}` },
  });
  const [customer] = await app.queryAsAdmin<{ id: string }>(
    "select id from customers where company_id = $1 order by id limit 1",
    [who.companyId],
  );
  const at = `/customers/${customer!.id}`;
  await post("PUT", `${at}/owner`, { userId: who.userId });
  await post("POST", `${at}/tags`, { name: `${MARK} tag` });
  await post("POST", `${at}/notes`, { body: `${MARK} note` });
  await post("POST", `${at}/tasks`, { title: `${MARK} task` });
  const selection = { customerIds: [customer!.id] };
  await post("POST", "/customers/bulk-actions", { selection, deed: { kind: "tag", name: `${MARK} many` } });
  const hook = { url: `https://8.8.8.8/${MARK}`, kinds: ["import.failed"], description: `${MARK} hook` };
  const made = await post("POST", "/company/webhooks", hook);
  const hookAt = `/company/webhooks/${made.json<{ webhook: { id: string } }>().webhook.id}`;
  await post("POST", `${hookAt}/pause`, {});
  await post("POST", `${hookAt}/test`, {});
  await post("POST", `${at}/cases`, { reason: "price", plan: `${MARK} plan` });
  await post("POST", "/chatbot/send", {
    message: `How many customers are called ${MARK}?`,
    context: { type: 1, routePath: "/app" },
  });
  await app.queryAsAdmin(
    `insert into customer_events (company_id, customer_id, type, title, occurred_at)
     select company_id, id, 'note', $2 || ' event', now() from customers where company_id = $1`,
    [who.companyId, MARK],
  );
  return customer!.id;
}

const harvest = (who: Person, first?: string): Promise<Harvest> =>
  harvestReadable(app, (route, id) => ask(who, route, id === undefined ? {} : { id }), first);

let seenByA: Harvest;
/** A's ids without those that stand for B too, such as none: kept apart so that a shared id cannot hide a leak. */
let secretIds: string[];
/** Of them those that B tries. */
let triedIds: string[];

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 100_000 });
  const companyA = await buildCompany(app.db, `${MARK} Ltd`);
  const companyB = await buildCompany(app.db, "Beta Ltd");
  a = (await buildUser(app.db, companyA.id, "Owner", { email: `${MARK.toLowerCase()}@example.test` })).actor;
  b = (await buildUser(app.db, companyB.id, "Owner", { email: "beta@example.test", password: TEST_PASSWORD }))
    .actor;
  const filled = await fillCompany(a);
  seenByA = await harvest(a, filled);
  const seenByB = await harvest(b);
  secretIds = [...seenByA.ids].filter((id) => !seenByB.ids.has(id));
  triedIds = await someOfEachKind(app, [filled, ...secretIds.filter((id) => id !== filled)]);
});
afterAll(() => app.close());

/** What of A stands in an answer to B. */
function leaksIn(body: string): string[] {
  const lower = body.toLowerCase();
  return [
    ...(lower.includes(MARK.toLowerCase()) ? [MARK] : []),
    // A request's own id is not A's.
    ...[...lower.replace(/"requestid":"[^"]*"/, "").matchAll(UUID)]
      .map(([id]) => id)
      .filter((id) => secretIds.includes(id)),
  ];
}

describe("company B with everything of company A in hand", () => {
  it("has something in hand: every kind of thing that has an id", () => {
    expect(secretIds.length).toBeGreaterThan(20);
    const readWithId = new Set([...seenByA.answers.keys()].map((key) => key.replace(/ [0-9a-f-]{36}$/, "")));
    expect([...readWithId]).toEqual(
      expect.arrayContaining([
        "GET /customers/:id",
        "GET /segments/:id",
        "GET /customers/:id/events",
        "GET /customers/:id/notes",
        "GET /customers/:id/cases",
        "GET /imports/:id/status",
        "GET /analytics/churn/results/:id",
        "GET /outbox/:id",
        "GET /company/team",
        "GET /company/api-keys",
        "GET /company/audit",
        "GET /notifications",
      ]),
    );
    const marked = [...seenByA.answers.values()].filter((body) => body.includes(MARK));
    expect(marked.length).toBeGreaterThan(15);
  });

  it("gets 403 or 404 from every route that takes an id, for ids of all that A has, and no string of A", async () => {
    const deviations: string[] = [];
    let tried = 0;
    for (const route of app.api.routes.filter(takesId)) {
      for (const id of triedIds) {
        const answer = await ask(b, route, { id });
        tried++;
        if (answer.statusCode !== 404 && answer.statusCode !== 403) {
          deviations.push(`${nameOf(route)} ${id}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
        }
        const leaks = leaksIn(answer.body);
        if (leaks.length > 0) deviations.push(`${nameOf(route)} ${id}: shows ${leaks.join(", ")}`);
      }
    }
    expect(tried).toBeGreaterThan(400);
    expect(deviations).toEqual([]);
  });

  it("finds nothing of A by filters, searches and lists of ids in a body", async () => {
    const customers = [...seenByA.answers.keys()]
      .filter((key) => key.startsWith("GET /customers/:id "))
      .map((key) => key.split(" ").at(-1) ?? "");
    expect(customers.length).toBe(6);
    const selection = { ids: customers };
    const attempts: [string, { query?: string; body?: object }][] = [
      ["GET /customers", { query: `?search=${MARK}` }],
      ["GET /work/customers", { query: `?customerIds=${customers.join(",")}` }],
      ["GET /customers/search", { query: `?text=${MARK}` }],
      ["GET /tasks", { query: `?customerId=${customers[0]}` }],
      ["GET /outbox", { query: `?search=${MARK}` }],
      ["GET /company/audit", { query: `?actor=Test` }],
      ["POST /analytics/churn/check-completeness", { body: { customerIds: customers } }],
      ["POST /analytics/churn/analyze", { body: { customerIds: customers } }],
      ["POST /customers/selection-summary", { body: selection }],
      ["POST /customers/exports", { body: { selection } }],
      ["POST /dashboard/rows/exports", { body: { figure: "mrr" } }],
      ["POST /company/scoring/preview", { body: { riskBands: { medium: 1, high: 2, critical: 3 } } }],
      ["POST /company/scoring/churn-preview", { body: { inactiveDays: 60 } }],
    ];
    for (const [name, input] of attempts) {
      const route = app.api.routes.find((candidate) => nameOf(candidate) === name);
      expect(route, name).toBeDefined();
      const answer = await ask(b, route!, input);
      expect([name, leaksIn(answer.body)]).toEqual([name, []]);
      expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(500);
      const link = /"downloadPath":"([^"]+)"/.exec(answer.body)?.[1];
      if (link) expect([name, leaksIn((await app.inject({ url: link })).body)]).toEqual([name, []]);
    }
    const everything = await app.api.routes
      .filter((route) => nameOf(route) === "POST /company/exports")
      .map((route) => ask(b, route))[0];
    const zip = await app.inject({ url: everything?.json().downloadPath as string });
    expect(zip.statusCode).toBe(200);
    expect(zip.rawPayload.includes(MARK)).toBe(false);
  });

  it("sees nothing of A in anything it can read, and A finds everything as it was", async () => {
    const seenByB = await harvest(b);
    const leaks = [...seenByB.answers].flatMap(([key, body]) =>
      leaksIn(body).map((leak) => `${key}: ${leak}`),
    );
    expect(leaks).toEqual([]);
    // A mail with its secrets masked is composed anew each time, with another boundary between its parts.
    const same = (body: string) => body.replaceAll(/_NmP-[\w-]+/g, "");
    const changed: string[] = [];
    for (const [key, body] of seenByA.answers) {
      const [method, path, id] = key.split(" ");
      const route = app.api.routes.find((one) => one.method === method && one.path === path)!;
      const again = await ask(a, route, id === undefined ? {} : { id });
      if (again.statusCode >= 300 || same(again.body) !== same(body)) changed.push(key);
    }
    expect(changed).toEqual([]);
  });
});

describe("a colleague within the company", () => {
  it("sees no notification, session or preference of another person", async () => {
    const colleague = (await buildUser(app.db, a.companyId, "Owner")).actor;
    const notifications = JSON.parse(seenByA.answers.get("GET /notifications") ?? "{}") as {
      notifications: { id: string }[];
    };
    expect(notifications.notifications.length).toBeGreaterThan(0);
    const headers = await app.bearer(colleague);
    for (const { id } of notifications.notifications) {
      const answer = await app.inject({ method: "POST", url: `/api/notifications/${id}/mark-read`, headers });
      expect(answer.statusCode).toBe(404);
    }
    const session = await app.inject({
      method: "DELETE",
      url: `/api/account/sessions/${a.sessionId}`,
      headers,
    });
    expect(session.statusCode).toBe(404);
  });
});

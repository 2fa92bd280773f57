import { apiKeyRoutes, keyScopes, type RouteDefinition } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import { buildCompany, buildPlatformUser, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

/**
 * Who may call what, written out by hand:
 * it is deliberately not read from the code it judges. A new route fails this test until it stands here.
 */
const expected: Record<Group, readonly string[]> = {
  // Nobody needs to be signed in.
  everyone: [
    "POST /auth/login",
    "POST /auth/logout",
    "POST /auth/send-verification-code",
    "POST /auth/verify-code",
    "GET /auth/local-code",
    "POST /auth/mfa",
    "POST /auth/send-password-reset",
    "POST /auth/reset-password",
    "POST /auth/restore-address",
    "GET /auth/invitation",
    "POST /auth/register-invited",
    "POST /reports/unsubscribe",
  ],
  // Whoever is signed in, with or without a company.
  signedIn: [
    "GET /auth/me",
    "GET /auth/onboarding",
    "POST /auth/onboarding",
    "PUT /account/profile",
    "POST /account/password",
    "POST /account/email",
    "POST /account/email/confirm",
    "GET /account/sessions",
    "DELETE /account/sessions/:id",
    "POST /account/sessions/end-others",
    "GET /account/two-factor",
    "POST /account/two-factor/start",
    "POST /account/two-factor/confirm",
    "POST /account/two-factor/recovery-codes",
    "POST /account/two-factor/disable",
    "GET /notifications",
    "POST /notifications/:id/mark-read",
    "POST /notifications/mark-all-read",
    "GET /notifications/preferences",
    "PUT /notifications/preferences",
  ],
  viewers: [
    "GET /company",
    "GET /company/team",
    "GET /company/scoring",
    "POST /company/scoring/preview",
    "POST /company/scoring/churn-preview",
    "GET /auth/onboarding/first-day",
    "GET /demo/progress",
    "GET /customers",
    "GET /customers/facets",
    "GET /customers/search",
    "GET /customers/:id",
    "GET /customers/:id/billing",
    "GET /customers/:id/events",
    "GET /dashboard",
    "GET /dashboard/attention",
    "GET /dashboard/health",
    "GET /dashboard/rows",
    "GET /insights/drivers",
    "GET /insights/findings",
    "GET /insights/reasons",
    "GET /insights/retention",
    "GET /insights/revenue",
    "GET /insights/what-if",
    "GET /segments",
    "GET /segments/fields",
    "POST /segments/preview",
    "POST /segments/sentence",
    "GET /segments/suggestions",
    "GET /segments/:id",
    "GET /segments/:id/narrowing",
    "GET /segments/:id/comparison",
    "GET /segments/:id/flow",
    "POST /reports/files",
    "POST /customers/selection-summary",
    "POST /customers/exports",
    "GET /imports",
    "GET /imports/:id/status",
    "POST /imports/:id/error-file",
    "POST /analytics/churn/check-completeness",
    "GET /analytics/churn/results/:id",
    "GET /analytics/churn/analyses",
    "GET /analytics/churn/results/:id/customers",
    "POST /analytics/churn/results/:id/exports",
    "GET /analytics/churn/track-record",
    "POST /analytics/customers/:id/what-if",
    "GET /analytics/customers/:id/alike",
    "GET /analytics/customers/:id/explanation",
    "GET /analytics/what-if",
    "POST /analytics/what-if",
    "GET /analytics/churn/results/:id/plan",
    "POST /analytics/churn/results/:id/plan/exports",
    "POST /analytics/churn/results/:id/reports",
    "GET /analytics/churn/results/:id/compare",
    "GET /analytics/recommendations",
    "GET /analytics/recommendations/effects",
    "GET /customers/:id/next-steps",
    "GET /customers/:id/notes",
    "GET /customers/:id/score-feedback",
    "GET /customers/bulk-actions",
    "GET /customers/bulk-actions/:id",
    "GET /customers/:id/cases",
    "GET /cases",
    "GET /cases/outcomes",
    "GET /tags",
    "GET /tasks",
    "GET /work/customers",
    "GET /analytics/models",
    "GET /analytics/columns",
    "GET /analytics/models/:version",
    "POST /analytics/models/:version/exports",
  ],
  // What a person has sent to themselves.
  viewersThemselves: [
    "GET /work/summary",
    "GET /customer-views",
    "POST /customer-views",
    "DELETE /customer-views/:id",
    "GET /reports/subscription",
    "PUT /reports/subscription",
    "DELETE /reports/subscription",
    "POST /reports/mails",
  ],
  staff: [
    "PUT /company",
    "PUT /company/scoring",
    "POST /customers",
    "PUT /customers/:id",
    "POST /customers/batch",
    "POST /imports/upload",
    "PUT /imports/:id/reading",
    "PUT /imports/:id/mapping",
    "POST /imports/:id/confirm",
    "POST /imports/:id/cancel",
    "POST /imports/:id/undo",
    "POST /analytics/churn/analyze",
    "POST /analytics/churn/results/:id/cancel",
    "POST /analytics/churn/results/:id/retry",
    "POST /analytics/models/:version/activate",
    "PUT /analytics/columns",
    "PUT /analytics/recommendations",
    "DELETE /analytics/recommendations",
    "POST /customers/:id/next-steps",
    "DELETE /customers/:id/next-steps/:stepId",
    "POST /customers/:id/attention",
    "DELETE /customers/:id/attention/:markId",
    "PUT /customers/:id/owner",
    "POST /customers/:id/exports",
    "PUT /customers/:id/score-feedback",
    "POST /customers/bulk-actions",
    "POST /customers/bulk-actions/:id/resume",
    "POST /customers/bulk-actions/:id/undo",
    "POST /customers/:id/tags",
    "DELETE /customers/:id/tags/:tagId",
    "PUT /tags/:id",
    "DELETE /tags/:id",
    "POST /customers/:id/notes",
    "PUT /notes/:id",
    "DELETE /notes/:id",
    "POST /customers/:id/tasks",
    "PUT /tasks/:id",
    "DELETE /tasks/:id",
    "POST /customers/:id/cases",
    "PUT /cases/:id",
    "POST /cases/:id/close",
    "POST /cases/:id/reopen",
    "POST /segments",
    "PUT /segments/:id",
    "POST /segments/:id/duplicate",
    "DELETE /segments/:id",
  ],
  owners: [
    "DELETE /company/invitations/:id",
    "POST /customers/:id/erase",
    "GET /company/api-keys",
    "DELETE /company/api-keys/:id",
    "GET /company/audit",
    "POST /company/audit/exports",
    "POST /company/deletion",
    "DELETE /company/deletion",
    "GET /company/webhooks",
    "POST /company/webhooks/:id/pause",
    "DELETE /company/webhooks/:id",
    "POST /company/webhooks/:id/test",
    "GET /company/webhooks/:id/deliveries",
    "GET /company/webhooks/:id/deliveries/:deliveryId",
    "POST /company/webhooks/:id/deliveries/:deliveryId/replay",
    "POST /company/webhooks/:id/replay",
  ],
  // Whoever or whatever these let in, take along or remove would outlive a leaked key's revocation.
  ownersThemselves: [
    "POST /demo",
    "DELETE /demo",
    "POST /company/exports",
    "POST /company/imports",
    "POST /company/invitations",
    "POST /company/invitations/:id/resend",
    "POST /company/invitations/:id/link",
    "PUT /company/team/:id",
    "DELETE /company/team/:id",
    "POST /company/team/:id/transfer-ownership",
    "POST /company/api-keys",
    "POST /company/webhooks",
    "PUT /company/webhooks/:id",
    "POST /company/webhooks/:id/secret",
    "POST /company/webhooks/:id/resume",
  ],
  platformStaff: [
    "GET /admin/diagnostics",
    "GET /admin/users",
    "GET /admin/users/:id",
    "PUT /admin/users/:id",
    "DELETE /admin/users/:id",
    "POST /admin/users/:id/delete-with-company",
    "POST /admin/users/:id/end-sessions",
  ],
  // An Owner reads the company's mail, an Admin all mail.
  mailReaders: ["GET /outbox", "GET /outbox/:id", "POST /outbox/:id/exports"],
};

type Group =
  | "everyone"
  | "signedIn"
  | "viewers"
  | "viewersThemselves"
  | "staff"
  | "owners"
  | "ownersThemselves"
  | "platformStaff"
  | "mailReaders";
type Role =
  | "nobody"
  | "Viewer"
  | "Staff"
  | "Owner"
  | "platform Moderator"
  | "platform Admin"
  | "Admin and Viewer"
  | "API key with every scope"
  | "API key of a Viewer";

const allowed: Record<Group, readonly Role[]> = {
  everyone: [
    "nobody",
    "Viewer",
    "Staff",
    "Owner",
    "platform Moderator",
    "platform Admin",
    "Admin and Viewer",
    "API key with every scope",
    "API key of a Viewer",
  ],
  // An API key is the company's and nobody's: no account, no notifications, no mail, nothing of the platform.
  signedIn: ["Viewer", "Staff", "Owner", "platform Moderator", "platform Admin", "Admin and Viewer"],
  // Platform staff see no data of a company that they do not belong to.
  viewers: [
    "Viewer",
    "Staff",
    "Owner",
    "Admin and Viewer",
    "API key with every scope",
    "API key of a Viewer",
  ],
  viewersThemselves: ["Viewer", "Staff", "Owner", "Admin and Viewer"],
  staff: ["Staff", "Owner", "API key with every scope"],
  owners: ["Owner", "API key with every scope"],
  ownersThemselves: ["Owner"],
  platformStaff: ["platform Moderator", "platform Admin", "Admin and Viewer"],
  mailReaders: ["Owner", "platform Admin", "Admin and Viewer"],
};

let app: TestApp;
const actors = new Map<Role, { authorization: string } | null>();

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  const { id } = await buildCompany(app.db);
  const enter = async (role: Role, actor: SignedInUser) => actors.set(role, await app.bearer(actor));
  actors.set("nobody", null);
  for (const role of ["Viewer", "Staff", "Owner"] as const)
    await enter(role, (await buildUser(app.db, id, role)).actor);
  await enter("platform Moderator", (await buildPlatformUser(app.db, "Moderator")).actor);
  await enter("platform Admin", (await buildPlatformUser(app.db, "Admin")).actor);
  await enter("Admin and Viewer", (await buildUser(app.db, id, "Viewer", { platformRole: "Admin" })).actor);

  const scopes = [...keyScopes];
  const maker = (await buildUser(app.db, id, "Owner")).actor;
  for (const role of ["API key with every scope", "API key of a Viewer"] as const) {
    const by = role === "API key of a Viewer" ? (await buildUser(app.db, id, "Owner")).actor : maker;
    const { body } = await app.call(by, apiKeyRoutes.createApiKey, { body: { name: role, scopes } });
    actors.set(role, { authorization: `Bearer ${body.key}` });
    // Its scopes still say everything; what its maker may no longer do, the key may not either.
    if (by !== maker)
      await app.queryAsAdmin("update users set company_role = 'Viewer' where id = $1", [by.userId]);
  }
});
afterAll(() => app.close());

const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`;

/** What the server says to a request with made-up ids and an empty body: only "who" is asked here, not "what". */
async function knock(
  route: RouteDefinition,
  actor: { authorization: string } | null,
): Promise<"401" | "403" | "let in"> {
  const answer = await app.inject({
    method: route.method,
    url: `/api${route.path.replaceAll(/:[A-Za-z]+/g, "00000000-0000-4000-8000-000000000000")}`,
    headers: { ...actor, "content-type": "application/json" },
    payload: "{}",
  });
  expect(answer.statusCode, `${nameOf(route)}: ${answer.body}`).toBeLessThan(500);
  const { code } = answer.json() as { code?: string };
  if (code === "unauthenticated") return "401";
  return answer.statusCode === 403 ? "403" : "let in";
}

describe("every route for every role", () => {
  it("stands in the table, and nothing else does", () => {
    expect(app.api.routes.map(nameOf).sort()).toEqual(Object.values(expected).flat().sort());
  });

  it("lets in whom the table names, and nobody else", async () => {
    const deviations: string[] = [];
    // Signing out is asked last: it ends the session that the others need.
    for (const [group, names] of (Object.entries(expected) as [Group, readonly string[]][]).toReversed()) {
      for (const route of app.api.routes.filter((candidate) => names.includes(nameOf(candidate)))) {
        for (const [role, actor] of actors) {
          const should = allowed[group].includes(role) ? "let in" : role === "nobody" ? "401" : "403";
          const did = await knock(route, actor);
          if (did !== should) deviations.push(`${nameOf(route)} as ${role}: ${did}, should be ${should}`);
        }
      }
    }
    expect(deviations).toEqual([]);
    // Some hundred routes for each of seven roles.
  });

  it("asks keys for exactly the scopes that can be given", () => {
    const asked = app.api.routes
      .filter(({ policy, peopleOnly }) => policy.includes(":") && !policy.startsWith("admin:") && !peopleOnly)
      .map(({ policy }) => policy);
    expect([...keyScopes].toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it("carries its policy in the OpenAPI description", async () => {
    const { paths } = (await app.inject({ url: "/api/openapi.json" })).json() as {
      paths: Record<string, Record<string, { "x-policy"?: string }>>;
    };
    for (const route of app.api.routes) {
      const path = `/api${route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
      expect(paths[path]?.[route.method.toLowerCase()]?.["x-policy"], nameOf(route)).toBe(route.policy);
    }
    expect(Object.values(paths).flatMap((methods) => Object.keys(methods))).toHaveLength(
      app.api.routes.length,
    );
  });
});

describe("an id of another company", () => {
  it("is answered exactly as an id that does not exist", async () => {
    const other = await buildCompany(app.db, "Other");
    const owner = (await buildUser(app.db, other.id, "Owner")).actor;
    const [customer] = await app.queryAsAdmin<{ id: string }>(
      `insert into customers (company_id, external_id, full_name) values ($1, 'c-1', 'Secret Name') returning id`,
      [other.id],
    );
    const stranger = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    const ask = async (id: string, actor: SignedInUser) => {
      const headers = await app.bearer(actor);
      const answer = await app.inject({ url: `/api/customers/${id}`, headers });
      return { status: answer.statusCode, body: answer.body.replace(/"requestId":"[^"]+"/, "") };
    };
    const id = customer?.id ?? "";
    expect((await ask(id, owner)).status).toBe(200);
    const foreign = await ask(id, stranger);
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await ask("00000000-0000-4000-8000-000000000000", stranger));
  });
});

import type { RouteDefinition } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedInUser } from "#platform/http/actor.ts";
import { buildCompany, buildPlatformUser, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

/**
 * Who may call what, written out by hand from the specification's table (section 6) and the product decisions (16):
 * it is deliberately not read from the code it judges. A new route fails this test until it stands here.
 */
const expected: Record<Group, readonly string[]> = {
  // Nobody needs to be signed in.
  everyone: ["POST /auth/login", "POST /auth/logout"],
  // Whoever is signed in, with or without a company.
  signedIn: [
    "GET /auth/me",
    "GET /notifications",
    "POST /notifications/:id/mark-read",
    "POST /notifications/mark-all-read",
    "GET /notifications/preferences",
    "PUT /notifications/preferences",
  ],
  viewers: [
    "GET /customers",
    "GET /customers/facets",
    "GET /customers/:id",
    "GET /customers/:id/events",
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
  ],
  staff: [
    "POST /imports/upload",
    "PUT /imports/:id/mapping",
    "POST /imports/:id/confirm",
    "POST /imports/:id/cancel",
    "POST /imports/:id/undo",
    "POST /analytics/churn/analyze",
    "POST /analytics/churn/results/:id/cancel",
  ],
  owners: ["DELETE /demo"],
  platformStaff: ["GET /admin/diagnostics"],
  // An Owner reads the company's mail, an Admin all mail.
  mailReaders: ["GET /outbox", "GET /outbox/:id", "POST /outbox/:id/exports"],
};

type Group = "everyone" | "signedIn" | "viewers" | "staff" | "owners" | "platformStaff" | "mailReaders";
type Role =
  | "nobody"
  | "Viewer"
  | "Staff"
  | "Owner"
  | "platform Moderator"
  | "platform Admin"
  | "Admin and Viewer";

const allowed: Record<Group, readonly Role[]> = {
  everyone: [
    "nobody",
    "Viewer",
    "Staff",
    "Owner",
    "platform Moderator",
    "platform Admin",
    "Admin and Viewer",
  ],
  signedIn: ["Viewer", "Staff", "Owner", "platform Moderator", "platform Admin", "Admin and Viewer"],
  // Platform staff see no data of a company that they do not belong to.
  viewers: ["Viewer", "Staff", "Owner", "Admin and Viewer"],
  staff: ["Staff", "Owner"],
  owners: ["Owner"],
  platformStaff: ["platform Moderator", "platform Admin", "Admin and Viewer"],
  mailReaders: ["Owner", "platform Admin", "Admin and Viewer"],
};

let app: TestApp;
const actors = new Map<Role, SignedInUser | null>();

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  const { id } = await buildCompany(app.db);
  actors.set("nobody", null);
  for (const role of ["Viewer", "Staff", "Owner"] as const)
    actors.set(role, (await buildUser(app.db, id, role)).actor);
  actors.set("platform Moderator", (await buildPlatformUser(app.db, "Moderator")).actor);
  actors.set("platform Admin", (await buildPlatformUser(app.db, "Admin")).actor);
  actors.set("Admin and Viewer", (await buildUser(app.db, id, "Viewer", { platformRole: "Admin" })).actor);
});
afterAll(() => app.close());

const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`;

/** What the server says to a request with made-up ids and an empty body: only "who" is asked here, not "what". */
async function knock(route: RouteDefinition, actor: SignedInUser | null): Promise<"401" | "403" | "let in"> {
  const answer = await app.inject({
    method: route.method,
    url: `/api${route.path.replaceAll(/:[A-Za-z]+/g, "00000000-0000-4000-8000-000000000000")}`,
    headers: { ...(actor ? await app.bearer(actor) : {}), "content-type": "application/json" },
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
  });

  it("carries its policy in the OpenAPI description", async () => {
    const { paths } = (await app.inject({ url: "/api/openapi.json" })).json() as {
      paths: Record<string, Record<string, { "x-policy"?: string }>>;
    };
    for (const route of app.api.routes) {
      const path = `/api${route.path.replaceAll(/:([A-Za-z]+)/g, "{$1}")}`;
      expect(paths[path]?.[route.method.toLowerCase()]?.["x-policy"], nameOf(route)).toBe(route.policy);
    }
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

import { apiKeyRoutes, keyScopes, type RouteDefinition } from "@forestay/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routesByRole, type RouteGroup } from "#testing/routes-by-role.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { buildCompany, buildPlatformUser, buildUser, createTestApp, type TestApp } from "#testing/index.ts";

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

const allowed: Record<RouteGroup, readonly Role[]> = {
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
  writeKeys: [],
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
  platformAdmins: ["platform Admin", "Admin and Viewer"],
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
    expect(app.api.routes.map(nameOf).sort()).toEqual(Object.values(routesByRole).flat().sort());
  });

  it("lets in whom the table names, and nobody else", async () => {
    const deviations: string[] = [];
    // Signing out is asked last: it ends the session that the others need.
    for (const [group, names] of (
      Object.entries(routesByRole) as [RouteGroup, readonly string[]][]
    ).toReversed()) {
      for (const route of app.api.routes.filter((candidate) => names.includes(nameOf(candidate)))) {
        for (const [role, actor] of actors) {
          const isUnknown = role === "nobody" || group === "writeKeys";
          const should = allowed[group].includes(role) ? "let in" : isUnknown ? "401" : "403";
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

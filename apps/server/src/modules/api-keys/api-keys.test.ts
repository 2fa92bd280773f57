import {
  apiKeyRoutes,
  companyDataRoutes,
  demoRoutes,
  authRoutes,
  customerRoutes,
  importRoutes,
  type KeyScope,
  settingsRoutes,
  teamRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import {
  buildCompany,
  buildUser,
  connectLive,
  createTestApp,
  type BuiltUser,
  type TestApp,
} from "#testing/index.ts";

let app: TestApp;
let companyId: string;
let owner: BuiltUser<CompanyUser>;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  owner = await buildUser(app.db, companyId, "Owner");
});

const create = (scopes: KeyScope[], by: CompanyUser = owner.actor) =>
  app.call(by, apiKeyRoutes.createApiKey, { body: { name: "Nightly sync", scopes } });
async function makeKey(...scopes: KeyScope[]) {
  const { body } = await create(scopes);
  return { ...body, headers: { authorization: `Bearer ${body.key}` } };
}
const addCustomer = (company: string, name: string) =>
  app.queryAsAdmin<{ id: string }>(
    "insert into customers (company_id, external_id, full_name) values ($1, $2, $2) returning id",
    [company, name],
  );

describe("an API key", () => {
  it("is shown once, kept as a hash, and told apart by its last characters", async () => {
    const created = await create(["customers:read"]);
    expect(created.status).toBe(201);
    expect(created.body.key).toMatch(/^fsk_[\w-]{64}$/);
    const list = await app.call(owner.actor, apiKeyRoutes.listApiKeys);
    expect(list.body.items).toEqual([{ ...created.body.apiKey, lastUsedAt: null, revokedAt: null }]);
    expect(JSON.stringify(list.body)).not.toContain(created.body.key);
    expect(created.body.apiKey.prefix).toBe(`fsk_…${created.body.key.slice(-6)}`);
    const rows = await app.queryAsAdmin<{ dump: string }>("select k::text as dump from api_keys k");
    expect(rows.some((row) => row.dump.includes(created.body.key.slice(4)))).toBe(false);
  });

  it("does what its scopes allow, and its last use is kept", async () => {
    const { headers } = await makeKey("customers:read");
    await addCustomer(companyId, "Readable");
    const read = await app.call(null, customerRoutes.list, { headers });
    expect(read.body.items.map((customer) => customer.fullName)).toEqual(["Readable"]);
    const write = await app.inject({
      method: "POST",
      url: "/api/imports/upload",
      headers: { ...headers, "content-type": "multipart/form-data; boundary=x" },
      payload: "--x--",
    });
    expect(write.statusCode).toBe(403);
    expect(write.json().message).toContain("customers:write");
    const list = await app.call(owner.actor, apiKeyRoutes.listApiKeys);
    expect(list.body.items[0]?.lastUsedAt).toBe(app.clock.now().toISOString());
  });

  it("never acts as a person, for the platform, or on the live hub", async () => {
    await app.queryAsAdmin("update users set platform_role = 'Admin' where id = $1", [owner.actor.userId]);
    const { key, headers } = await makeKey("customers:read", "company:manage");
    expect((await app.call(null, authRoutes.me, { headers })).status).toBe(403);
    const admin = await app.inject({ url: "/api/admin/users", headers });
    expect(admin.statusCode).toBe(403);
    await expect(connectLive(app.server, key)).rejects.toThrow();
    const successor = await app.call(null, apiKeyRoutes.createApiKey, {
      headers,
      body: { name: "Successor", scopes: ["customers:read"] },
    });
    expect(successor.status).toBe(403);
  });

  it("lets nobody in who would outlive its revocation: no invitation, no link, no role, no successor", async () => {
    const { headers } = await makeKey("company:manage", "company:invite");
    const member = await buildUser(app.db, companyId, "Viewer");
    const { body: open } = await app.call(owner.actor, teamRoutes.invite, {
      body: { email: "guest@example.test", role: "Viewer" },
    });
    const ofInvitation = { headers, params: { id: open.id } };
    const ofMember = { headers, params: { id: member.actor.userId } };
    const refused = [
      await app.call(null, teamRoutes.invite, {
        headers,
        body: { email: "accomplice@example.test", role: "Owner" },
      }),
      await app.call(null, teamRoutes.resendInvitation, ofInvitation),
      await app.call(null, teamRoutes.makeInvitationLink, ofInvitation),
      await app.call(null, teamRoutes.updateMember, {
        ...ofMember,
        body: { companyRole: "Owner", isActive: true },
      }),
      await app.call(null, teamRoutes.transferOwnership, { ...ofMember, body: { password: "any" } }),
      await app.call(null, apiKeyRoutes.createApiKey, {
        headers,
        body: { name: "Successor", scopes: ["company:manage"] },
      }),
    ];
    for (const { status, body } of refused)
      expect({ status, body }).toMatchObject({ status: 403, body: { code: "people_only" } });
    // What takes access away stays: a program may clean up.
    expect((await app.call(null, teamRoutes.revokeInvitation, ofInvitation)).status).toBe(200);
  });

  it("takes nothing along and removes nothing that its scopes do not name", async () => {
    const { headers } = await makeKey("company:manage");
    for (const route of [companyDataRoutes.exportEverything, demoRoutes.remove]) {
      const { status, body } = await app.call(null, route, { headers });
      expect({ status, body }).toMatchObject({ status: 403, body: { code: "people_only" } });
    }
  });

  it.each(["admin:users", "mail:read", "company:billing"])(
    "is refused %s, which no call asks of keys",
    async (scope) => {
      const answer = await create([scope as KeyScope]);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        fields: { "scopes.0": expect.stringContaining("customers:read") },
      });
    },
  );

  it("of company A never reads company B", async () => {
    const other = (await buildCompany(app.db)).id;
    const [secret] = await addCustomer(other, "Secret of B");
    const { headers } = await makeKey("customers:read", "company:read");
    const list = await app.call(null, customerRoutes.list, { headers });
    expect(list.body.totalCount).toBe(0);
    const one = await app.call(null, customerRoutes.get, { headers, params: { id: secret!.id } });
    expect(one.status).toBe(404);
    const company = await app.call(null, settingsRoutes.getSettings, { headers });
    expect(company.body.id).toBe(companyId);
  });

  it("that names another company, or is changed in one character, is nobody's", async () => {
    const { key } = await makeKey("customers:read");
    const other = (await buildCompany(app.db)).id;
    const bytes = Buffer.from(key.slice(4), "base64url");
    Buffer.from(other.replaceAll("-", ""), "hex").copy(bytes);
    const flipped = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
    for (const forged of [`fsk_${bytes.toString("base64url")}`, flipped, "fsk_", "fsk_x", `${key}A`]) {
      const answer = await app.call(null, customerRoutes.list, {
        headers: { authorization: `Bearer ${forged}` },
      });
      expect([forged, answer.status]).toEqual([forged, 401]);
    }
  });

  it("stops at once when revoked, when its maker is demoted, and when they are deactivated", async () => {
    const read = (headers: { authorization: string }) => app.call(null, importRoutes.list, { headers });
    const revoked = await makeKey("customers:read");
    expect((await read(revoked.headers)).status).toBe(200);
    await app.call(owner.actor, apiKeyRoutes.revokeApiKey, { params: { id: revoked.apiKey.id } });
    expect((await read(revoked.headers)).status).toBe(401);

    const second = await buildUser(app.db, companyId, "Owner");
    const { body } = await create(["company:manage", "customers:read"], second.actor);
    const headers = { authorization: `Bearer ${body.key}` };
    const member = { params: { id: second.actor.userId } };
    await app.call(owner.actor, teamRoutes.updateMember, {
      ...member,
      body: { companyRole: "Viewer", isActive: true },
    });
    expect((await app.call(null, apiKeyRoutes.listApiKeys, { headers })).status).toBe(403);
    const shown = async () =>
      (await app.call(owner.actor, apiKeyRoutes.listApiKeys)).body.items.find(
        ({ id }) => id === body.apiKey.id,
      );
    expect(await shown()).toMatchObject({ makerIsActive: true, stoppedScopes: ["company:manage"] });
    expect((await read(headers)).status).toBe(200);
    await app.call(owner.actor, teamRoutes.updateMember, {
      ...member,
      body: { companyRole: "Viewer", isActive: false },
    });
    expect((await read(headers)).status).toBe(401);
    expect(await shown()).toMatchObject({
      makerIsActive: false,
      stoppedScopes: ["company:manage", "customers:read"],
    });
  });

  it("ends on its day, and then makes room for another", async () => {
    const body = { name: "For a month", scopes: ["customers:read" as const], expiresInDays: 30 };
    const made = (await app.call(owner.actor, apiKeyRoutes.createApiKey, { body })).body;
    const monthMs = 30 * 24 * 3600 * 1000;
    const ends = new Date(app.clock.now().getTime() + monthMs).toISOString();
    expect(made.apiKey.expiresAt).toBe(ends);
    const headers = { authorization: `Bearer ${made.key}` };
    const read = async () => (await app.call(null, customerRoutes.list, { headers })).status;
    app.clock.advance(monthMs - 1);
    expect(await read()).toBe(200);
    app.clock.advance(1);
    expect(await read()).toBe(401);
    // Shown all the same: somebody will look for why it stopped.
    const fresh = (await buildUser(app.db, companyId, "Owner", { now: app.clock.now() })).actor;
    const listed = (await app.call(fresh, apiKeyRoutes.listApiKeys)).body.items;
    expect(listed.map(({ name, expiresAt }) => [name, expiresAt])).toContainEqual(["For a month", ends]);
  });

  it("downloads what it exported, and not once it is revoked", async () => {
    await addCustomer(companyId, "Exported");
    const { headers, apiKey } = await makeKey("customers:read");
    const link = async () =>
      (
        await app.call(null, customerRoutes.createExport, {
          headers,
          body: { selection: { filter: { conditions: [] }, exceptIds: [] } },
        })
      ).body.downloadPath;
    const [first, second] = [await link(), await link()];
    expect((await app.inject({ url: first })).body).toContain("Exported");
    await app.call(owner.actor, apiKeyRoutes.revokeApiKey, { params: { id: apiKey.id } });
    expect((await app.inject({ url: second })).statusCode).toBe(404);
  });
});

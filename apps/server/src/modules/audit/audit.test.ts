import { apiKeyRoutes, auditRoutes, customerRoutes, importRoutes, settingsRoutes } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { recordAudit } from "./index.ts";

let app: TestApp;
let companyId: string;
let owner: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  owner = (await buildUser(app.db, companyId, "Owner")).actor;
});

const log = (query: Parameters<typeof app.call<typeof auditRoutes.listAudit>>[2] = {}) =>
  app.call(owner, auditRoutes.listAudit, query);
const rename = (name: string, headers: Record<string, string> = {}) =>
  app.call(headers["authorization"] ? null : owner, settingsRoutes.updateSettings, {
    headers,
    body: { name, currency: "EUR", timeZone: "Europe/Berlin", size: null, businessModel: null, logo: null },
  });

describe("the audit log", () => {
  it("says who changed what, when, from where, before and after, by screen, API key and job", async () => {
    await rename("Renamed by hand");
    const key = await app.call(owner, apiKeyRoutes.createApiKey, {
      body: { name: "Sync", scopes: ["company:write", "customers:write"] },
    });
    const headers = { authorization: `Bearer ${key.body.key}` };
    await rename("Renamed by key", headers);
    const boundary = "x";
    const upload = await app.inject({
      method: "POST",
      url: "/api/imports/upload",
      headers: { ...(await app.bearer(owner)), "content-type": `multipart/form-data; boundary=${boundary}` },
      payload: [
        `--${boundary}\r\ncontent-disposition: form-data; name="autoConfirm"\r\n\r\ntrue`,
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\n`,
      ]
        .join("\r\n")
        .concat(`id,email\n1,a@example.test\n\r\n--${boundary}--\r\n`),
    });
    expect(upload.statusCode).toBe(importRoutes.upload.status);
    await app.drainJobs();

    const { body } = await log();
    const entries = body.items.map(({ action, via, actor, target }) => [action, via, actor, target]);
    expect(entries).toEqual([
      ["import.completed", "job", "Test Person", "people.csv"],
      ["import.uploaded", "screen", "Test Person", "people.csv"],
      ["company.settings_changed", "api_key", "API key 'Sync'", "Renamed by key"],
      ["api_key.created", "screen", "Test Person", "Sync"],
      ["company.settings_changed", "screen", "Test Person", "Renamed by hand"],
    ]);
    expect(body.items.at(-1)).toMatchObject({
      ipAddress: "127.0.0.1",
      before: { name: "Test company", currency: "USD", timeZone: "UTC" },
      after: { name: "Renamed by hand", currency: "EUR", timeZone: "Europe/Berlin" },
    });
    expect(body.items[2]).toMatchObject({
      before: { name: "Renamed by hand" },
      after: { name: "Renamed by key" },
    });
  });

  it("has no entry where the change was rolled back, nor where nothing changed", async () => {
    await rename("Once");
    await rename("Once");
    expect((await log()).body.totalCount).toBe(1);
    const failing = withTenant(app.db, companyId, async (tx) => {
      await recordAudit(tx, owner, { action: "company.exported" });
      throw new Error("the change failed");
    });
    await expect(failing).rejects.toThrow("the change failed");
    expect((await log()).body.totalCount).toBe(1);
  });

  it("cannot be changed or emptied by the app, nor written into another company's", async () => {
    await rename("Kept");
    for (const statement of ["update audit_entries set actor = 'x'", "delete from audit_entries"]) {
      await expect(app.db.pool.query(statement)).rejects.toThrow("permission denied");
    }
    const other = (await buildCompany(app.db)).id;
    const foreign = withTenant(app.db, companyId, (tx) =>
      recordAudit(tx, owner, { action: "company.exported", companyId: other }),
    );
    await expect(foreign).rejects.toThrow("row-level security");
  });

  it("is filtered by action and actor, and paged", async () => {
    await rename("One");
    await rename("Two");
    await app.call(owner, apiKeyRoutes.createApiKey, { body: { name: "K", scopes: ["customers:read"] } });
    const count = async (query: object) => (await log({ query })).body.totalCount;
    expect(await count({ action: "company" })).toBe(2);
    expect(await count({ actor: "test PERSON" })).toBe(3);
    expect(await count({ actor: "nobody" })).toBe(0);
    const page = (await log({ query: { page: 2, pageSize: 2 } })).body;
    expect([page.items.length, page.totalPages]).toEqual([1, 2]);
  });

  it("is filtered by days as the company's clock has them, whatever hour it is", async () => {
    await rename("In Berlin");
    await app.queryAsAdmin(
      "update audit_entries set occurred_at = '2026-03-01T23:30:00Z' where company_id = $1",
      [companyId],
    );
    const on = async (day: string) => (await log({ query: { from: day, to: day } })).body.totalCount;
    expect([await on("2026-03-01"), await on("2026-03-02"), await on("2026-03-03")]).toEqual([0, 1, 0]);
  });

  it("is exported as CSV by a link good once, formulas made harmless, every entry exactly once", async () => {
    for (let i = 0; i < 5; i++) await rename(`=cmd${i}`);
    await withTenant(app.db, companyId, async (tx) => {
      for (let i = 0; i < 2100; i++)
        await recordAudit(tx, owner, { action: "company.exported", target: `n${i}` });
    });
    const link = await app.call(owner, auditRoutes.exportAudit, { body: {} });
    const csv = await app.inject({ url: link.body.downloadPath });
    const lines = csv.body.trim().split("\r\n");
    // A header, 5 renames, 2100 counted, and the export itself.
    expect(lines).toHaveLength(1 + 5 + 2100 + 1);
    expect(new Set(lines.filter((line) => line.includes(",n")))).toHaveLength(2100);
    expect(csv.body).toContain("'=cmd4");
    expect((await app.inject({ url: link.body.downloadPath })).statusCode).toBe(404);
    const filtered = await app.call(owner, auditRoutes.exportAudit, {
      body: { action: "company.settings" },
    });
    expect((await app.inject({ url: filtered.body.downloadPath })).body.trim().split("\r\n")).toHaveLength(6);
  });

  it("shows the exports of customers too", async () => {
    await app.call(owner, customerRoutes.createExport, {
      body: { selection: { filter: { conditions: [] }, exceptIds: [] } },
    });
    expect((await log({ query: { action: "customers.exported" } })).body.totalCount).toBe(1);
  });
});

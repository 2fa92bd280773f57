import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { withSystem } from "#platform/db/transaction.ts";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import type { CompanyUser } from "./actor.ts";
import { contentDisposition } from "./downloads.ts";
import type { DownloadKind } from "./tickets.ts";

const payload = z.object({ words: z.string() });
const kind: DownloadKind<typeof payload> = {
  name: "test.words",
  schema: payload,
  policy: "customers:write",
  open: async ({ words }, user) => ({
    fileName: "words für 100 %.txt",
    contentType: "text/plain; charset=utf-8",
    stream: Readable.from([`${words} of ${user.companyId}`]),
  }),
};

let app: TestApp;
let companyId: string;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp();
  app.context.tickets.register(kind);
  companyId = (await buildCompany(app.db)).id;
});
afterAll(() => app.close());
beforeEach(async () => {
  user = (await buildUser(app.db, companyId, "Staff", { now: app.clock.now() })).actor;
});

const issue = () =>
  withSystem(app.db, (tx) => app.context.tickets.issue(tx, kind, user, { words: "figures" }));

describe("a download link", () => {
  it("streams its file to a browser that carries nothing but the link", async () => {
    const { downloadPath } = await issue();
    const answer = await app.inject({ url: downloadPath });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(`figures of ${companyId}`);
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });

  it("is good once, also when asked twice at the same moment", async () => {
    const { downloadPath } = await issue();
    const answers = await Promise.all([1, 2, 3].map(() => app.inject({ url: downloadPath })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404, 404]);
  });

  it("is not spent by whoever only asks what it is", async () => {
    const { downloadPath } = await issue();
    expect((await app.inject({ method: "HEAD", url: downloadPath })).statusCode).toBe(404);
    expect((await app.inject({ url: downloadPath })).statusCode).toBe(200);
  });

  it("is good for five minutes", async () => {
    const { downloadPath, expiresAt } = await issue();
    expect(new Date(expiresAt).getTime() - app.clock.now().getTime()).toBe(5 * 60_000);
    app.clock.advance(5 * 60_000);
    expect((await app.inject({ url: downloadPath })).statusCode).toBe(404);
  });

  it("dies with the session or the role that asked for it", async () => {
    const signedOut = await issue();
    await app.queryAsAdmin("update sessions set ended_at = now() where id = $1", [user.sessionId]);
    expect((await app.inject({ url: signedOut.downloadPath })).statusCode).toBe(404);
    await app.queryAsAdmin("update sessions set ended_at = null where id = $1", [user.sessionId]);
    const demoted = await issue();
    await app.queryAsAdmin("update users set company_role = 'Viewer' where id = $1", [user.userId]);
    expect((await app.inject({ url: demoted.downloadPath })).statusCode).toBe(404);
  });

  it("cannot be guessed from the database", async () => {
    const { downloadPath } = await issue();
    const ticket = downloadPath.split("ticket=")[1] ?? "";
    const rows = await app.queryAsAdmin<{ dump: string }>("select t::text as dump from download_tickets t");
    expect(rows.some((row) => row.dump.includes(ticket))).toBe(false);
  });
});

describe("the name of a downloaded file", () => {
  it("survives quotes, umlauts and line breaks without breaking the header", () => {
    const header = contentDisposition('für "100 %"\r\nX-Evil: 1.csv');
    expect(header).not.toMatch(/[\r\n]/);
    expect(header).toContain("filename*=UTF-8''f%C3%BCr%20%22100%20%25%22%0D%0AX-Evil%3A%201.csv");
    expect(header.match(/"/g)).toHaveLength(2);
  });
});

import { readdir } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import {
  caseRoutes,
  customerDataRoutes,
  customerRoutes,
  importRoutes,
  tagRoutes,
  trackingRoutes,
  trackRecordRoutes,
  workRoutes,
} from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { analyze, buildWorld, type World } from "#testing/analysis-world.ts";
import { buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { buildXlsx } from "../../../../../packages/tabular/src/testing/build-xlsx.ts";
import { openCustomerExport } from "./export-customer.ts";
import { filesSaying, tablesSaying } from "./fixtures/search-everything.ts";
import { askSupportAbout, tellOfPerson } from "./fixtures/told-by-others.ts";

/** Three words that stand nowhere else. */
const known = { id: "ZQX-77121", email: "ottilie.quandt@harborline.example", name: "Ottilie Quandt" };
const words = Object.values(known).map((word) => word.toLowerCase());

let app: TestApp;
let world: World;
let id: string;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
  world = await buildWorld(app);
});
afterAll(() => app.close());

/** A customer with something of everything: files, a ledger, scores, work, news and mail. */
async function live(): Promise<void> {
  const { owner, companyId } = world;
  const row = (n: number) => `C-${n},c${n}@example.test,Customer ${n},Pro,${n % 2},${n * 3}`;
  const others = Array.from({ length: 30 }, (_, n) => row(n)).join("\n");
  const head = "customer_id,email,name,plan,churned,logins";
  const own = `${known.id},${known.email},${known.name}`;
  await uploaded(app, owner, `${head}\n${own},Pro,0,4\n${others}\n`, { autoConfirm: true });
  await app.drainJobs();
  // Changed by a second file, which also holds it in a row with an error.
  await uploaded(
    app,
    owner,
    `${head}\n${own},Team,0,5\n${own},Team,0,many\nC-1,no address,${known.name},Pro,0,1\n`,
    {
      autoConfirm: true,
    },
  );
  await app.drainJobs();
  const invoices = `customer_id,invoice_id,amount,status,issued_at\n${known.id},I-1,12,paid,2026-03-01\n`;
  await uploaded(app, owner, invoices, { name: "invoices.csv", autoConfirm: true });
  await app.drainJobs();
  // In a workbook too, where no search for text finds it.
  await uploaded(app, owner, workbookOf(head.split(","), [...own.split(","), "Team", "0", "6"]), {
    name: "people.xlsx",
    autoConfirm: true,
  });
  await app.drainJobs();
  await analyze(app, owner);
  const { body } = await app.call(owner, customerRoutes.list, { query: { search: known.id } });
  id = body.items[0]!.id;
  const params = { id };
  const staff = (await buildUser(app.db, companyId, "Staff")).actor;
  await app.queryAsAdmin(
    `insert into notification_preferences (company_id, user_id, time_zone, updated_at, kinds) values ($1, $2, 'UTC', now(), '{"mentioned": {"inApp": true, "email": true}}')`,
    [companyId, staff.userId],
  );
  await app.call(owner, workRoutes.addNote, {
    params,
    body: { body: `${known.name} moves`, mentionedUserIds: [staff.userId] },
  });
  await app.call(owner, workRoutes.addTask, { params, body: { title: `Call ${known.name}` } });
  await app.call(owner, workRoutes.setOwner, { params, body: { userId: staff.userId } });
  await app.call(owner, tagRoutes.add, { params, body: { name: "VIP" } });
  await app.call(owner, caseRoutes.open, { params, body: { reason: "price", plan: known.email } });
  await app.call(owner, trackRecordRoutes.sayOfScore, { params, body: { verdict: "right" } });
  await app.drainJobs();
  await tellOfPerson(app, owner, known);
  await app.drainJobs();
  // Their product: one event waits for another turn, one was refused, and one came before they were known by this address.
  const { writeKey, send } = await trackingKeyOf(owner);
  const says = { userId: known.id, context: { traits: { email: known.email } } };
  await send(writeKey, { type: "track", ...says, event: "", properties: { who: known.name } });
  await send(writeKey, { type: "identify", userId: "unheard of", traits: { name: known.name } });
  await app.drainJobs({ ignoreRunAt: true });
  await send(writeKey, { type: "track", ...says, event: "Login" });
  await askSupportAbout(app, owner, known);
}

/** A workbook of these rows. */
function workbookOf(...lines: string[][]): Uint8Array {
  const rows = lines.map((cells, row) => {
    const all = cells.map(
      (cell, column) => `<c r="${"ABCDEFGH"[column]}${row + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`,
    );
    return `<row r="${row + 1}">${all.join("")}</row>`;
  });
  return buildXlsx({ sheets: [{ name: "People", rows: rows.join("") }] });
}

/** Sends events past the queue: what is in the inbox stays there. */
async function trackingKeyOf(owner: World["owner"]) {
  const { body } = await app.call(owner, trackingRoutes.createKey, { body: { name: "Web" } });
  const send = async (writeKey: string, event: object) => {
    const answer = await app.inject({
      method: "POST",
      url: "/api/v1/batch",
      payload: JSON.stringify({ writeKey, batch: [event] }),
    });
    expect(answer.statusCode).toBe(200);
  };
  return { writeKey: body.key, send };
}

it("takes along all that is kept of one customer, and erases it from every table and file", async () => {
  await live();
  const { owner } = world;
  const where = [...words, id];
  const before = await tablesSaying(app, where);
  // Or the search would find nothing where something is.
  expect(before).toEqual(
    expect.arrayContaining([
      "audit_entries",
      "bulk_actions",
      "campaigns",
      "customer_views",
      "customers",
      "import_errors",
      "import_jobs",
      "import_undo",
      "invoices",
      "mails",
      "notes",
      "notifications",
      "pgboss.job",
      "risk_cases",
      "segments",
      "support_messages",
      "support_sessions",
      "tasks",
      "tracking_inbox",
      "tracking_refusals",
      "tracking_waiting_people",
    ]),
  );
  expect(await filesSaying(app, words)).not.toEqual([]);

  const link = await app.call(owner, customerDataRoutes.createExport, { params: { id } });
  const taken = (await app.inject({ url: link.body.downloadPath })).json<{
    tables: Record<string, Record<string, unknown>[]>;
    saidElsewhere: Record<string, { lines: { line: string }[] }[]>;
    files: { fileName: string; lines: { cells: Record<string, string> }[] }[];
    leftOut: { what: string; reason: string }[];
  }>();
  const isTaken = new Set([...Object.keys(taken.tables), ...Object.keys(taken.saidElsewhere)]);
  expect(before.filter((table) => !isTaken.has(table) && !(table in notTaken))).toEqual([]);
  // Each line names the person, so that nobody else's is among them.
  for (const { lines } of Object.values(taken.saidElsewhere).flat())
    for (const { line } of lines)
      expect(
        where.some((word) => line.toLowerCase().includes(word)),
        line,
      ).toBe(true);
  expect(taken.saidElsewhere["mails"]).toBeDefined();
  // Its own lines of every file, and nobody else's: of two uploads of customers, one of them twice, a workbook and the invoices.
  expect(taken.files.map(({ fileName, lines }) => [fileName, lines.length])).toEqual([
    ["customers.csv", 1],
    ["customers.csv", 3],
    ["invoices.csv", 1],
    ["people.xlsx", 1],
  ]);
  expect(JSON.stringify(taken.files)).not.toContain("Customer 1");
  expect(taken.leftOut).toEqual([]);
  const cut = await text(await openCustomerExport(app.jobContext, world.companyId, id, app.clock.now(), 1));
  expect(JSON.parse(cut)).toMatchObject({
    leftOut: expect.arrayContaining([
      { what: "import_undo", reason: expect.stringContaining("more than 1 rows") as string },
    ]) as object,
  });
  expect(Object.keys(taken.tables)).toEqual(
    expect.arrayContaining([
      "customers",
      "customer_owners",
      "customer_tags",
      "invoices",
      "notes",
      "risk_cases",
      "tasks",
    ]),
  );
  expect(taken.tables["notes"]).toMatchObject([{ body: `${known.name} moves` }]);

  const neighbour = await buildWorld(app);
  await app.queryAsAdmin(
    `insert into audit_entries (company_id, action, actor, via, target) values ($1, 'tag.created', 'Ann', 'screen', $2)`,
    [neighbour.companyId, known.name],
  );
  const erase = (typedName: string) =>
    app.call(owner, customerDataRoutes.erase, { params: { id }, body: { typedName } });
  expect((await erase("Ottilie")).body).toMatchObject({
    fields: { typedName: expect.stringContaining(known.name) },
  });
  const waiting = await uploaded(app, owner, "customer_id,name\nC-1,Customer 1\n");
  expect(await erase(known.name)).toMatchObject({ status: 409, body: { code: "invalid_state" } });
  await app.call(owner, importRoutes.cancel, { params: { id: waiting.id } });
  expect((await erase(known.name)).status).toBe(200);
  await app.drainJobs();

  // Another company that knows somebody of this name keeps its log.
  const kept = await app.queryAsAdmin(
    "delete from audit_entries where company_id = $1 and target = $2 returning id",
    [neighbour.companyId, known.name],
  );
  expect(kept).toHaveLength(1);
  expect((await tablesSaying(app, words)).filter((table) => !goneInSeconds.has(table))).toEqual([]);
  expect(await filesSaying(app, words)).toEqual([]);
  // Nor is a file kept that only a program can read, as a workbook is.
  const stored = await app.queryAsAdmin<{ key: string }>(
    "select file_key as key from import_jobs where company_id = $1",
    [world.companyId],
  );
  const names = (await readdir(app.dataDir, { recursive: true })).map((name) => path.basename(name));
  expect(stored.filter(({ key }) => names.includes(path.basename(key)))).toEqual([]);
  // The id alone says nothing; it stands where it is said that somebody was erased.
  expect((await tablesSaying(app, [id])).filter((table) => !keepsTheId.has(table))).toEqual([]);
  const [entry] = await app.queryAsAdmin<{ target: string }>(
    "select target from audit_entries where action = 'customer.erased'",
  );
  expect(entry).toEqual({ target: "Erased customer" });
  expect((await app.call(owner, customerRoutes.get, { params: { id } })).status).toBe(404);
  const { body } = await app.call(owner, customerRoutes.list);
  expect(body.totalCount).toBe(30);
});

it("takes a person's words out of others' texts where they stand by themselves, and what others share with it stays", async () => {
  const { owner } = await buildWorld(app);
  const rows = ["AL-1,ann@x.example,Ann Lee", "BL-1,bo@x.example,Bo Lind", "BL-2,bo@x.example,Bo Lind"];
  await uploaded(app, owner, `customer_id,email,name\n${rows.join("\n")}\n`, { autoConfirm: true });
  await app.drainJobs();
  const idOf = async (search: string) =>
    (await app.call(owner, customerRoutes.list, { query: { search } })).body.items[0]!.id;
  const params = { id: await idOf("BL-2") };
  const body =
    "ann@x.example, Ann Lee and AL-1 go. mary.ann@x.example, ann@x.example.au, AL-1-2, Ann Lee-Smith stay, and Bo Lind (bo@x.example).";
  await app.call(owner, workRoutes.addNote, { params, body: { body, mentionedUserIds: [] } });
  const task = await app.call(owner, workRoutes.addTask, { params, body: { title: "Call Ann Lee" } });
  const erase = (id: string, typedName: string) =>
    app.call(owner, customerDataRoutes.erase, { params: { id }, body: { typedName } });
  expect((await erase(await idOf("AL-1"), "Ann Lee")).status).toBe(200);
  expect((await erase(await idOf("BL-1"), "Bo Lind")).status).toBe(200);
  const notes = await app.queryAsAdmin<{ body: string }>("select body from notes where customer_id = $1", [
    params.id,
  ]);
  expect(notes).toEqual([
    {
      body: "[…], […] and […] go. mary.ann@x.example, ann@x.example.au, AL-1-2, Ann Lee-Smith stay, and Bo Lind (bo@x.example).",
    },
  ]);
  // Who had the task open before is shown what it is now.
  const kept = await app.queryAsAdmin("select title, version from tasks where id = $1", [task.body.id]);
  expect(kept).toEqual([{ title: "Call […]", version: 2 }]);
});

/** What the export leaves out of what names the person, and why. */
const notTaken: Record<string, string> = {
  live_outbox: "news on their way between processes, gone in seconds",
  download_tickets: "links of minutes",
  "pgboss.job": "work that is done: its payloads repeat what stands in the tables, and go with the erasure",
  "pgboss.job_common": "the same: a part of it",
};

/** News on their way between processes. */
const goneInSeconds = new Set(["live_outbox"]);

/** Marks of work to be done, tickets of minutes, and the log. */
const keepsTheId = new Set([
  "audit_entries",
  "download_tickets",
  "ledger_changes",
  "ledger_stale_customers",
  "live_outbox",
  "segment_stale_customers",
]);

import { importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CompanyUser } from "#platform/http/actor.ts";
import { buildCompany, buildUser, createTestApp, upload, uploaded, type TestApp } from "#testing/index.ts";
import { dryRun, imported, statusOf, storedCustomers, withColumn } from "./fixtures/import-flow.ts";

let app: TestApp;
let companyId: string;
let user: CompanyUser;

beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  companyId = (await buildCompany(app.db)).id;
  user = (await buildUser(app.db, companyId, "Owner")).actor;
});

const january = "customer_id,zone,since\nC-1,north,03/04/2024\nC-2,south,05/06/2024\n";
/** The same headings in another order. */
const february = "since,customer_id,zone\n07/08/2025,C-3,north\n";
const asPlan = (suggested: Parameters<ReturnType<typeof withColumn>>[0]) =>
  withColumn("zone", { target: "plan" })(
    withColumn("since", { target: "startedAt", dateOrder: "DMY" })(suggested),
  );

describe("a file with the headings of an earlier one", () => {
  it("is read as that one was, says so, and still knows what would be suggested", async () => {
    await imported(app, user, january, { mapping: asPlan, name: "january.csv" });
    const job = await uploaded(app, user, february);
    expect(job.mapping?.columns).toEqual([
      expect.objectContaining({ column: "since", target: "startedAt", dateOrder: "DMY" }),
      expect.objectContaining({ column: "customer_id", target: "externalId" }),
      expect.objectContaining({ column: "zone", target: "plan" }),
    ]);
    expect(job.earlier).toMatchObject({
      fileName: "january.csv",
      usedAt: app.clock.now().toISOString(),
      suggestion: {
        columns: [{ column: "since" }, { column: "customer_id" }, { column: "zone", target: "attribute" }],
      },
    });
  });

  it("runs straight through, though its dates alone would have to be asked about", async () => {
    expect((await uploaded(app, user, january, { autoConfirm: true })).step).toBe("mapping");
    await imported(app, user, january, { mapping: asPlan });
    const { id } = await uploaded(app, user, february, { autoConfirm: true });
    await app.drainJobs();
    expect(await statusOf(app, user, id)).toMatchObject({
      status: JobStatus.Completed,
      counts: { create: 1 },
    });
    const stored = await storedCustomers(app, companyId);
    expect(stored.at(-1)).toMatchObject({
      external_id: "C-3",
      plan: "north",
      started_at: new Date("2025-08-07T00:00:00Z"),
    });
  });

  it("is not read as one that nobody confirmed, that was taken back, or that is another company's", async () => {
    await dryRun(app, user, january, { mapping: asPlan });
    expect((await uploaded(app, user, february)).earlier).toBeNull();
    const done = await imported(app, user, january, { mapping: asPlan });
    const other = (await buildUser(app.db, (await buildCompany(app.db)).id, "Owner")).actor;
    expect((await uploaded(app, other, february)).earlier).toBeNull();
    await app.call(user, importRoutes.undo, { params: { id: done.id } });
    expect((await uploaded(app, user, february)).earlier).toBeNull();
  });
});

describe("a mapping that is sent with the file", () => {
  const columns = [
    { column: "customer_id", target: "externalId" },
    { column: "zone", target: "plan" },
  ];

  it("is used, before any other, and leaves out the columns that it does not name", async () => {
    await imported(app, user, january, { mapping: asPlan });
    const { id, earlier } = await uploaded(app, user, january.replaceAll("C-", "D-"), {
      autoConfirm: true,
      sentMapping: { columns },
    });
    expect(earlier).toBeNull();
    await app.drainJobs();
    const job = await statusOf(app, user, id);
    expect(job).toMatchObject({ status: JobStatus.Completed, counts: { create: 2 } });
    expect(job.mapping?.columns).toEqual([...columns, { column: "since", target: "skip" }]);
    expect((await storedCustomers(app, companyId)).at(-1)).toMatchObject({
      external_id: "D-2",
      plan: "south",
      started_at: null,
    });
  });

  it("is refused in words where it is none or does not fit the file, and no file stays behind", async () => {
    for (const [mapping, fields] of [
      ["no mapping", { mapping: "Not a mapping as JSON" }],
      [
        { columns: [{ column: "zone", target: "planet" }] },
        { mapping: "Not a mapping as JSON: look at columns.0.target" },
      ],
      [
        { columns: [...columns, { column: "nope", target: "email" }] },
        { nope: "The file has no such column" },
      ],
    ] as const) {
      const answer = await upload(app, user, january, { sentMapping: mapping });
      expect([answer.statusCode, answer.json<{ fields: unknown }>().fields]).toEqual([400, fields]);
    }
    const { body } = await app.call(user, importRoutes.list);
    expect(body.totalCount).toBe(0);
  });
});

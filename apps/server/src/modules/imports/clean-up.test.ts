import { customerRoutes, importRoutes, JobStatus } from "@forestay/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildCompany, buildUser, createTestApp, uploaded, type TestApp } from "#testing/index.ts";
import { importsCleanUp } from "./clean-up.ts";
import { imported, statusOf } from "./fixtures/import-flow.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ rateLimitScale: 1000 });
});
afterAll(() => app.close());

const cleanUp = async () => {
  await app.runJob(importsCleanUp.cron, {});
  await app.drainJobs();
};

it("keeps files and previous values while undo is offered, then forgets both and keeps the history", async () => {
  const companyId = (await buildCompany(app.db)).id;
  const user = (await buildUser(app.db, companyId, "Staff")).actor;
  await imported(app, user, "customer_id,plan\nC-1,Pro\n");
  const changing = await imported(app, user, "customer_id,plan\nC-1,Team\n");
  const waiting = await uploaded(app, user, "customer_id,plan\nC-1,Team\n");
  const kept = async () => {
    const [row] = await app.queryAsAdmin<{ undo: string; files: string }>(
      `select (select count(*) from import_undo where company_id = $1)
           + (select count(*) from ledger_undo where company_id = $1) as undo,
         (select count(*) from import_jobs where company_id = $1 and file_removed_at is null) as files`,
      [companyId],
    );
    return [Number(row?.undo), Number(row?.files)];
  };
  await app.queryAsAdmin(
    `insert into ledger_undo (company_id, import_id, kind, row_id, previous) values ($1, $2, 'invoices', $2, '{}')`,
    [companyId, changing.id],
  );
  const [stored] = await app.queryAsAdmin<{ file_key: string }>(
    "select file_key from import_jobs where id = $1",
    [changing.id],
  );
  app.clock.advance(6 * 86_400_000);
  await cleanUp();
  expect(await kept()).toEqual([2, 3]);
  app.clock.advance(2 * 86_400_000);
  await cleanUp();
  expect(await kept()).toEqual([0, 1]);
  await expect(app.context.files.sizeBytes(stored?.file_key ?? "")).rejects.toMatchObject({
    code: "not_found",
  });
  app.clock.advance(30 * 86_400_000);
  await cleanUp();
  const later = (await buildUser(app.db, companyId, "Staff", { now: app.clock.now() })).actor;
  expect((await statusOf(app, later, waiting.id)).status).toBe(JobStatus.Cancelled);
  const log = await app.queryAsAdmin(
    "select actor, via, target_id from audit_entries where company_id = $1 and action = 'import.cancelled'",
    [companyId],
  );
  expect(log).toEqual([{ actor: "Forestay", via: "job", target_id: waiting.id }]);
  expect((await app.call(later, importRoutes.list, {})).body.totalCount).toBe(3);
  expect((await app.call(later, customerRoutes.list, {})).body.items[0]?.plan).toBe("Team");
});

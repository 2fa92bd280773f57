import { z } from "zod";
import { recordAudit } from "#modules/audit/index.ts";
import { actorOfRow } from "#modules/companies/index.ts";
import { changeCustomerTotals, refreshStatistics } from "#modules/customers/index.ts";
import { withTenant, withTenantClient, type Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { defineJob, type JobRun } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { ExportedZip } from "./exported-zip.ts";
import { asRefusal, requireEmpty, takeRows } from "./take-rows.ts";

const SHOWN_EVERY_MS = 1000;
const payloadSchema = z.object({ companyId: z.uuid(), takeInId: z.uuid() });
type Payload = z.output<typeof payloadSchema>;

/**
 * Brings an export in, in one transaction and counted: a killed worker leaves the company empty, and the next attempt begins
 * anew. What is wrong with the zip is said and not tried again.
 */
export const takeInJob = defineJob({
  name: "company-data.take-in",
  schema: payloadSchema,
  onePerGroup: true,
  expireInSeconds: 6 * 3600,
  async handler(run) {
    const { payload } = run;
    const row = await withTenant(run.db, payload.companyId, (tx) => findTakeIn(tx, payload));
    if (row === undefined || row.file_key === null) return;
    if (isOnItsWay(row)) {
      await bringIn(run, row.file_key).catch(async (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        await fail(run, payload, error.message);
      });
    }
    await forgetFile(run, row.file_key);
  },
  async onExhausted(run) {
    const { db, payload } = run;
    await fail(run, payload, "It was interrupted too many times. Nothing was brought in: try once more.");
    const row = await withTenant(db, payload.companyId, (tx) => findTakeIn(tx, payload));
    if (row !== undefined && row.file_key !== null) await forgetFile(run, row.file_key);
  },
});

async function bringIn(run: JobRun<Payload>, fileKey: string): Promise<void> {
  const { db, files, clock, signal, payload } = run;
  const { companyId } = payload;
  const zip = await ExportedZip.open(await files.localPath(fileKey));
  try {
    await withTenant(db, companyId, (tx) => changeOnItsWay(tx, payload, { status: "running", share: 0 }));
    let shownAt = clock.now().getTime();
    // Beside the transaction that nobody sees into until it is over.
    const onRead = async (share: number) => {
      signal.throwIfAborted();
      if (clock.now().getTime() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = clock.now().getTime();
      await withTenant(db, companyId, (tx) => changeOnItsWay(tx, payload, { share }));
    };
    await withTenantClient(
      db,
      companyId,
      async ({ tx, client }) => {
        // Held until the end: who writes customers waits, as does the next attempt after one that is slow rather than dead.
        await changeCustomerTotals(client, companyId, 0);
        const row = await findTakeIn(tx, payload);
        if (row === undefined || !isOnItsWay(row)) return;
        await requireEmpty(tx, companyId);
        const now = clock.now();
        const taken = await takeRows(tx, client, companyId, { zip, now, onRead }).catch(asRefusal);
        await refreshStatistics(client, companyId);
        await recordAudit(
          tx,
          { job: true, companyId, askedBy: actorOfRow("started_by", row) },
          {
            action: "company.taken_in",
            target: row.file_name,
            after: {
              exportedAt: zip.exportedAt,
              rows: Object.fromEntries(taken.map((one) => [one.table, one.rows])),
            },
          },
        );
        const ended = {
          status: "done",
          share: 1,
          taken: JSON.stringify(taken),
          failure: null,
          ended_at: clock.now(),
        };
        await change(tx, payload, ended);
      },
      { statementTimeoutMs: 0 },
    );
  } finally {
    zip.close();
  }
}

const ON_ITS_WAY = ["waiting", "running"];
/** Whether an export is still to come in. */
export const isOnItsWay = ({ status }: { status: string }): boolean => ON_ITS_WAY.includes(status);

/** Says why nothing came in, of one that has not ended yet. */
const fail = ({ db, clock }: Pick<ModuleContext, "db" | "clock">, payload: Payload, failure: string) =>
  withTenant(db, payload.companyId, (tx) =>
    changeOnItsWay(tx, payload, { status: "failed", failure, ended_at: clock.now() }),
  );

/** Once its file is gone the next one may come. */
async function forgetFile(
  { db, files, payload }: Pick<JobRun<Payload>, "db" | "files" | "payload">,
  fileKey: string,
): Promise<void> {
  await files.remove(fileKey);
  await withTenant(db, payload.companyId, (tx) => change(tx, payload, { file_key: null }));
}

const findTakeIn = (tx: Tx, { companyId, takeInId }: Payload) =>
  tx
    .selectFrom("company_take_ins")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", takeInId)
    .executeTakeFirst();

interface Changed {
  status?: string;
  share?: number;
  taken?: string;
  failure?: string | null;
  file_key?: null;
  ended_at?: Date;
}

/** One that has ended stays as it ended, whatever a slow attempt still says of it. */
async function changeOnItsWay(tx: Tx, takeIn: Payload, changed: Changed): Promise<void> {
  await changing(tx, takeIn, changed).where("status", "in", ON_ITS_WAY).execute();
}

async function change(tx: Tx, takeIn: Payload, changed: Changed): Promise<void> {
  await changing(tx, takeIn, changed).execute();
}

const changing = (tx: Tx, { companyId, takeInId }: Payload, changed: Changed) =>
  tx
    .updateTable("company_take_ins")
    .set(changed)
    .where("company_id", "=", companyId)
    .where("id", "=", takeInId);

import type { TakeIn } from "@forestay/contracts";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { actorColumns } from "#modules/companies/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import type { CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { receiveUpload } from "#platform/uploads/receive-upload.ts";
import { ExportedZip } from "./exported-zip.ts";
import { isOnItsWay, takeInJob } from "./take-in-job.ts";
import { requireEmpty, requireKnownTables, type TakenRows } from "./take-rows.ts";

/** The file says everything. */
const noFields = z.object({});

/**
 * Takes on the zip that another company exported ("Export everything"), to be made this company's by a job: customers, their events
 * and history, scores, analyses, models and how they are scored. Only into a company without customers, whose analyses and
 * settings go. Throws `file_refused` for what is no such export, `invalid_state` where there are customers or one is on its way.
 */
export async function takeIn(
  { db, files, config, clock, jobs }: ModuleContext,
  request: FastifyRequest,
  user: CompanyUser,
): Promise<TakeIn> {
  const { companyId } = user;
  // Before a gigabyte is on its way.
  await withTenant(db, companyId, async (tx) => {
    await requireEmpty(tx, companyId);
    const latest = await readTakeIn(tx, companyId);
    if (latest !== null && isOnItsWay(latest)) throw onItsWay();
  });
  const { file, fileName } = await receiveUpload(request, files, {
    maxBytes: config.maxUploadBytes,
    form: noFields,
  });
  try {
    const zip = await ExportedZip.open(await files.localPath(file.key));
    zip.close();
    return await withTenant(db, companyId, async (tx) => {
      await requireEmpty(tx, companyId);
      await requireKnownTables(tx, zip);
      const row = {
        file_key: file.key,
        file_name: fileName,
        status: "waiting",
        share: 0,
        taken: null,
        failure: null,
        ...actorColumns("started_by", user),
        started_at: clock.now(),
        ended_at: null,
      };
      const taken = await tx
        .insertInto("company_take_ins")
        .values({ company_id: companyId, ...row })
        .onConflict((conflict) =>
          conflict
            .column("company_id")
            .doUpdateSet({ id: sql<string>`uuidv7()`, ...row })
            .where("company_take_ins.status", "in", ["done", "failed"])
            // Its job has yet to remove it.
            .where("company_take_ins.file_key", "is", null),
        )
        .returning("id")
        .executeTakeFirst();
      if (taken === undefined) throw onItsWay();
      await jobs.enqueue(tx, takeInJob, { companyId, takeInId: taken.id }, { groupKey: companyId });
      const latest = await readTakeIn(tx, companyId);
      if (latest === null) throw new Error("The export that was taken on is not there");
      return latest;
    });
  } catch (error) {
    await files.remove(file.key);
    throw error;
  }
}

const onItsWay = () =>
  new AppError("invalid_state", { message: "An export is being brought in already. Wait until it is done." });

/** The export that was last brought in, or is on its way; null: none ever was. */
export async function readTakeIn(tx: Tx, companyId: string): Promise<TakeIn | null> {
  const row = await tx
    .selectFrom("company_take_ins")
    .selectAll()
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    fileName: row.file_name,
    status: row.status as TakeIn["status"],
    share: row.share,
    taken: (row.taken ?? []) as unknown as TakenRows,
    failure: row.failure,
    startedBy: row.started_by,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

/** The file of an export that is on its way, as it lies in the store. */
export async function listTakeInFiles(tx: Tx, companyId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("company_take_ins")
    .select("file_key")
    .where("company_id", "=", companyId)
    .execute();
  return rows.flatMap(({ file_key: key }) => key ?? []);
}

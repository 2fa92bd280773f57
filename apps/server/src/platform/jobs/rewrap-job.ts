import type { Tx } from "../db/transaction.ts";
import { rewrapColumns, type SealedColumn } from "../crypto/rewrap-rows.ts";
import { defineCompanyJob, type CompanyJob } from "./company-job.ts";

/** Each night puts what a module keeps sealed under the newest key, so that an older one can be taken away. */
export const defineRewrapJob = (
  name: string,
  listCompanyIds: (tx: Tx) => Promise<readonly string[]>,
  columns: readonly SealedColumn[],
): CompanyJob =>
  defineCompanyJob({
    name,
    cron: "50 3 * * *",
    listCompanyIds,
    handler: ({ db, secretKeys, payload: { companyId } }) =>
      rewrapColumns(db, secretKeys, companyId, columns),
  });

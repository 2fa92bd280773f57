import type { FailedRecord, SyncRun } from "@forestay/contracts";
import {
  customerObject,
  integrationObjectLabel,
  type IntegrationProvider,
} from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { listAsked } from "#modules/customers/index.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { FailureRow } from "./failures.ts";
import type { RunRow } from "./integration-rows.ts";
import { countFailures, toRun } from "./to-integration.ts";

/** The runs of a system, newest first. */
export function listRuns(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  page: PageRequest,
): Promise<Page<SyncRun>> {
  return readPage(
    page,
    async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from integration_runs
        where company_id = ${companyId} and provider = ${provider}`.execute(tx);
      return rows[0]?.n ?? 0;
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<RunRow>`select * from integration_runs
        where company_id = ${companyId} and provider = ${provider}
        order by id desc limit ${limit} offset ${offset}`.execute(tx);
      return rows.map(toRun);
    },
  );
}

/** Records that could not be taken in, newest first. */
export function listFailures(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  page: PageRequest,
): Promise<Page<FailedRecord>> {
  return readPage(
    page,
    () => countFailures(tx, companyId, provider),
    async ({ limit, offset }) => {
      const { rows } = await sql<FailureRow>`select id, object, source_id, label, reason, at
        from integration_errors where company_id = ${companyId} and provider = ${provider}
        order by at desc, id limit ${limit} offset ${offset}`.execute(tx);
      const asked = await listAsked(
        tx,
        companyId,
        provider,
        rows.map((row) => row.source_id),
      );
      return rows.map((row) => ({
        isAsked: row.object === customerObject(provider) && asked.has(row.source_id),
        id: row.id,
        object: row.object,
        objectLabel: integrationObjectLabel(provider, row.object),
        sourceId: row.source_id,
        label: row.label,
        reason: row.reason,
        at: row.at.toISOString(),
      }));
    },
  );
}

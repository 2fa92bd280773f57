import type { ImportCounts, ImportMapping } from "@forestay/contracts";
import { formatCount } from "@forestay/contracts/words";
import { sql } from "kysely";
import {
  COMPARED_ROWS,
  compareCustomerWaves,
  compareDatedWaves,
  countCompany,
  hadLeftSql,
  type LeavingRule,
} from "#modules/customers/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { ambiguousRowErrors } from "./ambiguous-rows.ts";
import { goneInWords, withSnapshots } from "./dated-dry-run.ts";
import { importEffects, importQuestions } from "./import-effects.ts";
import type { ImportJobRow } from "./import-job.ts";
import { countOverwrites, type OthersColumn } from "./overwritten-values.ts";
import type { FileParser } from "./parse-file.ts";
import type { BadRow, ParsedBatch } from "./parse-protocol.ts";
import { newestActivity, settleDatedRows, settleRows } from "./settle-dry-run.ts";

async function keepComparedRows(
  tx: Tx,
  {
    companyId,
    importId,
    rule,
    currency,
  }: { companyId: string; importId: string; rule: LeavingRule; currency: string },
): Promise<void> {
  await sql`
    insert into import_row_keys (company_id, import_id, row_number, key_hash, outcome, snapshot_on, leaving,
      snapshot_outcome, had_left, churned, ended_at, subscription_status, last_seen_at, revenue_before_cents,
      revenue_after_cents, overwritten)
    select ${companyId}, ${importId}, r.row_number, r.key_hash, r.outcome, r.snapshot_on, r.leaving, r.snapshot_outcome,
      ${hadLeftSql(rule)}, r.churned, r.ended_at, r.subscription_status, r.last_seen_at,
      case when coalesce(r.was_currency, ${currency}) = ${currency} then r.was_monthly_revenue_cents end,
      case when coalesce(r.currency, ${currency}) = ${currency} then r.monthly_revenue_cents end, r.overwritten
    from ${sql.table(COMPARED_ROWS)} r`.execute(tx);
}

interface Comparison {
  companyId: string;
  importId: string;
  rule: LeavingRule;
  company: { currency: string };
  parser: FileParser;
  batch: ParsedBatch;
  isDated: boolean;
  watchedKeys: string[];
}

/**
 * Compares a batch of customers with what is stored, writing none, and keeps of each row what the dry run adds up; gives the
 * rows that only the database can tell are bad.
 */
export async function compareCustomers(
  { tx, client }: { tx: Tx; client: SqlClient },
  { companyId, importId, rule, company, parser, batch, isDated, watchedKeys }: Comparison,
): Promise<{ bad: BadRow[]; unlinked: string[] }> {
  const { ambiguousRows } = isDated
    ? await compareDatedWaves(client, companyId, importId, batch.waves, watchedKeys)
    : await compareCustomerWaves(client, companyId, batch.waves, watchedKeys);
  await keepComparedRows(tx, { companyId, importId, rule, currency: company.currency });
  return { bad: await ambiguousRowErrors(parser, ambiguousRows), unlinked: [] };
}

interface Settling {
  companyId: string;
  importId: string;
  rule: LeavingRule;
  isDated: boolean;
}

interface CustomersSettling extends Settling {
  company: { currency: string };
  mapping: ImportMapping;
  others: readonly OthersColumn[];
  job: ImportJobRow;
  totalRows: number;
  errorRows: number;
}

/** What a file of customers comes to: counts, what it would do to the company, what has to be asked. */
export async function settleCustomers(tx: Tx, options: CustomersSettling) {
  const { companyId, importId, rule, isDated, company, mapping, others, job, totalRows, errorRows } = options;
  const settled = await settle(tx, { companyId, importId, rule, isDated });
  const { replaced, create, update, snapshots } = settled;
  const skip = totalRows - errorRows - create - update - replaced;
  const counts: ImportCounts = {
    totalRows,
    create,
    update,
    skip,
    ...(replaced > 0 ? { duplicate: replaced } : {}),
    error: errorRows,
  };
  const before = await countCompany(tx, companyId, rule, company.currency);
  const effects = importEffects(before, settled.effects, company.currency);
  const notices: string[] = [];
  if (replaced > 0) {
    notices.push(
      `${formatCount(replaced)} rows have the same customer ${isDated ? "and date " : ""}as a later row of the file: the last one counts.`,
    );
  }
  if (settled.gone > 0) notices.push(goneInWords(settled.gone));
  return {
    counts: snapshots ? withSnapshots(counts, snapshots) : counts,
    notices,
    questions: importQuestions(effects, settled.effects, mapping),
    changes: {
      data_until: snapshots?.to ?? null,
      effects,
      overwrites: await countOverwrites(tx, companyId, importId, job.file_name, others),
    },
  };
}

/** Counts the rows by the rule as it stands once the file is in: silence is counted up to the newest activity known. */
async function settle(tx: Tx, { companyId, importId, rule, isDated }: Settling) {
  const silenceCounts = rule.definition !== "cancelled";
  const until = silenceCounts ? await newestActivity(tx, companyId, importId, rule.now) : null;
  const isNewer = until !== null && (rule.activityUntil === null || until > rule.activityUntil);
  const after = isNewer ? { ...rule, activityUntil: until } : rule;
  if (isDated) return settleDatedRows(tx, { companyId, importId, rule: after });
  return { ...(await settleRows(tx, { companyId, importId, rule: after })), snapshots: null, gone: 0 };
}

import path from "node:path";
import { JobStatus, type ImportMapping, type ImportOverwrite } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { attributeKeyOf } from "./attribute-key.ts";

/** Longest name of an attribute, as of a column. */
const MAX_KEY_CHARS = 200;

/** An attribute whose values came with a file of other headings: a column that only happens to be called the same. */
export interface OthersColumn {
  column: string;
  key: string;
  fileName: string;
}

/** Which of a mapping's extra attributes another kind of file filled last; the same file a month later is no other. */
export async function findOthersColumns(
  tx: Tx,
  companyId: string,
  importId: string,
  mapping: ImportMapping,
): Promise<OthersColumn[]> {
  const columns = mapping.columns.filter(({ target }) => target === "attribute");
  if (columns.length === 0) return [];
  const { rows } = await sql<{ key: string; fileName: string; isOther: boolean }>`
    select distinct on (k.key) k.key, j.file_name as "fileName",
      coalesce(j.headings_sha256 <> own.headings_sha256, false) as "isOther"
    from import_jobs own, import_jobs j
    cross join lateral (
      select coalesce(c ->> 'attributeKey', c ->> 'column') as key
      from jsonb_array_elements(j.mapping -> 'columns') c where c ->> 'target' = 'attribute'
    ) k
    where own.company_id = ${companyId} and own.id = ${importId} and j.company_id = ${companyId} and j.id <> ${importId}
      and j.started_at is not null and j.undo_started_at is null
      and j.status in (${JobStatus.Processing}, ${JobStatus.Completed})
      and k.key = any(${columns.map(attributeKeyOf)}::text[])
    order by k.key, j.started_at desc`.execute(tx);
  const others = new Map(rows.filter(({ isOther }) => isOther).map((row) => [row.key, row.fileName]));
  return columns.flatMap((column) => {
    const key = attributeKeyOf(column);
    const fileName = others.get(key);
    return fileName === undefined ? [] : [{ column: column.column, key, fileName }];
  });
}

/** Of these attributes those that customers would get another value of, with how many would. */
export async function countOverwrites(
  tx: Tx,
  companyId: string,
  importId: string,
  ownFileName: string,
  columns: readonly OthersColumn[],
): Promise<ImportOverwrite[]> {
  if (columns.length === 0) return [];
  const { rows } = await sql<{ key: string; customers: number }>`
    select k.key, count(distinct r.key_hash) as customers from import_row_keys r cross join unnest(r.overwritten) k (key)
    where r.company_id = ${companyId} and r.import_id = ${importId} group by k.key`.execute(tx);
  const counts = new Map(rows.map(({ key, customers }) => [key, customers]));
  const stem = path.parse(ownFileName).name.slice(0, 60);
  return columns.flatMap((column) => {
    const customers = counts.get(column.key);
    const ownKey = `${stem}.${column.column}`.slice(0, MAX_KEY_CHARS);
    return customers === undefined ? [] : [{ ...column, customers, ownKey }];
  });
}

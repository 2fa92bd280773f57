import { createHash } from "node:crypto";
import {
  importMappingSchema,
  JobStatus,
  type EarlierMapping,
  type ImportKind,
  type ImportMapping,
} from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";
import { checkMapping } from "./check-mapping.ts";
import type { SeenFile } from "./look-at-file.ts";

/** What files with the same headings have alike, in whichever order their columns stand; null for a file without any. */
export function headingsSha256({ reading, columns }: Pick<SeenFile, "reading" | "columns">): string | null {
  // "Column 1" to "Column 5" say nothing of what a file is.
  if (!reading.hasHeadings) return null;
  const names = columns.map(({ column }) => column).sort();
  return createHash("sha256").update(JSON.stringify(names)).digest("hex");
}

/**
 * The mapping of the last import with the same headings that somebody confirmed and nobody took back, where it still
 * does for this file; formats that it leaves open are those suggested. `seen`: the file as one of that import's kind. Null
 * for none.
 */
export async function findEarlierMapping(
  tx: Tx,
  companyId: string,
  recognised: SeenFile,
  /** What somebody says that the rows are; without it they are what they were then. */
  saidKind: ImportKind | undefined,
): Promise<{ seen: SeenFile; mapping: ImportMapping; earlier: EarlierMapping } | null> {
  const { rows } = await sql<{ kind: ImportKind; mapping: unknown; fileName: string; usedAt: Date }>`
    select kind, mapping, file_name as "fileName", started_at as "usedAt" from import_jobs
    where company_id = ${companyId} and headings_sha256 = ${headingsSha256(recognised)} and started_at is not null
      and status in (${JobStatus.Processing}, ${JobStatus.Completed}) and undo_started_at is null
    order by started_at desc limit 1`.execute(tx);
  const [found] = rows;
  if (!found || (saidKind !== undefined && found.kind !== saidKind)) return null;
  const seen = found.kind === recognised.kind ? recognised : recognised.as(found.kind);
  const { columns, suggestion } = seen;
  const before = importMappingSchema.parse(found.mapping);
  const used = new Map(before.columns.map((one) => [one.column, one]));
  const mapping = {
    ...(before.options && { options: before.options }),
    columns: suggestion.columns.map((suggested) => {
      const column = used.get(suggested.column);
      if (column === undefined) return suggested;
      const { dateOrder, numberStyle } = suggested;
      return { ...(dateOrder && { dateOrder }), ...(numberStyle && { numberStyle }), ...column };
    }),
  };
  if (Object.keys(checkMapping(seen.kind, mapping, columns)).length > 0) return null;
  const earlier = { fileName: found.fileName, usedAt: found.usedAt.toISOString(), suggestion };
  return { seen, mapping, earlier };
}

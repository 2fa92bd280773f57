import { errorFileColumns } from "@forestay/import-mapping";
import { Readable } from "node:stream";
import { csvLine } from "@forestay/tabular";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "#platform/db/database.ts";
import { withTenant } from "#platform/db/transaction.ts";
import type { DownloadKind } from "#platform/http/tickets.ts";
import { profilesOf } from "./import-job.ts";
import { getImportJob } from "./import-repository.ts";
import type { RowProblem } from "./row-problem.ts";

const ROWS_PER_READ = 2000;

/** The complete error file as a download: every bad row once, correctable and ready to be uploaded again. */
export function errorFileKind(db: Database): DownloadKind<typeof errorFileSchema> {
  return {
    name: "imports.errorFile",
    schema: errorFileSchema,
    policy: "customers:read",
    open: async ({ importId }, user) => ({
      contentType: "text/csv; charset=utf-8",
      ...(await openErrorFile(db, user.companyId, importId)),
    }),
  };
}

const errorFileSchema = z.object({ importId: z.uuid() });

async function openErrorFile(
  db: Database,
  companyId: string,
  importId: string,
): Promise<{ fileName: string; stream: Readable }> {
  const job = await withTenant(db, companyId, (tx) => getImportJob(tx, companyId, importId));
  const own = profilesOf(job).map((profile) => profile.column);
  // A corrected error file that has errors again brings those columns along: they are not written twice.
  const places = own.flatMap((name, place) =>
    (errorFileColumns as readonly string[]).includes(name) ? [] : [place],
  );
  // As the file came: whoever keeps their files with semicolons opens this one by a click too.
  const delimiter = job.delimiter ?? ",";
  async function* lines() {
    yield "\u{FEFF}" + csvLine([...places.map((place) => own[place] ?? ""), ...errorFileColumns], delimiter);
    let after = -1;
    for (;;) {
      const batch = await withTenant(db, companyId, (tx) =>
        sql<{ row_number: number; problems: RowProblem[]; cells: string[] }>`
          select row_number, problems, cells from import_errors
          where company_id = ${companyId} and import_id = ${importId} and row_number > ${after}
          order by row_number limit ${ROWS_PER_READ}`.execute(tx),
      );
      let text = "";
      for (const { row_number, problems, cells } of batch.rows) {
        const told = (part: (problem: RowProblem) => string) => problems.map(part).join("; ");
        const row = [
          ...places.map((place) => plainNumber(cells[place] ?? "")),
          row_number,
          told((problem) => problem.column ?? ""),
          told((problem) => problem.expected),
          told((problem) => problem.found),
        ];
        text += csvLine(row, delimiter);
      }
      if (text !== "") yield text;
      const last = batch.rows.at(-1);
      if (!last || batch.rows.length < ROWS_PER_READ) return;
      after = last.row_number;
    }
  }
  return { fileName: `${job.file_name.replace(/\.[^.]*$/, "")}-errors.csv`, stream: Readable.from(lines()) };
}

/** A negative amount is a number to a spreadsheet, not a formula: it keeps its form. */
function plainNumber(cell: string): string | number {
  return /^-\d{1,15}(\.\d+)?$/.test(cell) && String(Number(cell)) === cell ? Number(cell) : cell;
}

import { Readable } from "node:stream";
import { sql } from "kysely";
import { listMergedInto, lockIdentity } from "#modules/customers/index.ts";
import { readLinesSaying } from "#modules/imports/index.ts";
import { listMessagesSaying } from "#modules/support/index.ts";
import { wordsIn } from "#platform/db/forget-words.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { listTablesOfCustomers, listTablesWithTexts, readPrimaryKeys } from "./customer-tables.ts";
import { wordsOf } from "./erase-customer.ts";

/** Rows of one table that are taken along: more than this nobody reads, and what is left out is said. */
const MOST_ROWS = 100_000;
/** Texts of a whole company are looked through. */
const LONG = { statementTimeoutMs: 50_000 };

/** Where others than the customer's own rows may say it: what people wrote of somebody else. */
const writtenOfOthers = ["notes", "tasks"];
/** On their way between processes, or a link of minutes: gone before anybody reads this. */
const passing = new Set(["live_outbox", "download_tickets", "idempotency_keys"]);

interface LeftOut {
  what: string;
  reason: string;
}

/**
 * Everything that is kept of one customer as JSON. `tables`: its own rows, table by table from the catalogue, so that none is
 * forgotten. `saidElsewhere`: of rows that are not its own, as mails, news, the log and what its product sent, the lines that name it,
 * and no other's. `files`: its lines of imported files that are still kept. `leftOut`: what is not in it and why. Throws `not_found`.
 */
export async function openCustomerExport(
  { db, files }: Pick<ModuleContext, "db" | "files">,
  companyId: string,
  customerId: string,
  now: Date,
  mostRows = MOST_ROWS,
): Promise<Readable> {
  const { words, ...kept } = await withTenant(
    db,
    companyId,
    async (tx) => {
      const identity = await lockIdentity(tx, companyId, customerId);
      if (!identity) throw new AppError("not_found", { message: "This customer does not exist." });
      const known = [{ id: customerId, identity }, ...(await listMergedInto(tx, companyId, customerId))];
      const words = known.flatMap((one) => [one.id, ...wordsOf(one.identity)]);
      const leftOut: LeftOut[] = [];
      const own = await listTablesOfCustomers(tx);
      const others = (await listTablesWithTexts(tx)).filter(
        (table) => !own.includes(table) && table !== "customers" && !passing.has(table),
      );
      const keys = await readPrimaryKeys(tx, ["customers", ...own, ...others]);
      const read = async (table: string, where: ReturnType<typeof sql>) => {
        const order = sql.join((keys.get(table) ?? []).map((column) => sql.ref(`t.${column}`)));
        const { rows } = await sql<{ row: Record<string, unknown> }>`
          select to_jsonb(t) - 'company_id' as row from ${sql.table(table)} t
          where t.company_id = ${companyId} and ${where} order by ${order} limit ${mostRows + 1}`.execute(tx);
        if (rows.length > mostRows)
          leftOut.push({
            what: table,
            reason: `There are more than ${mostRows} rows: these are the first, in the order of their key.`,
          });
        return rows.slice(0, mostRows).map(({ row }) => row);
      };
      const tables: Record<string, unknown> = {};
      for (const table of ["customers", ...own]) {
        const column = table === "customers" ? "id" : "customer_id";
        // A pair names two, and is of both.
        const isOther = table === "customer_pairs" ? sql` or t.other_id = ${customerId}` : sql``;
        const rows = await read(table, sql`(${sql.ref(`t.${column}`)} = ${customerId}${isOther})`);
        if (rows.length > 0) tables[table] = rows;
      }
      const saidElsewhere: Record<string, unknown> = {};
      for (const table of [...others, ...writtenOfOthers]) {
        const isAnothers = others.includes(table) ? sql`` : sql`t.customer_id <> ${customerId} and`;
        const rows = await read(
          table,
          sql`${isAnothers} exists (select from unnest(${words}::text[]) w where position(w in lower(t::text)) > 0)`,
        );
        const said = rows.flatMap((row) => linesSaying(row, words));
        if (said.length > 0) saidElsewhere[table] = said;
      }
      const messages = await listMessagesSaying(tx, companyId, words);
      if (messages.length > 0)
        saidElsewhere["support_messages"] = messages.flatMap((row) => linesSaying(row, words));
      return { words, tables, saidElsewhere, leftOut };
    },
    LONG,
  );
  const found = await readLinesSaying({ db, files }, companyId, (text) => wordsIn(text, words));
  const leftOut = [
    ...kept.leftOut,
    ...found.flatMap(({ fileName, problem }) =>
      problem === null ? [] : [{ what: `The file '${fileName}'`, reason: problem }],
    ),
  ];
  const inFiles = found
    .filter(({ lines }) => lines.length > 0)
    .map(({ fileName, uploadedAt, lines }) => ({ fileName, uploadedAt, lines }));
  const content = { customerId, exportedAt: now.toISOString(), ...kept, files: inFiles, leftOut };
  return Readable.from([`${JSON.stringify(content, null, 2)}\n`]);
}

/** The lines of a row's texts that say one of the words, with where they stand and when the row was written. */
function linesSaying(row: Record<string, unknown>, words: readonly string[]): object[] {
  const lines: { where: string; line: string }[] = [];
  const walk = (value: unknown, where: string) => {
    if (typeof value === "string") {
      for (const part of value.split(/\r?\n|<[^>]*>/)) {
        const line = part.trim();
        if (wordsIn(line, words)) lines.push({ where, line });
      }
    } else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, where === "" ? key : `${where}.${key}`);
  };
  walk(row, "");
  if (lines.length === 0) return [];
  const at = ["created_at", "at", "sent_at", "received_at", "started_at", "updated_at"].map(
    (key) => row[key],
  );
  return [{ id: row["id"] ?? null, at: at.find((value) => value !== undefined) ?? null, lines }];
}

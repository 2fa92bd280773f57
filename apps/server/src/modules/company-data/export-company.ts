import { PassThrough, Readable } from "node:stream";
import { sql, type RawBuilder } from "kysely";
import yazl from "yazl";
import { PRODUCT_NAME } from "@forestay/contracts";
import { listCompanyTables } from "#modules/companies/index.ts";
import { csvLine, type CsvValue } from "@forestay/contracts/words";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";

const ROWS_PER_READ = 2000;

/**
 * Tables and columns that are not the company's data, each with its reason. Everything else that knows the company is
 * exported, tables of later versions too.
 */
const leftOut: Record<string, string> = {
  download_tickets: "links that are used up by now",
  import_row_keys: "an import's work space",
  import_superseded_rows: "an import's work space",
  import_undo_snapshots: "as import_undo",
  ledger_stale_customers: "work that is left to be done here",
  ledger_turn_overs: "until when such work is done here",
  ledger_undo: "as import_undo",
  ledger_changes: "work that is left to be done here",
  recovery_marks: "as ledger_changes",
  recovery_sums: "what failed payments add up to, which are here themselves",
  tracking_inbox: "work that is left to be done here",
  tracking_messages: "tells an event from its repetition, in this installation only",
  rollup_states: "as ledger_changes",
  segment_stale_customers: "as ledger_changes",
  segment_samples: "customers drawn at random, drawn anew",
  segment_figure_states: "as mrr_movements",
  segment_first_risks: "as mrr_movements",
  country_figures: "as mrr_movements",
  mrr_movements: "what the ledger comes to, worked out anew where it is brought in",
  revenue_days: "as mrr_movements",
  retention_days: "as mrr_movements",
  failed_payments: "as mrr_movements",
  payment_days: "as failed_payments",
  track_records: "what became of scores, which are here themselves",
  track_record_scores: "as track_records",
  risk_values: "what present scores come to, worked out anew",
  chat_conversations: "a person's own, which nobody else of the company reads; each exports theirs",
  chat_messages: "as chat_conversations",
  assistant_models: "whether a model of this server's may be asked, which says nothing elsewhere",
  assistant_model_use: "counted against this server's limit",
  support_sessions: "conversations between one person and the platform's staff, read by those alone",
  import_undo: "values from before an import, kept a few days for Undo",
};
const secretColumns: Record<string, Record<string, string>> = {
  users: { password_hash: "opens an account" },
  invitations: { token_hash: "opens the company" },
  api_keys: { token_hash: "opens the company's data" },
  integrations: {
    credential: "opens the company's account at another system",
    credential_at: "of the credential, which stays here",
    credential_hint: "a part of the credential",
    webhook_secret: "what that system signs its news with",
  },
  integration_tokens: { tokens: "open the company's account at another system" },
  oauth_states: {
    state_hash: "a person on the way to another system",
    verifier: "proves there that the same person comes back",
  },
  campaigns: { assignment_key: "whoever knows it can say who will be held out" },
  customer_mail_contents: { content_hash: "finds what is kept already, inside this installation only" },
  customer_mail_links: { url_hash: "as content_hash" },
  sender_domains: {
    sealed_private_key: "signs what comes from the company's domain",
    ownership_token: "shows that the domain is this company's",
  },
  tracking_keys: { token_hash: "lets events in" },
  webhook_endpoints: {
    sealed_secret: "signs what the company's receivers believe",
    previous_sealed_secret: "as sealed_secret",
  },
  mails: {
    raw: "holds codes and links; Settings, Mail shows it with those masked",
    html: "as raw",
    plain_text: "as raw",
    secrets: "the codes and links themselves",
    unique_key: "tells one sending from its repetition, inside this installation only",
  },
};
/** What stands in a column's place where it may repeat a secret of its row. `t` is the table. */
const maskedColumns: Record<string, Record<string, RawBuilder<string | null>>> = {
  mails: {
    subject: sql`mask_secrets(t.subject, t.secrets)`,
    // A mail server's refusal may quote what it refused.
    failure: sql`mask_secrets(t.failure, t.secrets)`,
  },
};

interface Table {
  name: string;
  columns: { name: string; type: string; nullable: boolean }[];
  /** Columns of the primary key after company_id: what a walk goes along. */
  key: { name: string; type: string }[];
}

/**
 * Everything of a company as one zip, streamed: each table as CSV (for spreadsheets) and as JSON lines (exact), and
 * schema.json, which says what the columns are. Read in steps, so a slow download holds no transaction open.
 */
export async function openCompanyExport(db: Database, companyId: string, now: Date): Promise<Readable> {
  const tables = await withTenant(db, companyId, describeTables);
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  // What cannot be read ends the download visibly: a cut-off zip does not open. Unheard, it would end the process.
  const fail = (error: Error) => output.destroy(error);
  let reading: Readable | null = null;
  output.on("close", () => reading?.destroy());
  const add = (path: string, lines: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(path, { mtime: now }, (open) => {
      reading = Readable.from(lines()).on("error", fail);
      open(null, reading);
    });
  zip.on("error", fail);
  zip.outputStream.on("error", fail);
  zip.addBuffer(Buffer.from(schemaText(tables, now)), "schema.json", { mtime: now });
  for (const table of tables) {
    add(`csv/${table.name}.csv`, () => csvLines(db, companyId, table));
    add(`jsonl/${table.name}.jsonl`, () => jsonLines(db, companyId, table));
  }
  zip.end();
  return zip.outputStream.pipe(output);
}

function schemaText(tables: readonly Table[], now: Date): string {
  return JSON.stringify(
    {
      product: PRODUCT_NAME,
      exportedAt: now.toISOString(),
      notes: [
        "jsonl/*.jsonl holds each row exactly as one JSON object per line; csv/*.csv the same for spreadsheets.",
        "In CSV, text that a spreadsheet would run as a formula begins with an apostrophe.",
        "Columns ending in _cents are whole numbers of the currency's minor unit. Times are UTC.",
      ],
      leftOut: { tables: leftOut, columns: secretColumns },
      tables: tables.map(({ name, columns, key }) => ({ name, key: key.map((part) => part.name), columns })),
    },
    null,
    2,
  );
}

async function describeTables(tx: Tx): Promise<Table[]> {
  const names = ["companies", ...(await listCompanyTables(tx))].filter((name) => !(name in leftOut));
  const { rows } = await sql<{
    table: string;
    name: string;
    type: string;
    nullable: boolean;
    key_position: number | null;
  }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable, array_position(x.indkey::int2[], a.attnum) as key_position
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_index x on x.indrelid = c.oid and x.indisprimary
    where c.relnamespace = 'public'::regnamespace and c.relname = any(${names})
    order by c.relname, a.attnum`.execute(tx);
  return names.map((table) => {
    const columns = rows.filter((row) => row.table === table && !(row.name in (secretColumns[table] ?? {})));
    const key = columns
      .filter((column) => column.key_position !== null && column.name !== "company_id")
      .toSorted((a, b) => (a.key_position ?? 0) - (b.key_position ?? 0));
    return {
      name: table,
      columns: columns.map(({ name, type, nullable }) => ({ name, type, nullable })),
      key: key.map(({ name, type }) => ({ name, type })),
    };
  });
}

type Row = Record<string, unknown>;

/** Walks a table along its primary key, a few thousand rows at a time. */
async function* readRows(
  db: Database,
  companyId: string,
  table: Table,
): AsyncGenerator<{ text: string; row: Row }[]> {
  const masked = maskedColumns[table.name] ?? {};
  const columns = sql.join(
    table.columns.map(({ name }) => sql`${masked[name] ?? sql.ref(`t.${name}`)} as ${sql.ref(name)}`),
  );
  const keyColumns = sql.join(table.key.map(({ name }) => sql.ref(`t.${name}`)));
  const keyTexts = table.key.map(({ name }) => sql`${sql.ref(`t.${name}`)}::text`);
  const mine = table.name === "companies" ? sql`t.id = ${companyId}` : sql`t.company_id = ${companyId}`;
  let after: readonly string[] | null = null;
  for (;;) {
    const beyond: unknown =
      after === null
        ? sql``
        : sql`and (${keyColumns}) > (${sql.join(
            after.map((value, index) => sql`${value}::${sql.raw(table.key[index]?.type ?? "text")}`),
          )})`;
    const { rows } = await withTenant(db, companyId, (tx) =>
      sql<{ text: string; walk_key: string[] }>`
        select (select row_to_json(r)::text from (select ${columns}) r) as text,
          array[${keyTexts.length === 0 ? sql`` : sql.join(keyTexts)}]::text[] as walk_key
        from ${sql.table(table.name)} t where ${mine} ${beyond}
        ${table.key.length === 0 ? sql`` : sql`order by ${keyColumns}`} limit ${ROWS_PER_READ}`.execute(tx),
    );
    if (rows.length > 0) yield rows.map(({ text }) => ({ text, row: JSON.parse(text) as Row }));
    after = rows.at(-1)?.walk_key ?? null;
    if (rows.length < ROWS_PER_READ || after === null || after.length === 0) return;
  }
}

async function* jsonLines(db: Database, companyId: string, table: Table): AsyncGenerator<string> {
  for await (const rows of readRows(db, companyId, table)) yield rows.map(({ text }) => `${text}\n`).join("");
}

async function* csvLines(db: Database, companyId: string, table: Table): AsyncGenerator<string> {
  const names = table.columns.map(({ name }) => name);
  // A byte order mark: without it spreadsheets read UTF-8 as something else.
  yield "\u{FEFF}" + csvLine(names);
  for await (const rows of readRows(db, companyId, table)) {
    yield rows.map(({ row }) => csvLine(names.map((name) => cell(row[name])))).join("");
  }
}

function cell(value: unknown): CsvValue {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "string") return value;
  return JSON.stringify(value);
}

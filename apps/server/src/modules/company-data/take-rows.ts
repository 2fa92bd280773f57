import { churnDates, JobStatus } from "@forestay/contracts";
import { sql } from "kysely";
import { z } from "zod";
import { listCompanyTables, readCompanySettings, updateCompanySettings } from "#modules/companies/index.ts";
import { copyInto } from "#modules/customers/index.ts";
import type { SqlClient, Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";
import { asJson, type ExportedTable, type ExportedZip } from "./exported-zip.ts";

/** Tables of an export that stay behind, each with its reason. Everything else comes in, tables of later versions too. */
const staysBehind: Record<string, string> = {
  api_keys: "open the company they were made for; their secrets are not in the export",
  audit_entries: "what happened in the company before; nobody here can vouch for it",
  campaign_enrolments: "of campaigns",
  campaign_step_runs: "of campaigns",
  campaign_uplift_models: "of campaigns",
  campaign_uplifts: "of campaigns",
  campaign_versions: "of campaigns",
  campaigns: "ran there, with a draw whose key is not in the export",
  company_take_ins: "of the company before",
  companies: "this company keeps its own name and logo; the settings that rows depend on are taken over",
  import_errors: "of imports",
  import_jobs: "their files are not in the export, so nothing of them could be looked at or undone",
  integration_awaited: "of connections",
  integration_errors: "of connections",
  integration_inbox: "of connections",
  integration_reconciles: "of connections",
  integration_references: "of connections",
  integration_runs: "of connections",
  integration_tokens: "of connections",
  integrations: "open with a credential that is not in the export: connected anew, nobody is doubled",
  invitations: "invite to the company before",
  customer_mail_contents: "of messages",
  customer_mail_links: "of messages",
  customer_messages: "were sent there, from its addresses; whoever is not written to any more comes along",
  mails: "were sent there",
  notification_digests: "people's",
  notification_preferences: "people's",
  notifications: "people's",
  report_subscriptions: "people's",
  report_weeks: "people's",
  sender_domains: "their keys are not in the export; each is added anew with a key of its own",
  sending_settings: "name a domain that is not there",
  tracking_hours: "what came in there",
  tracking_keys: "let events into the company they were made for; their secrets are not in the export",
  tracking_kinds: "as tracking_hours",
  tracking_refusals: "as tracking_hours",
  webhook_deliveries: "were sent there",
  webhook_endpoints: "hear of the company they were told to; their secrets are not in the export",
  webhook_messages: "were told there",
  users: "people join a company themselves",
};
const ANALYSES = "churn_analyses";
/** Called off on the way: nobody works on them here. */
const unfinished: readonly number[] = [JobStatus.Pending, JobStatus.Validating, JobStatus.Processing];

interface OwnTable {
  name: string;
  columns: readonly string[];
}

/** Rows that came in, by table; only tables that had any. */
export type TakenRows = { table: string; rows: number }[];

/** PostgreSQL's classes 22 and 23: values that are none, and rows that do not fit together. */
export function asRefusal(error: unknown): never {
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" || !/^2[23]...$/.test(code)) throw error;
  throw new AppError("file_refused", {
    message:
      "The rows of this zip are not as “Export everything” writes them. Export once more, and leave the zip as it is.",
    cause: error,
  });
}

/** Throws `invalid_state` where there are customers. */
export async function requireEmpty(tx: Tx, companyId: string): Promise<void> {
  const { sample } = await readCompanySettings(tx, companyId);
  if (sample !== "none" || (await countRows(tx, companyId, "customers")) > 0) {
    throw new AppError("invalid_state", {
      message:
        "This company has customers. What another one exported comes into a company without any: sign up with a new one, or remove the sample first.",
    });
  }
}

/**
 * Makes the rows of a zip this company's, in the caller's transaction and counted; `onRead` hears of the share of them, by size,
 * that was read so far. Throws `file_refused` for rows that are not as an export writes them, `conflict` where somebody else
 * wrote to the company meanwhile.
 */
export async function takeRows(
  tx: Tx,
  client: SqlClient,
  companyId: string,
  { zip, now, onRead }: { zip: ExportedZip; now: Date; onRead: (share: number) => Promise<void> },
): Promise<TakenRows> {
  const { own, coming } = await readTables(tx, zip);
  const whole = coming.reduce((sum, { name }) => sum + zip.sizeOf(name), 0);
  let read = 0;
  const onLine = (length: number) => onRead(Math.min(1, (read += length) / Math.max(1, whole)));
  const comes = new Map(coming.map((table) => [table.name, table]));
  const inOrder = own.filter(({ name }) => comes.has(name));
  for (const { name } of inOrder.toReversed()) {
    await sql`delete from ${sql.table(name)} where company_id = ${companyId}`.execute(tx);
  }
  await takeSettings(tx, companyId, zip);
  await client.query("create temporary table rows_coming_in (line jsonb not null) on commit drop");
  const taken: TakenRows = [];
  for (const { name } of inOrder) {
    const rows = await takeTable(
      tx,
      client,
      companyId,
      zip,
      { name, columns: comes.get(name)?.columns ?? [] },
      { now, onLine },
    );
    if (rows > 0) taken.push({ table: name, rows });
  }
  return taken;
}

/** Throws `file_refused` for an export of a version that knows more than this one. */
export async function requireKnownTables(tx: Tx, zip: ExportedZip): Promise<void> {
  await readTables(tx, zip);
}

async function readTables(
  tx: Tx,
  zip: ExportedZip,
): Promise<{ own: OwnTable[]; coming: readonly ExportedTable[] }> {
  const own = await listOwnTables(tx);
  const coming = zip.tables.filter(({ name }) => !(name in staysBehind));
  requireKnown(coming, own);
  return { own, coming };
}

/** Everything of the export has its place here, or it is of a version that knows more than this one. */
function requireKnown(coming: readonly ExportedTable[], own: readonly OwnTable[]): void {
  const columnsOf = new Map(own.map(({ name, columns }) => [name, new Set(columns)]));
  const strange = coming.find(
    ({ name, columns }) => !columns.every((column) => columnsOf.get(name)?.has(column) === true),
  );
  if (strange === undefined) return;
  throw new AppError("file_refused", {
    message: `This export is of a newer version of Forestay: it has more in ${strange.name} than this one knows.`,
  });
}

/** One table: its lines beside, then as rows of this company; as many as there are lines, or nothing at all. */
async function takeTable(
  tx: Tx,
  client: SqlClient,
  companyId: string,
  zip: ExportedZip,
  { name, columns }: OwnTable,
  { now, onLine }: { now: Date; onLine: (length: number) => Promise<void> },
): Promise<number> {
  let lines = 0;
  async function* copied(): AsyncGenerator<string> {
    for await (const line of zip.rows(name)) {
      lines++;
      await onLine(line.length + 1);
      // COPY's own escapes; JSON has no tab or line break of its own.
      yield `${line.replaceAll("\\", "\\\\")}\n`;
    }
  }
  await client.query("truncate rows_coming_in");
  await copyInto(client, "rows_coming_in", copied());
  const { rows: generated } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and attgenerated <> ''`.execute(tx);
  const written = columns.filter((column) => !generated.some((one) => one.name === column));
  const into = sql.join(written.map((column) => sql.ref(column)));
  const mine = JSON.stringify({ company_id: companyId });
  const ended = JSON.stringify({
    status: JobStatus.Cancelled,
    stage: "done",
    completed_at: now.toISOString(),
  });
  const line =
    name === ANALYSES
      ? sql`case when (line ->> 'status')::int = any(${unfinished}::int[]) then line || ${ended}::jsonb else line end`
      : sql`line`;
  await sql`
    insert into ${sql.table(name)} (${into})
    select ${into} from rows_coming_in
    cross join lateral jsonb_populate_record(null::${sql.table(name)}, ${line} || ${mine}::jsonb)`.execute(
    tx,
  );
  const rows = await countRows(tx, companyId, name);
  if (rows !== lines) {
    throw new AppError("conflict", {
      message: `Somebody else wrote to this company meanwhile: ${lines} rows of ${name} came, and ${rows} are there. Nothing was brought in.`,
    });
  }
  return rows;
}

const settingsSchema = z.object({
  currency: z.string(),
  time_zone: z.string(),
  /** Of an export from before there was a choice: what all figures were by. */
  churn_date: z.enum(churnDates).default("end_of_paid_term"),
});

/** Amounts mean nothing without their currency, days none without their zone, and figures are by the choice they were by. */
async function takeSettings(tx: Tx, companyId: string, zip: ExportedZip): Promise<void> {
  for await (const line of zip.rows("companies")) {
    const settings = settingsSchema.safeParse(asJson(line));
    if (!settings.success)
      throw new AppError("file_refused", { message: "The zip does not say the company's currency." });
    const { currency, time_zone: timeZone, churn_date: churnDate } = settings.data;
    await updateCompanySettings(tx, companyId, { currency, timeZone, churnDate });
  }
}

async function countRows(tx: Tx, companyId: string, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(table)} where company_id = ${companyId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The company's tables with their columns, one that others refer to before them. */
async function listOwnTables(tx: Tx): Promise<OwnTable[]> {
  const names = await listCompanyTables(tx);
  const { rows } = await sql<OwnTable & { refers: string[] }>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid and f.relname = any(${names})) as refers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any(${names})
    order by c.relname`.execute(tx);
  const ordered: OwnTable[] = [];
  const waiting = [...rows];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refers }) =>
      refers.every((name) => ordered.some((one) => one.name === name)),
    );
    const [table] = waiting.splice(next, 1);
    if (next < 0 || table === undefined)
      throw new Error("The company's tables refer to each other in a circle");
    ordered.push({ name: table.name, columns: table.columns });
  }
  return ordered;
}

import type { AudienceKind, KeptAudience, LeftOut } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sql } from "kysely";
import { readCustomerNames } from "#modules/customers/index.ts";
import { readPage, type Page, type PageRequest } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { AppError } from "#platform/http/app-error.ts";

/** An audience as it is kept. */
export interface AudienceRow {
  id: string;
  provider: IntegrationProvider;
  kind: AudienceKind;
  subject_id: string;
  list_id: string;
  list_name: string;
  tag: string;
  tag_id: string | null;
  problem: string | null;
  kept_at: Date | null;
  ends_since: Date | null;
}

export async function listAudienceRows(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
): Promise<AudienceRow[]> {
  const { rows } = await sql<AudienceRow>`
    select * from kept_audiences where company_id = ${companyId} and provider = ${provider} order by tag, id`.execute(
    tx,
  );
  return rows;
}

/** As it stands now, also where it is being ended; undefined: it is not there any more. */
export async function readAudienceRow(
  tx: Tx,
  companyId: string,
  id: string,
): Promise<AudienceRow | undefined> {
  const { rows } = await sql<AudienceRow>`
    select * from kept_audiences where company_id = ${companyId} and id = ${id}`.execute(tx);
  return rows[0];
}

/** Throws `not_found` also where it is being ended. */
export async function findAudience(
  tx: Tx,
  companyId: string,
  provider: IntegrationProvider,
  id: string,
  { lock = false } = {},
): Promise<AudienceRow> {
  const { rows } = await sql<AudienceRow>`
    select * from kept_audiences where company_id = ${companyId} and provider = ${provider} and id = ${id}
      and ends_since is null ${lock ? sql`for update` : sql``}`.execute(tx);
  if (rows[0] === undefined) throw new AppError("not_found", { message: "This audience is not kept." });
  return rows[0];
}

/** Counts of a company's audiences, by their ids. */
export async function countMembers(
  tx: Tx,
  companyId: string,
): Promise<Map<string, Pick<KeptAudience, "members" | "failed">>> {
  const { rows } = await sql<{ id: string; members: number; failed: number }>`
    select audience_id as id, count(*) filter (where put_at is not null)::int as members,
      count(*) filter (where failure is not null)::int as failed
    from audience_members where company_id = ${companyId} group by 1`.execute(tx);
  return new Map(rows.map(({ id, members, failed }) => [id, { members, failed }]));
}

export async function changeAudience(
  tx: Tx,
  companyId: string,
  id: string,
  { tagId, problem, keptAt }: { tagId?: string | null; problem?: string | null; keptAt?: Date },
): Promise<void> {
  await sql`update kept_audiences set
      tag_id = case when ${tagId === undefined} then tag_id else ${tagId ?? null} end,
      problem = case when ${problem === undefined} then problem else left(${problem ?? null}, 1000) end,
      kept_at = coalesce(${keptAt ?? null}, kept_at)
    where company_id = ${companyId} and id = ${id}`.execute(tx);
}

/** Somebody in an audience, or who could not be put in. */
export interface StoredMember {
  source_id: string;
  /** Null: it was not put in, or whether it was nobody heard. */
  put_at: Date | null;
  failure: string | null;
  tried_at: Date;
}

export async function readMembers(
  tx: Tx,
  companyId: string,
  audienceId: string,
  sourceIds: readonly string[],
): Promise<Map<string, StoredMember>> {
  const { rows } = await sql<StoredMember>`
    select source_id, put_at, failure, tried_at from audience_members
    where company_id = ${companyId} and audience_id = ${audienceId} and source_id = any(${[...sourceIds]}::text[])`.execute(
    tx,
  );
  return new Map(rows.map((row) => [row.source_id, row]));
}

/** Members by their ids there in their order: those after `after`, at most `limit`. */
export async function listMembers(
  tx: Tx,
  companyId: string,
  audienceId: string,
  after: string,
  limit: number,
): Promise<StoredMember[]> {
  const { rows } = await sql<StoredMember>`
    select source_id, put_at, failure, tried_at from audience_members
    where company_id = ${companyId} and audience_id = ${audienceId} and source_id > ${after}
    order by source_id limit ${limit}`.execute(tx);
  return rows;
}

/** Writes down who is about to be put in. */
export async function intendMembers(
  tx: Tx,
  companyId: string,
  audienceId: string,
  people: readonly { sourceId: string; customerId: string }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into audience_members (company_id, audience_id, source_id, customer_id, tried_at)
    select ${companyId}, ${audienceId}, r."sourceId", r."customerId", ${now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as r ("sourceId" text, "customerId" uuid)
    on conflict (company_id, audience_id, source_id) do update
      set customer_id = excluded.customer_id, put_at = null, failure = null, tried_at = excluded.tried_at`.execute(
    tx,
  );
}

/** Writes down who was put in, and who could not be and why. */
export async function keepMembers(
  tx: Tx,
  companyId: string,
  audienceId: string,
  people: readonly { sourceId: string; failure: string | null }[],
  now: Date,
): Promise<void> {
  await sql`
    update audience_members m set failure = r.failure, put_at = case when r.failure is null then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as r ("sourceId" text, failure text)
    where m.company_id = ${companyId} and m.audience_id = ${audienceId} and m.source_id = r."sourceId"`.execute(
    tx,
  );
}

/**
 * Begins an audience anew whose tag may be gone there: it is looked for, and everybody is put in again. Who was in it is not
 * forgotten, since whoever does not belong in it any more may have the tag still.
 */
export async function beginAnew(tx: Tx, companyId: string, audienceId: string): Promise<void> {
  await changeAudience(tx, companyId, audienceId, { tagId: null });
  await sql`update audience_members set put_at = null
    where company_id = ${companyId} and audience_id = ${audienceId} and put_at is not null`.execute(tx);
}

export async function forgetMembers(
  tx: Tx,
  companyId: string,
  audienceId: string,
  sourceIds: readonly string[] | null,
): Promise<void> {
  await sql`delete from audience_members where company_id = ${companyId} and audience_id = ${audienceId}
    ${sourceIds === null ? sql`` : sql`and source_id = any(${[...sourceIds]}::text[])`}`.execute(tx);
}

/** Who belongs in an audience and could not be put in, newest first. */
export function listLeftOut(
  tx: Tx,
  companyId: string,
  audienceId: string,
  page: PageRequest,
): Promise<Page<LeftOut>> {
  return readPage(
    page,
    async () => (await countMembers(tx, companyId)).get(audienceId)?.failed ?? 0,
    async ({ limit, offset }) => {
      const { rows } = await sql<StoredMember & { customer_id: string | null; failure: string }>`
        select source_id, customer_id, failure, tried_at from audience_members
        where company_id = ${companyId} and audience_id = ${audienceId} and failure is not null
        order by tried_at desc, source_id limit ${limit} offset ${offset}`.execute(tx);
      const ids = rows.flatMap(({ customer_id: id }) => (id === null ? [] : [id]));
      const names = await readCustomerNames(tx, companyId, ids);
      return rows.map((row) => ({
        sourceId: row.source_id,
        customerId: row.customer_id,
        label: names.get(row.customer_id ?? "")?.name ?? row.source_id,
        reason: row.failure,
        at: row.tried_at.toISOString(),
      }));
    },
  );
}

import { SegmentStatus, segmentsNamedBy, type CriteriaNode, type SegmentUse } from "@forestay/contracts";
import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import { sharedViewRules } from "#modules/customer-views/index.ts";
import { sql, type Selectable } from "kysely";
import type { DB } from "#platform/db/schema.gen.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** A segment as it is kept. */
export type SegmentRow = Selectable<DB["segments"]>;

export const criteriaOf = (row: Pick<SegmentRow, "criteria">) => row.criteria as unknown as CriteriaNode[];

export async function findSegment(tx: Tx, companyId: string, id: string): Promise<SegmentRow | undefined> {
  return tx
    .selectFrom("segments")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function listSegmentRows(tx: Tx, companyId: string): Promise<SegmentRow[]> {
  return tx.selectFrom("segments").selectAll().where("company_id", "=", companyId).orderBy("name").execute();
}

/** Names and rules by id, as rules that name them are checked against. */
export const segmentsById = (rows: readonly SegmentRow[]) =>
  new Map(
    rows.map((row) => [
      row.id,
      { name: row.name, isActive: row.status === SegmentStatus.Active, criteria: criteriaOf(row) },
    ]),
  );

/** The segments that rules may name: those whose members are followed. */
export async function listSegmentNames(tx: Tx, companyId: string): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom("segments")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .where("status", "=", SegmentStatus.Active)
    .orderBy("name")
    .execute();
}

/** Every segment's rule, of drafts and archived ones too. */
export async function listSegmentRules(
  tx: Tx,
  companyId: string,
): Promise<{ id: string; name: string; criteria: CriteriaNode[] }[]> {
  return (await listSegmentRows(tx, companyId)).map((row) => ({
    id: row.id,
    name: row.name,
    criteria: criteriaOf(row),
  }));
}

/** The active segments that some customers are in, by name, and since when. */
export async function readSegmentsOf(
  tx: Tx,
  companyId: string,
  customerIds: readonly string[],
): Promise<Map<string, { id: string; name: string; color: string; since: string }[]>> {
  const rows = await tx
    .selectFrom("segment_members as m")
    .innerJoin("segments as s", (join) =>
      join.onRef("s.company_id", "=", "m.company_id").onRef("s.id", "=", "m.segment_id"),
    )
    .select(["m.customer_id", "m.since", "s.id", "s.name", "s.color"])
    .where("m.company_id", "=", companyId)
    .where(({ eb, fn, val }) => eb("m.customer_id", "=", fn.any(val([...customerIds]))))
    .where("s.status", "=", SegmentStatus.Active)
    .orderBy("s.name")
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.customer_id)].map(([customerId, segments]) => [
      customerId,
      segments.map(({ id, name, color, since }) => ({ id, name, color, since: since.toISOString() })),
    ]),
  );
}

/** What names segments: other segments, views of the team, campaigns that are not over, and audiences kept in other systems. */
export interface SegmentUsers {
  segments: readonly SegmentRow[];
  views: readonly { id: string; name: string; criteria: readonly CriteriaNode[] }[];
  campaigns: readonly { id: string; name: string; segments: readonly string[] }[];
  audiences: readonly { id: string; name: string; provider: IntegrationProvider; segment: string }[];
}

export async function readUsers(tx: Tx, companyId: string): Promise<SegmentUsers> {
  return {
    segments: await listSegmentRows(tx, companyId),
    views: await sharedViewRules(tx, companyId),
    campaigns: await campaignsNaming(tx, companyId),
    audiences: await audiencesOfSegments(tx, companyId),
  };
}

/** Audiences that are filled with a segment's members, by the list they stand on: with the segment their tag would go. */
async function audiencesOfSegments(tx: Tx, companyId: string): Promise<SegmentUsers["audiences"]> {
  const { rows } = await sql<SegmentUsers["audiences"][number]>`
    select id, list_name as name, provider, subject_id as segment from kept_audiences
    where company_id = ${companyId} and kind = 'segment' and ends_since is null order by list_name, id`.execute(
    tx,
  );
  return rows;
}

/** Segments that campaigns enter by, or name in a rule of theirs: in all of these they stand as the value of a field. */
async function campaignsNaming(tx: Tx, companyId: string): Promise<SegmentUsers["campaigns"]> {
  const { rows } = await sql<{ id: string; name: string; segments: string[] }>`
    select c.id, c.name, array_agg(s.id::text) as segments from campaigns c
    join segments s on s.company_id = c.company_id and position(s.id::text in c.said::text) > 0
    where c.company_id = ${companyId} and c.status not in ('Completed', 'Archived')
    group by c.id, c.name order by c.name, c.id`.execute(tx);
  return rows;
}

/** Campaigns that are not over and say something anywhere in a rule of theirs, as it stands in JSON. */
export async function campaignsSaying(
  tx: Tx,
  companyId: string,
  said: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from campaigns where company_id = ${companyId} and status not in ('Completed', 'Archived')
      and position(${said} in said::text) > 0 order by name, id`.execute(tx);
  return rows;
}

/** What names one segment: it would not be what it is without it. */
export function usersOf({ segments, views, campaigns, audiences }: SegmentUsers, id: string): SegmentUse[] {
  return [
    ...segments
      .filter((row) => row.id !== id && segmentsNamedBy(criteriaOf(row)).includes(id))
      .map(({ id: user, name }) => ({ kind: "segment" as const, id: user, name })),
    ...views
      .filter(({ criteria }) => segmentsNamedBy(criteria).includes(id))
      .map(({ id: user, name }) => ({ kind: "view" as const, id: user, name })),
    ...campaigns
      .filter(({ segments: named }) => named.includes(id))
      .map(({ id: user, name }) => ({ kind: "campaign" as const, id: user, name })),
    ...audiences
      .filter(({ segment }) => segment === id)
      .map(({ id: user, name, provider }) => ({ kind: "audience" as const, id: user, name, provider })),
  ];
}

/** Each after those that it names, so that one pass settles all. Rules hold no circle (`checkCriteria`). */
export function inOrderOfNaming(rows: readonly SegmentRow[]): SegmentRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = new Set<SegmentRow>();
  const visiting = new Set<string>();
  const visit = (row: SegmentRow) => {
    if (ordered.has(row) || visiting.has(row.id)) return;
    visiting.add(row.id);
    for (const named of segmentsNamedBy(criteriaOf(row))) {
      const other = byId.get(named);
      if (other) visit(other);
    }
    ordered.add(row);
  };
  for (const row of rows) visit(row);
  return [...ordered];
}

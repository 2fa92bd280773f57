import type { Campaign, CampaignSummary, campaignListQuery } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { readCompanySettings } from "#modules/companies/index.ts";
import { readMessageFigures } from "#modules/customer-mail/index.ts";
import { listSegmentNames, readBrokenLines } from "#modules/segments/index.ts";
import { readPage } from "#platform/db/page.ts";
import type { Tx } from "#platform/db/transaction.ts";
import { findCampaign, rulesOf, toRow, type CampaignRow } from "./campaign-rows.ts";
import { triggerWords } from "./conditions.ts";
import { readArms } from "./results/read-arms.ts";
import { judge } from "./results/verdict.ts";

/** A page of campaigns with what they came to. */
export async function listCampaigns(tx: Tx, companyId: string, query: z.output<typeof campaignListQuery>) {
  const search = query.search?.trim().toLowerCase() ?? "";
  const found = tx
    .selectFrom("campaigns")
    .where("company_id", "=", companyId)
    .$if(query.status !== undefined, (rows) => rows.where("status", "=", query.status!))
    .$if(query.status === undefined, (rows) => rows.where("status", "<>", "Archived"))
    .$if(search !== "", (rows) => rows.where(sql<boolean>`position(${search} in lower(name)) > 0`));
  const page = await readPage(
    query,
    async () => {
      const { count } = await found
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async ({ limit, offset }) => {
      const rows = await found
        .selectAll()
        .orderBy("created_at", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
      return summarise(tx, companyId, rows.map(toRow));
    },
  );
  const { rows } = await sql<{ all_count: number; active: number; paused: number }>`
    select count(*) filter (where status <> 'Archived')::int as all_count,
      count(*) filter (where status = 'Active')::int as active, count(*) filter (where status = 'Paused')::int as paused
    from campaigns where company_id = ${companyId}`.execute(tx);
  const counts = rows[0];
  return {
    ...page,
    allCount: counts?.all_count ?? 0,
    activeCount: counts?.active ?? 0,
    pausedCount: counts?.paused ?? 0,
  };
}

async function summarise(
  tx: Tx,
  companyId: string,
  rows: readonly CampaignRow[],
): Promise<CampaignSummary[]> {
  const { currency } = await readCompanySettings(tx, companyId);
  const segments = new Map((await listSegmentNames(tx, companyId)).map(({ id, name }) => [id, name]));
  return Promise.all(
    rows.map(async (row) => {
      const arms = await readArms(tx, companyId, row);
      const figures = await readMessageFigures(tx, companyId, { kind: "campaign", id: row.id });
      const verdict = judge(row, arms, currency);
      return {
        id: row.id,
        name: row.name,
        description: row.description,
        type: "Email" as const,
        status: row.status,
        trigger: row.said.trigger.kind,
        triggerWords: triggerWords(
          row.said.trigger,
          row.segment_id === null ? undefined : segments.get(row.segment_id),
        ),
        enteredCount: arms.sent.customers,
        heldCount: arms.held.customers,
        sentCount: figures.customers.sent,
        openedCount: figures.customers.opened,
        clickedCount: figures.customers.clicked,
        convertedCount: arms.converted,
        finding: verdict.finding,
        uplift: verdict.uplift,
        revenueRecovered: verdict.revenue?.value ?? null,
        currency,
        stepCount: row.said.steps.length,
        steps: row.said.steps,
        createdAt: row.created_at.toISOString(),
        startsAt: row.starts_at?.toISOString() ?? null,
        startedAt: row.started_at?.toISOString() ?? null,
      };
    }),
  );
}

/** One campaign. Throws `not_found`. */
export async function readCampaign(tx: Tx, companyId: string, id: string, now: Date): Promise<Campaign> {
  const row = await findCampaign(tx, companyId, id);
  const [summary] = await summarise(tx, companyId, [row]);
  const versions = await sql<{ number: number; at: Date; by: string; customers: number }>`
    select v.number, v.saved_at as at, v.saved_by as by, (select count(*)::int from campaign_enrolments e
      where e.company_id = v.company_id and e.campaign_id = v.campaign_id and e.version = v.number and e.arm = 'sent') as customers
    from campaign_versions v where v.company_id = ${companyId} and v.campaign_id = ${id} order by v.number desc`.execute(
    tx,
  );
  const waiting = await tx
    .selectFrom("campaign_enrolments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("company_id", "=", companyId)
    .where("campaign_id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirstOrThrow();
  const isOver = row.status === "Completed" || row.status === "Archived";
  const broken = await readBrokenLines(tx, companyId, isOver ? [] : rulesOf(row.said), {
    use: "followed",
    now,
  });
  return {
    ...summary!,
    input: row.said,
    brokenLines: broken.flat(),
    version: row.version,
    versions: versions.rows.map((version) => ({ ...version, at: version.at.toISOString() })),
    pausedBecause: row.paused_because,
    entersUntil: row.enters_until?.toISOString() ?? null,
    readsAt: row.reads_at?.toISOString() ?? null,
    waitingCount: Number(waiting.count),
    isDrawing: row.draws_since !== null,
  };
}

import { DAY_MS } from "@forestay/contracts";
import type { SupportTiles } from "@forestay/contracts";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction.ts";

const DAYS = 30;

/** How support is doing: who waits now, and what became of the sessions of the last 30 days. */
export async function readSupportTiles(tx: Tx, now: Date): Promise<SupportTiles> {
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const { rows: waiting } = await sql<{ count: number; longest: Date | null }>`
    select count(*) as count, min(status_since) as longest from support_sessions where status = 'Pending'`.execute(
    tx,
  );
  const { rows: replied } = await sql<{ seconds: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from first_reply_at - created_at)) as seconds
    from support_sessions where first_reply_at is not null and created_at > ${since}`.execute(tx);
  const { rows: ended } = await sql<{ ended: number; ai_only: number; rated: number; helpful: number }>`
    select count(*) as ended,
      count(*) filter (where first_reply_at is null and ai_interaction_count > 0) as ai_only,
      count(was_helpful) as rated,
      count(*) filter (where was_helpful) as helpful
    from support_sessions where closed_at > ${since}`.execute(tx);
  const { ended: endedCount = 0, ai_only: aiOnly = 0, rated = 0, helpful = 0 } = ended[0] ?? {};
  const seconds = replied[0]?.seconds ?? null;
  return {
    waitingNow: waiting[0]?.count ?? 0,
    longestWaitSince: waiting[0]?.longest?.toISOString() ?? null,
    medianFirstReplySeconds: seconds === null ? null : Math.round(seconds),
    aiOnlyShare: share(aiOnly, endedCount),
    satisfaction: share(helpful, rated),
    endedCount,
    ratedCount: rated,
    days: DAYS,
  };
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);

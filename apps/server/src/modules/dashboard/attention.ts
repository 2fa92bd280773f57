import type { Attention, AttentionItem } from "@forestay/contracts";
import { DAY_MS } from "@forestay/contracts";
import { readCustomerNames, toMajorUnits } from "#modules/customers/index.ts";
import {
  atRiskAmong,
  firstAtRisk,
  type FigureQuery,
  type FigureRow,
  readScope,
} from "#modules/metrics/index.ts";
import { readScoresInBrief, type ScoreInBrief } from "#modules/scoring/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { hidingMarks } from "./attention-marks.ts";

const SHOWN = 10;
const HISTORY_DAYS = 30;
const CHANGE_DAYS = 7;

/** Who needs attention first: the highest chance of leaving x a year of revenue, without those of whom somebody said otherwise. */
export async function readAttention(
  db: Database,
  companyId: string,
  query: FigureQuery,
  now: Date,
): Promise<Attention> {
  return withTenant(db, companyId, async (tx) => {
    const scope = await readScope(tx, companyId, query, now);
    const marked = await hidingMarks(tx, companyId, now);
    const hidden = await atRiskAmong(
      tx,
      companyId,
      scope,
      marked.map(({ customerId }) => customerId),
    );
    const rows = await firstAtRisk(tx, companyId, scope, { except: hidden, limit: SHOWN, now });
    return {
      currency: scope.currency,
      items: await itemsOf(tx, companyId, rows, scope.currency, now),
      hidden: hidden.length,
    };
  });
}

async function itemsOf(
  tx: Tx,
  companyId: string,
  rows: readonly FigureRow[],
  currency: string,
  now: Date,
): Promise<AttentionItem[]> {
  const ids = rows.map(({ customerId }) => customerId);
  const names = await readCustomerNames(tx, companyId, ids);
  const scores = await readScoresInBrief(tx, companyId, ids, new Date(now.getTime() - HISTORY_DAYS * DAY_MS));
  return rows.flatMap((row) => {
    const [customer, score] = [names.get(row.customerId), scores.get(row.customerId)];
    if (customer === undefined || score === undefined) return [];
    const [reason] = score.factors.filter(({ points }) => points > 0);
    const [action] = score.recommendations;
    return [
      {
        customerId: row.customerId,
        ...customer,
        score: score.score,
        level: score.level,
        change: changeSince(score, new Date(now.getTime() - CHANGE_DAYS * DAY_MS)),
        history: score.history.map(({ at, score: was }) => ({ at: at.toISOString(), score: was })),
        mrr: toMajorUnits(row.beforeMinor ?? 0, currency),
        atRisk: toMajorUnits(row.amountMinor ?? 0, currency),
        reason: reason ? { label: reason.label, evidence: reason.evidence } : null,
        action: action ? { code: action.code, title: action.title, detail: action.detail } : null,
      },
    ];
  });
}

/** Points since the last score that was a week old. */
function changeSince({ score, history }: ScoreInBrief, weekAgo: Date): number | null {
  const before = history.findLast(({ at }) => at <= weekAgo);
  return before === undefined ? null : score - before.score;
}

import { riskLevelLabel, type RiskLevelValue, type ScoreMovedBy } from "@forestay/contracts";
import { sql } from "kysely";
import { isBefore, placeTime, type PlacedLine, type TimelineBound } from "#modules/customers/index.ts";
import type { Tx } from "#platform/db/transaction.ts";

/** A move of so many points is told also where the level stays. */
const TOLD_POINTS = 10;
/** Of what moved a score, so much is named. */
const NAMED = 2;

/**
 * The scorings of a customer that moved its level, or its score by ten points or more, and its first, as lines of its timeline.
 * Scores are walked from the bound's place back, by their key, only as far as the page reaches.
 */
export async function listScoreLines(
  tx: Tx,
  companyId: string,
  customerId: string,
  bound: TimelineBound,
): Promise<PlacedLine[]> {
  const key = sql`('score:' || analysis_id)`;
  const { rows } = await sql<{
    key: string;
    at: string;
    score: number;
    level: RiskLevelValue;
    scoreBefore: number | null;
    levelBefore: RiskLevelValue | null;
    movedBy: ScoreMovedBy[] | null;
  }>`
    select key, at, score, level, score_before as "scoreBefore", level_before as "levelBefore", moved_by as "movedBy" from (
      select ${key} as key, ${placeTime(sql`scored_at`)} as at, scored_at, score, level, moved_by,
        lead(score) over newest as score_before, lead(level) over newest as level_before
      from customer_score_history
      where company_id = ${companyId} and customer_id = ${customerId} and ${isBefore(bound, sql`scored_at`, key)}
      window newest as (order by scored_at desc)
    ) h
    where score_before is null or level <> level_before or abs(score - score_before) >= ${TOLD_POINTS}
    order by scored_at desc limit ${bound.limit}`.execute(tx);
  return rows.map(({ key: ownKey, at, score, level, scoreBefore, levelBefore, movedBy }) => ({
    key: ownKey,
    at,
    part: "risk",
    type: "score",
    title: titleOf({ score, level, scoreBefore, levelBefore }),
    detail:
      movedBy === null || movedBy.length === 0 ? null : movedBy.slice(0, NAMED).map(moveWords).join(", "),
    amount: null,
    currency: null,
    about: null,
  }));
}

interface Move {
  score: number;
  level: RiskLevelValue;
  scoreBefore: number | null;
  levelBefore: RiskLevelValue | null;
}

function titleOf({ score, level, scoreBefore, levelBefore }: Move): string {
  if (scoreBefore === null) return `First score ${score}, ${riskLevelLabel(level)}`;
  const moved =
    score === scoreBefore
      ? `Score stayed ${score}`
      : `Score ${score > scoreBefore ? "rose" : "fell"} from ${scoreBefore} to ${score}`;
  return level === levelBefore ? moved : `${moved}, now ${riskLevelLabel(level)}`;
}

function moveWords({ label, points }: ScoreMovedBy): string {
  const rounded = Math.round(points);
  return `${label} ${rounded < 0 ? "−" : "+"}${Math.abs(rounded)}`;
}

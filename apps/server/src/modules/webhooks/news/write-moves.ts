import {
  riskLevelLabel,
  WEBHOOK_CUSTOMERS,
  WEBHOOK_SCORE_POINTS,
  type WebhookData,
} from "@forestay/contracts";
import { riskLevelOf } from "#modules/scoring-settings/index.ts";
import type { LargeMove, ScoreMoves } from "#modules/scoring/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { EventContext } from "#platform/events/domain-events.ts";
import { kindsHeard, writeMessages, type Message } from "../messages/write-messages.ts";

/** Read at once: fifty messages of a hundred. */
const MOVES_PER_WAVE = 50 * WEBHOOK_CUSTOMERS;

type Level = WebhookData["customer.risk_level_changed"]["customers"][number]["level"];

/**
 * Writes down whose score or level moved in an analysis, a hundred customers a message, walking them once. Where nobody
 * wants to hear of either it costs one look at the company's addresses.
 */
export async function writeMoves(
  tx: Tx,
  context: EventContext,
  { companyId, analysisId, moves }: { companyId: string; analysisId: string; moves: ScoreMoves },
): Promise<void> {
  const heard = await kindsHeard(tx, companyId);
  if (!heard.has("customer.score_changed") && !heard.has("customer.risk_level_changed")) return;
  const at = context.clock.now();
  const levelOf = (score: number) => riskLevelLabel(riskLevelOf(score, moves.bands)) as Level;
  let part = 0;
  for await (const wave of moves.walkLarge({ fromPoints: WEBHOOK_SCORE_POINTS, size: MOVES_PER_WAVE })) {
    const far = wave.filter(
      ({ score, previousScore }) => Math.abs(score - previousScore) >= WEBHOOK_SCORE_POINTS,
    );
    const relevelled = wave.filter(({ score, previousScore }) => levelOf(score) !== levelOf(previousScore));
    const messages: Message[] = [
      ...inHundreds(far).map((some): Message => ({
        kind: "customer.score_changed",
        key: `${analysisId}:${part++}`,
        at,
        data: { analysisId, customers: some.map(told) },
      })),
      ...inHundreds(relevelled).map((some): Message => ({
        kind: "customer.risk_level_changed",
        key: `${analysisId}:${part++}`,
        at,
        data: {
          analysisId,
          customers: some.map((move) => ({
            ...told(move),
            previousLevel: levelOf(move.previousScore),
            level: levelOf(move.score),
          })),
        },
      })),
    ];
    await writeMessages(tx, context, companyId, messages);
  }
}

const told = ({ customerId, externalId, previousScore, score }: LargeMove) => ({
  id: customerId,
  externalId,
  previousScore,
  score,
});

function inHundreds<T>(items: readonly T[]): T[][] {
  const groups = Map.groupBy(items, (_, index) => Math.floor(index / WEBHOOK_CUSTOMERS));
  return [...groups.values()];
}

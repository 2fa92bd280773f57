import { supportLimits, supportTexts } from "@forestay/contracts";
import type { Tx } from "#platform/db/transaction.ts";
import { raiseLevel } from "./escalate.ts";
import { appendMessage, ASSISTANT_NAME } from "./messages.ts";
import type { SessionRow } from "./session-rows.ts";

/** The assistant reads words alone: who sends it a picture is told so, and a person is asked for. */
export async function answerPicture(tx: Tx, row: SessionRow, now: Date): Promise<SessionRow> {
  const { row: answered } = await appendMessage(
    tx,
    row,
    { sender: "ai", senderName: ASSISTANT_NAME, content: supportTexts.pictureNotRead },
    now,
  );
  if (answered.escalation_level >= supportLimits.highestLevel) return answered;
  return raiseLevel(tx, answered, "sent a picture, which the assistant cannot read", now);
}

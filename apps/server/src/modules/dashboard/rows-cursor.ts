import { daySchema, type DashboardFigure } from "@forestay/contracts";
import { AppError } from "#platform/http/app-error.ts";

interface Asked {
  figure: DashboardFigure;
  cursor?: string | undefined;
}

/** A cursor belongs to its figure: with another one it would point nowhere. */
export const encode = ({ figure }: Asked, place: readonly [string, string]) =>
  Buffer.from(JSON.stringify([figure, ...place])).toString("base64url");

/** What a list is ordered by before the id: an amount, else a day. */
const orderedByAmount: readonly DashboardFigure[] = ["mrr", "revenue_retention", "revenue_at_risk"];
const ofMovements: readonly DashboardFigure[] = ["movements", "gross_mrr_churn", "net_mrr_churn"];
const amountText = /^\d{1,15}$/;
const instantText = /^\d{1,12}(\.\d{1,6})?$/;
const idText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of movements the instant too, in seconds: a customer may have several on a day. */
const idAndInstantText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} -?\d{1,12}(\.\d{1,6})?$/;

/** Where a list goes on; null: at its beginning. Throws `validation_failed` for another list's cursor. */
export function decode({ figure, cursor }: Asked): readonly [string, string] | null {
  if (cursor === undefined) return null;
  try {
    const [of, at, id] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const isAt = orderedByAmount.includes(figure)
      ? typeof at === "string" && amountText.test(at)
      : figure === "scored"
        ? typeof at === "string" && instantText.test(at)
        : daySchema.safeParse(at).success;
    const isId =
      typeof id === "string" && (ofMovements.includes(figure) ? idAndInstantText : idText).test(id);
    if (of === figure && isAt && isId) return [at as string, id];
  } catch {
    // Answered below.
  }
  throw new AppError("validation_failed", { fields: { cursor: "This cursor belongs to another list" } });
}

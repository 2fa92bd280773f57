import type { MrrMovementKind } from "@forestay/contracts/wire";
import { movementWords } from "@forestay/contracts/words";

const colors: Record<MrrMovementKind, string> = {
  new: "var(--brand)",
  expansion: "var(--seq-4)",
  reactivation: "var(--seq-3)",
  contraction: "var(--risk-med)",
  churn: "var(--danger)",
};

/** The five movements as they are drawn and named, gains from the line up, losses from the line down. */
export const movementParts = movementWords.map((part) => ({ ...part, color: colors[part.key] }));

export const movementLabel = (kind: MrrMovementKind): string =>
  movementParts.find(({ key }) => key === kind)?.label ?? kind;

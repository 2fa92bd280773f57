import type { MrrMovementKind } from "@forestay/contracts/wire";

/** The five movements as they are drawn and named, gains from the line up, losses from the line down. */
export const movementParts: readonly {
  key: MrrMovementKind;
  label: string;
  color: string;
  isLoss: boolean;
}[] = [
  { key: "new", label: "New", color: "var(--brand)", isLoss: false },
  { key: "expansion", label: "Expansion", color: "var(--seq-4)", isLoss: false },
  { key: "reactivation", label: "Reactivation", color: "var(--seq-3)", isLoss: false },
  { key: "contraction", label: "Contraction", color: "var(--risk-med)", isLoss: true },
  { key: "churn", label: "Churn", color: "var(--danger)", isLoss: true },
];

export const movementLabel = (kind: MrrMovementKind): string =>
  movementParts.find(({ key }) => key === kind)?.label ?? kind;

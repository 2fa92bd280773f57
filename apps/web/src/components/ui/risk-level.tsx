import { riskLevelLabel } from "@forestay/contracts/wire";
import type { RiskLevelValue } from "@forestay/contracts/wire";
import { cn } from "@/lib/style/cn.ts";

/** Marks on sheet, text on tint, and tint, by level. Risk colors stand for churn risk only. */
export const riskColor: Record<
  RiskLevelValue,
  { fill: string; text: string; tint: string; variable: string }
> = {
  0: {
    fill: "text-risk-low",
    text: "text-risk-low-text",
    tint: "bg-risk-low-tint",
    variable: "var(--risk-low)",
  },
  1: {
    fill: "text-risk-med",
    text: "text-risk-med-text",
    tint: "bg-risk-med-tint",
    variable: "var(--risk-med)",
  },
  2: {
    fill: "text-risk-high",
    text: "text-risk-high-text",
    tint: "bg-risk-high-tint",
    variable: "var(--risk-high)",
  },
  3: {
    fill: "text-risk-crit",
    text: "text-risk-crit-text",
    tint: "bg-risk-crit-tint",
    variable: "var(--risk-crit)",
  },
};

interface RiskRungsProps {
  level: RiskLevelValue;
  /** On a tint the empty rungs are the text's own color, paler. */
  tinted?: boolean;
  className?: string | undefined;
}

/** Four rising bars, filled 1 to 4: risk that is readable in grayscale. Always beside its word. */
export function RiskRungs({ level, tinted = false, className }: RiskRungsProps) {
  return (
    <svg aria-hidden width="14" height="12" viewBox="0 0 14 12" className={cn("shrink-0", className)}>
      {[0, 1, 2, 3].map((rung) => (
        <rect
          key={rung}
          x={rung * 3.75}
          y={12 - (4 + rung * 2.65)}
          width="2.6"
          height={4 + rung * 2.65}
          rx="1"
          className={
            rung <= level
              ? "rung-on fill-current"
              : cn("rung-off", tinted ? "fill-current opacity-30" : "fill-line-strong")
          }
        />
      ))}
    </svg>
  );
}

interface RiskLevelProps {
  level: RiskLevelValue;
  /** Plain in tables, tag in headers and filters. */
  form?: "plain" | "tag";
  className?: string | undefined;
}

/** Rungs and the word of the level that the server sent. */
export function RiskLevel({ level, form = "plain", className }: RiskLevelProps) {
  const colors = riskColor[level];
  if (form === "tag") {
    return (
      <span
        className={cn(
          "inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-tag px-2 text-small font-strong",
          colors.tint,
          colors.text,
          className,
        )}
      >
        <RiskRungs level={level} tinted />
        {riskLevelLabel(level)}
      </span>
    );
  }
  return (
    <span className={cn("inline-flex items-center gap-2 whitespace-nowrap text-ink", className)}>
      <RiskRungs level={level} className={colors.fill} />
      {riskLevelLabel(level)}
    </span>
  );
}

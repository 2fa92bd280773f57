import type { RiskLevelValue } from "@forestay/contracts/wire";
import { cn } from "@/lib/style/cn.ts";
import { riskColor } from "./risk-level.tsx";

interface ScoreProps {
  /** 0-100, or null: not scored, which is never shown as 0. */
  score: number | null;
  level: RiskLevelValue | null;
  /** With a short bar behind the number, as in the customers table. */
  bar?: boolean;
  className?: string | undefined;
}

/** The churn risk score: number first, right-aligned, 600. */
export function Score({ score, level, bar = false, className }: ScoreProps) {
  if (score === null) return <span className={cn("text-ink-3", className)}>Not scored</span>;
  return (
    <span className={cn("inline-flex items-center gap-2.5", className)}>
      <span className="w-6 text-right font-strong text-ink tabular">{score}</span>
      {bar ? (
        <span aria-hidden className="h-1.25 w-14 overflow-hidden rounded-full bg-press">
          <span
            className={cn(
              "block h-full rounded-full bg-current",
              level === null ? "text-ink-3" : riskColor[level].fill,
            )}
            style={{ width: `${score}%` }}
          />
        </span>
      ) : null}
    </span>
  );
}

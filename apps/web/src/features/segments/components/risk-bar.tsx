import { riskLevelLabel } from "@forestay/contracts/wire";
import type { RiskLevelValue } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { RiskRungs, riskColor } from "@/components/ui/risk-level.tsx";
import { formatCount } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

interface RiskBarProps {
  /** Customers by level, Low to Critical. */
  levels: readonly number[];
  /** Where those of a level are listed. */
  pathOf?: (level: RiskLevelValue) => string;
  className?: string | undefined;
}

/** Shorter ones are drawn this wide, so that they can be seen; the counts say how many they are. */
const smallestShare = 0.026;

/** How many stand at which risk: the worst first. */
export function RiskBar({ levels, pathOf, className }: RiskBarProps) {
  const total = levels.reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return <p className={cn("m-0 text-note text-ink-3", className)}>Nobody in it has a score.</p>;
  const shown = ([3, 2, 1, 0] as const)
    .map((level) => ({ level, customers: levels[level] ?? 0 }))
    .filter(({ customers }) => customers > 0);
  return (
    <div className={className}>
      <div aria-hidden className="flex h-2.5 gap-0.5">
        {shown.map(({ level, customers }) => (
          <span
            key={level}
            className="rounded-[3px]"
            style={{
              flexGrow: Math.max(smallestShare, customers / total),
              flexBasis: 0,
              background: riskColor[level].variable,
            }}
          />
        ))}
      </div>
      <ul className="m-0 flex list-none flex-wrap gap-x-4 gap-y-1 p-0 pt-2 text-ui text-ink-2">
        {shown.map(({ level, customers }) => (
          <li key={level} className="flex items-center gap-1.5">
            <RiskRungs level={level} className={riskColor[level].fill} />
            {riskLevelLabel(level)}
            {pathOf === undefined ? (
              <strong className="font-strong text-ink tabular">{formatCount(customers)}</strong>
            ) : (
              <Link
                to={pathOf(level)}
                className="rounded-check font-strong text-ink no-underline tabular hover:underline"
              >
                {formatCount(customers)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

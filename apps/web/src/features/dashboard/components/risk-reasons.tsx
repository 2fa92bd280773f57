import { NEEDS_ATTENTION } from "@forestay/contracts/wire";
import type { RiskMix } from "@forestay/contracts/wire";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import type { FigureFilter } from "@/components/figures/rows-path.ts";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatShare } from "@/lib/format/index.ts";

const shownReasons = 5;

/** The main reasons of those who need attention, the most frequent first, each with its customers. */
export function RiskReasons({ risk, filter }: { risk: RiskMix | null; filter: FigureFilter }) {
  const reasons = risk?.reasons.slice(0, shownReasons) ?? [];
  return (
    <Cell
      title="What drives the risk"
      subtitle={
        risk === null || reasons.length === 0 ? undefined : (
          <>
            Main reason of the{" "}
            <FigureLink rowsOf={{ figure: "revenue_at_risk", level: NEEDS_ATTENTION }} filter={filter}>
              {formatCount(risk.needAttention)}
            </FigureLink>{" "}
            who need attention
          </>
        )
      }
    >
      {reasons.length === 0 ? (
        <p className="m-0 text-ui text-ink-2">
          {risk !== null && risk.needAttention === 0
            ? "Nobody is at High or Critical risk."
            : "Reasons are counted over all customers, from the newest analysis."}
        </p>
      ) : (
        <ul className="m-0 flex list-none flex-col gap-3 p-0">
          {reasons.map(({ label, customers, share }) => (
            <li key={label} className="text-ui">
              <span className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate text-ink" title={label}>
                  {label}
                </span>
                <span className="shrink-0 font-strong text-ink tabular">
                  <FigureLink rowsOf={{ figure: "revenue_at_risk", driver: label }} filter={filter} quiet>
                    <span className="font-regular text-ink-2">{formatCount(customers)} · </span>
                    {formatShare(share)}
                  </FigureLink>
                </span>
              </span>
              <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-press">
                <span
                  className="block h-full rounded-full bg-brand"
                  style={{ width: `${Math.min(1, share) * 100}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Cell>
  );
}

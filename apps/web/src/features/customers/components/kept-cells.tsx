import type { CustomerKeeping } from "@forestay/contracts/wire";
import { createContext, use } from "react";
import type { ReactNode } from "react";
import { Sparkline } from "@/components/charts/sparkline.tsx";
import { MISSING } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";

/** What people keep of the page's customers; empty until it is known. */
export const Keepings = createContext<ReadonlyMap<string, CustomerKeeping>>(new Map());

/** A cell of what is kept of a customer: it comes after its row. */
export function KeptCell({
  customerId,
  show,
}: {
  customerId: string;
  show: (keeping: CustomerKeeping) => ReactNode;
}) {
  const keeping = use(Keepings).get(customerId);
  const shown = keeping === undefined ? null : show(keeping);
  return shown === null || shown === "" ? <span className="text-ink-3">{MISSING}</span> : shown;
}

/** How the score went in 30 days, and by how much. */
export function ScoreTrend({ keeping: { recentScores, scoreChange } }: { keeping: CustomerKeeping }) {
  if (recentScores.length < 2) return <span className="text-ink-3">{MISSING}</span>;
  return (
    <span className="flex items-center gap-2">
      <Sparkline values={recentScores} width={56} height={22} />
      {scoreChange === null || scoreChange === 0 ? null : (
        <span
          className={cn(
            "text-note font-strong tabular",
            scoreChange > 0 ? "text-risk-high-text" : "text-risk-low-text",
          )}
        >
          <span aria-hidden>{scoreChange > 0 ? "↑" : "↓"}</span>
          <span className="sr-only">{scoreChange > 0 ? "up" : "down"}</span> {Math.abs(scoreChange)}
        </span>
      )}
    </span>
  );
}

import type { RiskLevelValue, Segment } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted, formatMoney, formatShare, MISSING } from "@/lib/format/index.ts";
import { membersPath, signed, sizeChange } from "../hooks/segment-words.ts";
import { RiskBar } from "./risk-bar.tsx";

/** How many are in it, what is at risk, how many are expected to leave: each number opens its customers. */
export function SegmentFacts({ segment }: { segment: Segment }) {
  const { figures } = segment;
  if (figures === null) return null;
  const change = sizeChange(segment);
  const leavers = figures.averageChurnRate === null ? null : figures.averageChurnRate * figures.scoredCount;
  const level = (value: RiskLevelValue) =>
    membersPath(segment.id, [{ field: "churnRiskLevel", operator: "In", value: [value] }]);
  return (
    <SheetRow columns="repeat(3, minmax(0,1fr)) minmax(0,1.5fr)">
      <Fact
        label="Customers"
        value={segment.isCounting ? "Counting…" : formatCount(figures.customerCount)}
        to={membersPath(segment.id)}
        note={
          change === null ? "followed from today on" : `${signed(change)} in ${segment.trend.length} days`
        }
      />
      <Fact
        label="Yearly revenue at risk"
        value={
          figures.revenueAtRisk === null ? MISSING : formatMoney(figures.revenueAtRisk, figures.currency)
        }
        note={figures.revenueAtRisk === null ? "Needs scores and revenue" : "of those expected to leave"}
      />
      <Fact
        label="Expected to leave"
        value={leavers === null ? MISSING : formatCount(Math.round(leavers))}
        note={
          figures.averageChurnRate === null
            ? "Nobody in it has a score"
            : `${formatShare(figures.averageChurnRate)} of ${formatCounted(figures.scoredCount, "scored customer")}`
        }
      />
      <div className="px-4 py-4 md:px-5">
        <h2 className="m-0 pb-2.5 text-note font-regular text-ink-2">Risk mix</h2>
        <RiskBar levels={figures.levels} pathOf={level} />
      </div>
    </SheetRow>
  );
}

function Fact({ label, value, note, to }: { label: string; value: string; note: string; to?: string }) {
  return (
    <div className="px-4 py-4 md:px-5">
      <h2 className="m-0 text-note font-regular text-ink-2">{label}</h2>
      <p className="m-0 text-figure font-title text-ink tabular">
        {to === undefined ? (
          value
        ) : (
          <Link
            to={to}
            className="rounded-check text-ink decoration-brand-line decoration-1 underline-offset-4 hover:underline"
          >
            {value}
          </Link>
        )}
      </p>
      <p className="m-0 text-note text-ink-2">{note}</p>
    </div>
  );
}

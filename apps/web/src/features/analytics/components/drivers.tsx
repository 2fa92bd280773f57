import type { Analysis } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { BarList } from "@/components/charts/bar-list.tsx";
import { Cell } from "@/components/ui/sheet.tsx";

const shown = 8;

/** What moves scores most across these customers. */
export function Drivers({ analysis }: { analysis: Analysis }) {
  const isReliable = analysis.quality?.verdict !== "not_reliable";
  if (analysis.drivers.length === 0 || !isReliable) {
    return (
      <Cell title="What mattered most">
        <p className="m-0 max-w-140 text-ui text-ink-2">
          {analysis.source === "rules"
            ? "Rules, not trained: what matters in general has not been measured. What the rules saw in a customer is on its page."
            : "Nothing separated leavers from stayers beyond chance."}
        </p>
      </Cell>
    );
  }
  const top = analysis.drivers.slice(0, shown);
  const names = top.slice(0, 2).map(({ label }) => label);
  return (
    <Cell
      title={`What mattered most: ${names.join(", then ")}`}
      subtitle="Strongest = 100"
      aside={
        <Link
          to="?tab=drivers"
          className="rounded-check text-ui font-strong text-brand-text no-underline hover:underline"
        >
          Drivers <span aria-hidden>→</span>
        </Link>
      }
    >
      <BarList
        items={top.map((driver) => ({
          key: driver.feature,
          label: driver.label,
          value: driver.importance,
          valueText: String(Math.round(driver.importance)),
        }))}
      />
    </Cell>
  );
}

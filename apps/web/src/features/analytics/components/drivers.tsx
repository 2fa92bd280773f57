import type { Analysis } from "@forestay/contracts/wire";
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
  return (
    <Cell title="What mattered most" subtitle="Influence on the score, strongest = 100">
      <BarList
        items={top.map((driver) => ({
          key: driver.feature,
          label: driver.label,
          value: driver.importance,
          valueText: String(Math.round(driver.importance)),
        }))}
      />
      <ul className="m-0 mt-3 flex list-disc flex-col gap-0.5 pl-4.5 text-note text-ink-2">
        {top.slice(0, 3).map((driver) => (
          <li key={driver.feature}>
            <span className="text-ink">{driver.label}.</span> {driver.description}
          </li>
        ))}
      </ul>
    </Cell>
  );
}

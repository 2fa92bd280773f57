import type { ModelCard } from "@forestay/contracts/wire";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { MISSING, formatShare } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { driftLooks } from "../hooks/model-words.ts";

/** What the model looks at: how much of it was known in training, what it weighs, and how it has moved since. */
export function ModelFeatures({ card }: { card: ModelCard }) {
  const driftOf = new Map(card.drift?.features.map((one) => [one.feature, one]));
  const weightOf = new Map(card.drivers.map((one) => [one.label, one.importance]));
  const heads = ["Field", "Known in training", "Influence, strongest = 100", "Drift index", "State"];
  return (
    <SheetRow>
      <Cell title="What it looks at" subtitle={`${card.features.length} fields`}>
        <ScrollBox label="Fields">
          <table className="w-full min-w-140 border-collapse text-left text-ui">
            <caption className="sr-only">Fields of model {card.version}</caption>
            <thead>
              <tr className="text-small text-ink-3">
                {heads.map((head, index) => (
                  <th
                    key={head}
                    scope="col"
                    className={cn(
                      "border-b border-line py-1 font-label",
                      index > 0 && index < 4 && "text-right",
                      index === 4 && "pl-6",
                    )}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {card.features.map(({ feature, label, coverage }) => {
                const drift = driftOf.get(feature);
                const weight = weightOf.get(label);
                return (
                  <tr key={feature} className="border-b border-line last:border-b-0">
                    <th scope="row" className="py-1.5 pr-3 font-emphasis text-ink">
                      {label}
                    </th>
                    <td className="py-1.5 text-right text-ink-2 tabular">
                      {coverage === null ? MISSING : formatShare(coverage)}
                    </td>
                    <td className="py-1.5 text-right text-ink-2 tabular">
                      {weight === undefined ? MISSING : Math.round(weight)}
                    </td>
                    <td className="py-1.5 text-right text-ink-2 tabular">
                      {drift === undefined ? MISSING : drift.psi.toFixed(3)}
                    </td>
                    <td className="py-1.5 pl-6 text-ink-2">
                      {drift === undefined ? MISSING : driftLooks[drift.level].label}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollBox>
      </Cell>
    </SheetRow>
  );
}

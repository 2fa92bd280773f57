import type { ModelCard } from "@forestay/contracts/wire";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted, formatShortDate } from "@/lib/format/index.ts";
import { figureWords } from "../hooks/model-words.ts";

/** Why this version was or was not taken into use, with the comparison behind it. */
export function ModelDecision({ card: { decision, version } }: { card: ModelCard }) {
  if (decision === null) return null;
  const { comparison, champion, promoted, reason } = decision;
  return (
    <SheetRow>
      <Cell
        title={promoted ? "Why it was taken into use" : "Why it was not taken into use"}
        subtitle={champion === null ? "There was no model before it" : `Challenger of ${champion}`}
      >
        <p className="m-0 max-w-180 text-body text-ink">{reason}</p>
        {comparison === null || champion === null ? null : (
          <table className="mt-3 w-full max-w-160 border-collapse text-left text-ui">
            <caption className="pb-1.5 text-left text-note text-ink-2">
              On {formatCounted(comparison.rows, "record")}
              {comparison.from === null || comparison.to === null
                ? " without dates"
                : ` from ${formatShortDate(comparison.from)} to ${formatShortDate(comparison.to)}`}
              , {formatCount(comparison.outcomes)} of them leavers.{" "}
              {comparison.on === "newer"
                ? `${champion} had learned from none of them.`
                : "Each was judged by models that had not learned from it, those of the cross-validation where one had."}
            </caption>
            <thead>
              <tr className="text-small text-ink-3">
                <th scope="col" className="border-b border-line py-1 font-label">
                  Model
                </th>
                <th scope="col" className="border-b border-line py-1 text-right font-label">
                  Log loss, lower is better
                </th>
              </tr>
            </thead>
            <tbody>
              {(
                [
                  [`${champion}, in use then`, comparison.championLogLoss.toFixed(4)],
                  [`${version}, the challenger`, comparison.challengerLogLoss.toFixed(4)],
                  ["Difference, 95% interval", figureWords(comparison.difference, 4)],
                ] as const
              ).map(([name, value]) => (
                <tr key={name} className="border-b border-line last:border-b-0">
                  <th scope="row" className="py-1.5 pr-3 font-emphasis text-ink">
                    {name}
                  </th>
                  <td className="py-1.5 text-right text-ink-2 tabular">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Cell>
    </SheetRow>
  );
}

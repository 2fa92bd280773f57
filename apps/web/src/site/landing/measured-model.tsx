import document from "../sample/sample-model.json";
import { measuredWords } from "./measured-words.ts";

const figures = [
  { name: "auc", label: "Ranking (AUC)", help: "Half would be a coin, one never wrong" },
  { name: "ece", label: "Calibration error", help: "How far chances are from what came, on average" },
  { name: "rows", label: "Learnt from", help: "Measured on customers kept back" },
] as const;

const measured = ({ estimate, lower, upper }: { estimate: number; lower: number; upper: number }) => ({
  value: estimate,
  lower,
  upper,
});

/**
 * What the engine measured of the model that explains the customer on this page, which a test trains anew and compares;
 * where an installation has a sample company, a script puts that company's own figures in their place.
 */
export function MeasuredModel() {
  const { rows, outcomes, horizonDays, metrics } = document.card;
  const words = measuredWords({
    rows,
    outcomes,
    horizonDays,
    auc: measured(metrics.rocAuc),
    ece: measured(metrics.ece),
  });
  return (
    <div data-sample-model className="pt-8">
      <h3 data-figure="of" className="m-0 text-body font-strong text-ink">
        The model of the sample file, which explains the customer above, with 95% intervals
      </h3>
      <dl className="m-0 grid border-y border-line pt-0 md:grid-cols-3 md:divide-x md:divide-line">
        {figures.map(({ name, label, help }) => (
          <div key={name} className="py-4 md:px-6 md:first:pl-0">
            <dt className="text-note text-ink-2">{label}</dt>
            <dd data-figure={name} className="m-0 pt-1 text-lead font-strong text-ink">
              {words[name]}
            </dd>
            <dd className="m-0 text-note text-ink-2">{help}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const figures = [
  { name: "auc", label: "Ranking (AUC)", help: "Half would be a coin, one never wrong" },
  { name: "ece", label: "Calibration error", help: "How far chances are from what came, on average" },
  { name: "rows", label: "Learnt from", help: "Measured on customers kept back" },
] as const;

/** What was measured of this installation's sample model, with intervals; a script fills it in where there is one. */
export function MeasuredModel() {
  return (
    <div data-sample-model hidden className="pt-8">
      <h3 className="m-0 text-body font-strong text-ink">
        The sample company's model in this installation, with 95% intervals
      </h3>
      <dl className="m-0 grid border-y border-line pt-0 md:grid-cols-3 md:divide-x md:divide-line">
        {figures.map(({ name, label, help }) => (
          <div key={name} className="py-4 md:px-6 md:first:pl-0">
            <dt className="text-note text-ink-2">{label}</dt>
            <dd data-figure={name} className="m-0 pt-1 text-lead font-strong text-ink" />
            <dd className="m-0 text-note text-ink-2">{help}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

import type { Analysis, ModelQuality } from "@forestay/contracts/wire";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { CalibrationPlot } from "@/components/charts/calibration-plot.tsx";
import { ColumnChart } from "@/components/charts/column-chart.tsx";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatCounted, formatShare } from "@/lib/format/index.ts";
import { intervalWords, verdictLooks } from "../hooks/analysis-words.ts";
import { ConfirmColumns } from "./confirm-columns.tsx";

/** Can these scores be trusted? Said in words, then the number, then the plot; for rules, that nothing was measured. */
export function TrustRow({ analysis }: { analysis: Pick<Analysis, "quality" | "sourceReason"> }) {
  const { quality } = analysis;
  if (quality === null) {
    return (
      <SheetRow>
        <Cell
          title="Rules, not trained"
          aside={
            <Tag tone="warning" icon={<ShieldAlert aria-hidden />}>
              Not measured
            </Tag>
          }
        >
          <p className="m-0 max-w-180 text-body text-ink-2">
            {analysis.sourceReason ?? "There was not enough known to train a model."} These scores come from
            transparent rules. Their quality has not been measured, so read them as an order, not as chances.
          </p>
        </Cell>
      </SheetRow>
    );
  }
  const look = verdictLooks[quality.verdict];
  return (
    <>
      <SheetRow>
        <Cell
          className="pb-2"
          title="Can you trust these scores?"
          subtitle={`${quality.summary} ${quality.method}`}
          aside={
            <Tag
              tone={look.tone}
              icon={quality.verdict === "good" ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}
            >
              {look.label}
            </Tag>
          }
        />
        {quality.verdict === "unconfirmed" ? <ConfirmColumns leakage={quality.leakage} /> : null}
        <div className="grid grid-cols-1 *:not-first:border-t *:border-line lg:grid-cols-3 lg:*:not-first:border-t-0 lg:*:not-first:border-l">
          <Ranking quality={quality} />
          <Calibration quality={quality} />
          <Lift quality={quality} />
        </div>
      </SheetRow>
    </>
  );
}

function PlotHead({
  name,
  figure,
  unit,
  words,
  detail,
}: {
  name: string;
  figure: string;
  unit: string;
  words: string;
  detail: string;
}) {
  return (
    <div className="pb-2">
      <h3 className="m-0 flex flex-wrap items-baseline gap-x-2 text-ui font-strong text-ink">
        {name} <span className="text-lead tabular">{figure}</span>{" "}
        <span className="text-note font-regular text-ink-2">{unit}</span>
      </h3>
      <p className="m-0 text-ui text-ink-2">{words}</p>
      <p className="m-0 min-h-4.5 text-note text-ink-3">{detail}</p>
    </div>
  );
}

function Ranking({ quality }: { quality: ModelQuality }) {
  const { auc } = quality;
  const points = quality.rocPoints.map(({ falsePositiveRate, truePositiveRate }) => ({
    x: falsePositiveRate,
    y: truePositiveRate,
  }));
  return (
    <section className="min-w-0 px-4 py-3 md:px-5">
      <PlotHead
        name="Ranking"
        figure={auc.value.toFixed(2)}
        unit="AUC, 0.5 is guessing"
        words={`In ${Math.round(auc.value * 100)} of 100 pairs, the leaver scores higher.`}
        detail={intervalWords(auc, (value) => value.toFixed(2))}
      />
      <LineChart
        label={`ROC curve with an area of ${auc.value.toFixed(2)} under it.`}
        series={[
          { key: "roc", label: "Leavers found", points, filled: true },
          {
            key: "guess",
            label: "Guessing",
            form: "comparison",
            color: "var(--ink-3)",
            points: [
              { x: 0, y: 0 },
              { x: 1, y: 1 },
            ],
          },
        ]}
        xDomain={[0, 1]}
        yDomain={[0, 1]}
        xTicks={[0, 0.5, 1]}
        yTicks={[0, 0.5, 1]}
        formatX={formatShare}
        formatY={formatShare}
        xLabel="Stayers flagged in error"
        xTitle="Leavers found, by stayers flagged in error"
        straight
      />
    </section>
  );
}

function Calibration({ quality }: { quality: ModelQuality }) {
  const { ece, calibrationBins } = quality;
  const typical = calibrationBins.toSorted((a, b) => b.meanPredicted - a.meanPredicted)[0];
  return (
    <section className="min-w-0 px-4 py-3 md:px-5">
      <PlotHead
        name="Calibration"
        figure={formatShare(ece.value)}
        unit="average error"
        words={
          typical === undefined
            ? "A score of 30 should mean 30 in 100 leave."
            : `Of customers given ${Math.round(typical.meanPredicted * 100)}, ${Math.round(typical.observed * 100)} in 100 left.`
        }
        detail={intervalWords(ece, formatShare)}
      />
      <CalibrationPlot
        label={`Predicted chance against the share that left, ${formatShare(ece.value)} apart on average.`}
        bins={calibrationBins.map((bin) => ({
          predicted: bin.meanPredicted,
          observed: bin.observed,
          low: bin.lower,
          high: bin.upper,
          count: bin.count,
        }))}
      />
    </section>
  );
}

function Lift({ quality }: { quality: ModelQuality }) {
  const { topDecileLift, liftByTenth } = quality;
  const topFifth = liftByTenth.find(({ tenth }) => tenth === 2)?.shareOfLeavers ?? topDecileLift.value / 10;
  const top = Math.max(2, Math.ceil(Math.max(...liftByTenth.map(({ lift }) => lift))));
  return (
    <section className="min-w-0 px-4 py-3 md:px-5">
      <PlotHead
        name="Lift"
        figure={`${topDecileLift.value.toFixed(1)}×`}
        unit="in the top tenth"
        words={`Call the top fifth to reach ${formatShare(topFifth)} of leavers.`}
        detail={intervalWords(topDecileLift, (value) => `${value.toFixed(1)}×`)}
      />
      <ColumnChart
        label={`Leavers per tenth of customers, highest scores first: ${topDecileLift.value.toFixed(1)} times the average in the top tenth.`}
        columns={liftByTenth.map(({ tenth, lift }) => ({
          key: String(tenth),
          label: `Tenth ${tenth}`,
          value: lift,
          muted: tenth > 2,
        }))}
        heads={["Customers in tenths", "Lift"]}
        yTicks={[0, top / 2, top]}
        formatY={(value) => `${Number(value.toFixed(1))}×`}
        xTicks={[0, 3, 6, 9]
          .filter((column) => column < liftByTenth.length)
          .map((column) => ({ column, at: "middle" as const, label: String(column + 1) }))}
        xTitle="Customers in tenths, highest scores first"
        reference={{ value: 1, text: "average customer" }}
      />
      {quality.measuredOn === null ? null : (
        <p className="sr-only">
          Measured on {formatCounted(quality.measuredOn.rows, quality.measuredOn.unit.replace(/s$/, ""))} held
          out.
        </p>
      )}
    </section>
  );
}

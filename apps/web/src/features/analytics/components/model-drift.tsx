import type { ModelCard } from "@forestay/contracts/wire";
import { LineChart } from "@/components/charts/line-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatCounted, formatRelativeInline, formatShortDate } from "@/lib/format/index.ts";
import { driftLooks, driftTitle } from "../hooks/model-words.ts";

/** Under so many looks numbers say more than a line. */
const FEWEST_POINTS = 5;
const SHIFTING = 0.1;
const DRIFTED = 0.25;

/** How far customers and scores have moved away from what the model learned from, now and over time. */
export function ModelDrift({ card: { drift, driftHistory } }: { card: ModelCard }) {
  if (drift === null) {
    return (
      <SheetRow>
        <Cell title="Drift">
          <p className="m-0 text-ui text-ink-2">
            Not measured yet: it is when all customers are scored with this model, and there are 100 of them.
          </p>
        </Cell>
      </SheetRow>
    );
  }
  const told = drift.features.filter(({ message }) => message !== null);
  const unseen = drift.features.filter((feature) => (feature.unseen ?? 0) > 0);
  const look = driftLooks[drift.score.level];
  return (
    <SheetRow columns="minmax(0,1fr) minmax(0,1fr)">
      <Cell
        title={driftTitle(drift)}
        subtitle={`${formatCounted(drift.rows, "customer")}, measured ${formatRelativeInline(drift.measuredAt)}`}
      >
        <ul className="m-0 flex list-none flex-col gap-2 p-0 text-ui text-ink">
          <li className="flex flex-wrap items-center gap-2">
            <span className="font-strong">Score</span>
            <Tag tone={look.tone}>{look.label}</Tag>
            <span className="text-ink-2">
              {drift.score.message ?? `${look.words}, index ${drift.score.psi.toFixed(3)}`}
            </span>
          </li>
          {told.map((feature) => (
            <li key={feature.feature} className="flex flex-wrap items-center gap-2">
              <span className="font-strong">{feature.label}</span>
              <Tag tone={driftLooks[feature.level].tone}>{driftLooks[feature.level].label}</Tag>
              <span className="text-ink-2">{feature.message}</span>
            </li>
          ))}
        </ul>
        {unseen.length === 0 ? null : (
          <p className="m-0 pt-3 text-ui text-ink-2">
            New values, scored as unknown ones:{" "}
            {unseen
              .map(({ label, unseen: count }) => `${label} (${formatCounted(count ?? 0, "customer")})`)
              .join(", ")}
            .
          </p>
        )}
        <p className="m-0 pt-3 text-note text-ink-3">
          Population stability index against the training data: from 0.1 shifting, from 0.25 drifted. Crossing
          into drift is told once and trains a challenger.
        </p>
      </Cell>
      <History history={driftHistory} />
    </SheetRow>
  );
}

function History({ history }: { history: ModelCard["driftHistory"] }) {
  if (history.length < FEWEST_POINTS) {
    return (
      <Cell title="Drift over time" subtitle="Index of the score at each look">
        <ul className="m-0 flex list-none flex-col divide-y divide-line p-0 text-ui">
          {history.toReversed().map((look) => (
            <li key={look.measuredAt} className="flex justify-between gap-4 py-1.5">
              <span className="text-ink-2">{formatShortDate(look.measuredAt)}</span>
              <span className="text-ink tabular">
                score {look.score.toFixed(3)}, largest field{" "}
                {Math.max(0, ...Object.values(look.features)).toFixed(3)}
              </span>
            </li>
          ))}
        </ul>
      </Cell>
    );
  }
  const points = history.map((look) => ({ x: Date.parse(look.measuredAt), y: look.score }));
  const largest = history.map((look) => ({
    x: Date.parse(look.measuredAt),
    y: Math.max(0, ...Object.values(look.features)),
  }));
  const xs = points.map(({ x }) => x);
  const [from, to] = [Math.min(...xs), Math.max(...xs)];
  const ticks = niceTicks(Math.max(DRIFTED, ...points.map(({ y }) => y), ...largest.map(({ y }) => y)));
  return (
    <Cell title="Drift over time" subtitle="Index of the score, and of the field that moved most">
      <LineChart
        label={`Drift of the score over ${history.length} looks; ${SHIFTING} is shifting, ${DRIFTED} is drifted.`}
        series={[
          { key: "score", label: "Score", points },
          {
            key: "largest",
            label: "Largest field",
            form: "comparison",
            color: "var(--ink-2)",
            points: largest,
          },
          {
            key: "limit",
            label: "Drifted from",
            form: "forecast",
            color: "var(--risk-high)",
            points: [
              { x: from, y: DRIFTED },
              { x: to, y: DRIFTED },
            ],
          },
        ]}
        xDomain={[from, Math.max(to, from + 1)]}
        yDomain={[0, ticks.at(-1) ?? 1]}
        xTicks={[from, to]}
        yTicks={ticks}
        formatX={(x) => formatShortDate(new Date(x).toISOString())}
        formatY={(y) => String(Number(y.toFixed(3)))}
        xLabel="Measured"
        straight
      />
    </Cell>
  );
}

import { churnRuleInWords, isSameChurnRule } from "@forestay/contracts/wire";
import type { Comparison, ModelSummary } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Cell } from "@/components/ui/sheet.tsx";
import { MISSING, formatCount, formatDateTime, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { modelQueries } from "../api/model-queries.ts";
import { signed } from "../hooks/compare-words.ts";
import { verdictLooks } from "../hooks/analysis-words.ts";
import { changedFeatures, figureWords } from "../hooks/model-words.ts";

type Side = Comparison["before"];
const points = (share: number) => `${Number((share * 100).toFixed(1))} pts`;

/** The two runs side by side, and the data and models they rest on. */
export function CompareSides({ comparison: { before, after } }: { comparison: Comparison }) {
  const models = useQuery(modelQueries.list());
  const find = (side: Side) => models.data?.items.find(({ version }) => version === side.modelVersion);
  return (
    <Cell title="Side by side" subtitle="What changed in the data and the model">
      <table className="w-full border-collapse text-left text-ui">
        <caption className="sr-only">The other run and this one</caption>
        <thead>
          <tr className="text-small text-ink-3">
            <th scope="col" className="border-b border-line py-1 font-label">
              <span className="sr-only">Figure</span>
            </th>
            {["Other run", "This run", "Change"].map((head) => (
              <th key={head} scope="col" className="border-b border-line py-1 pl-3 text-right font-label">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Words
            name="Run"
            of={(side) => formatDateTime(side.createdAt).replace(" at ", ", ")}
            before={before}
            after={after}
          />
          <Words
            name="Scored by"
            of={(side) => (side.source === "rules" ? "Rules" : `Model ${side.modelVersion ?? ""}`)}
            before={before}
            after={after}
          />
          {isSameChurnRule(before.churn, after.churn) ? null : (
            <Words
              name="Left means"
              of={(side) => churnRuleInWords(side.churn)}
              before={before}
              after={after}
            />
          )}
          <Numbers name="Customers" values={[before.customers, after.customers]} format={formatCount} />
          <Numbers
            name="Need attention"
            values={[before.needAttention, after.needAttention]}
            format={formatCount}
          />
          <Numbers
            name="Base rate"
            values={[before.baseRate, after.baseRate]}
            format={formatShare}
            difference={points}
          />
          <Measures
            name="AUC"
            of={(model) => figureWords(model.auc, 3)}
            models={[find(before), find(after)]}
          />
          <Measures
            name="Log loss (lower is better)"
            of={(model) => figureWords(model.logLoss, 4)}
            models={[find(before), find(after)]}
          />
          <Measures
            name="How far to trust it"
            of={(model) => verdictLooks[model.verdict].label}
            models={[find(before), find(after)]}
          />
          <ModelRows before={find(before)} after={find(after)} />
        </tbody>
      </table>
      <ModelChange before={before} after={after} />
    </Cell>
  );
}

/** A figure of each model with its interval; a difference of two, each on its own records, would say nothing. */
function Measures({
  name,
  of,
  models: [before, after],
}: {
  name: string;
  of: (model: ModelSummary) => string;
  models: readonly [ModelSummary | undefined, ModelSummary | undefined];
}) {
  if (before === undefined && after === undefined) return null;
  const words = (model: ModelSummary | undefined) => (model === undefined ? MISSING : of(model));
  return <TableRow name={name} cells={[words(before), words(after), ""]} />;
}

function ModelRows({ before, after }: { before: ModelSummary | undefined; after: ModelSummary | undefined }) {
  if (before === undefined && after === undefined) return null;
  const window = (model: ModelSummary | undefined) =>
    model?.dataWindow == null ? MISSING : formatShortDate(model.dataWindow.to);
  return (
    <>
      <Numbers
        name="Learned from rows"
        values={[before?.rows ?? null, after?.rows ?? null]}
        format={formatCount}
      />
      <Numbers
        name="Of which left"
        values={[before?.outcomes ?? null, after?.outcomes ?? null]}
        format={formatCount}
      />
      <TableRow name="Data until" cells={[window(before), window(after), ""]} />
    </>
  );
}

/** What one model looks at and the other does not; nothing where one model made both runs. */
function ModelChange({ before, after }: { before: Side; after: Side }) {
  const isOther = before.modelVersion !== after.modelVersion;
  const old = useQuery({
    ...modelQueries.card(before.modelVersion ?? ""),
    enabled: isOther && before.modelVersion !== null,
  });
  const next = useQuery({
    ...modelQueries.card(after.modelVersion ?? ""),
    enabled: isOther && after.modelVersion !== null,
  });
  if (!isOther) {
    return before.modelVersion === null ? null : (
      <p className="m-0 pt-3 text-note text-ink-2">
        The same model scored both: what changed is in the customers, not in the model.
      </p>
    );
  }
  if (old.data === undefined || next.data === undefined) return null;
  const { added, removed } = changedFeatures(old.data, next.data);
  return (
    <div className="pt-3 text-note text-ink-2">
      <p className="m-0">
        {added.length === 0 && removed.length === 0 ? "Both models look at the same fields. " : ""}
        {added.length > 0 ? `New in ${next.data.version}: ${added.join(", ")}. ` : ""}
        {removed.length > 0 ? `No longer in it: ${removed.join(", ")}. ` : ""}
        {next.data.decision?.reason ?? ""}
      </p>
      <p className="m-0 pt-1">
        {[old.data.version, next.data.version].map((version) => (
          <Link
            key={version}
            to={`/app/analytics/models/${encodeURIComponent(version)}`}
            className="mr-4 rounded-check font-strong text-brand-text no-underline hover:underline"
          >
            Card of {version}
          </Link>
        ))}
      </p>
    </div>
  );
}

function Words({
  name,
  of,
  before,
  after,
}: {
  name: string;
  of: (side: Side) => string;
  before: Side;
  after: Side;
}) {
  return <TableRow name={name} cells={[of(before), of(after), ""]} />;
}

function Numbers({
  name,
  values: [before, after],
  format,
  difference = format,
}: {
  name: string;
  values: readonly [number | null, number | null];
  format: (value: number) => string;
  difference?: (value: number) => string;
}) {
  if (before === null && after === null) return null;
  return (
    <TableRow
      name={name}
      cells={[
        before === null ? MISSING : format(before),
        after === null ? MISSING : format(after),
        before === null || after === null ? "" : signed(after - before, difference),
      ]}
    />
  );
}

function TableRow({ name, cells }: { name: string; cells: readonly string[] }) {
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="py-1.5 pr-3 text-left align-top font-emphasis text-ink">
        {name}
      </th>
      {cells.map((cell, index) => (
        <td key={index} className="py-1.5 pl-3 text-right align-top text-ink-2 tabular">
          {cell}
        </td>
      ))}
    </tr>
  );
}

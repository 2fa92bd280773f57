import type { Campaign, CampaignResults } from "@forestay/contracts/wire";
import { Info } from "lucide-react";
import { Link } from "react-router";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import {
  formatCount,
  formatCounted,
  formatMoney,
  formatRelativeInline,
  formatShortDate,
} from "@/lib/format/index.ts";
import { FindingTag } from "../campaign-tags.tsx";
import { Funnel } from "./funnel.tsx";
import { IntervalLine } from "./interval-line.tsx";
import { KeptCurve } from "./kept-curve.tsx";
import { StepTable, VariantTable, VersionTable } from "./tables.tsx";

interface ResultsProps {
  campaign: Campaign;
  results: CampaignResults;
}

/** The answer, the interval, the curves, and everything that must not be taken for the answer. */
export function Results({ campaign, results }: ResultsProps) {
  const erased = results.sent.erased + results.held.erased;
  return (
    <>
      <SheetRow columns="minmax(0,2fr) minmax(0,1fr)">
        <Verdict campaign={campaign} results={results} />
        <IntervalLine results={results} />
      </SheetRow>
      <SheetRow columns="minmax(0,1fr) 360px">
        <KeptCurve results={results} days={campaign.input.measuredDays} />
        <Without results={results} />
      </SheetRow>
      <SheetRow columns="minmax(0,1fr) 360px">
        <Funnel results={results} />
        <Costs results={results} />
      </SheetRow>
      <SheetRow>
        <StepTable results={results} />
      </SheetRow>
      {results.variants.length === 0 ? null : (
        <SheetRow>
          <VariantTable results={results} />
        </SheetRow>
      )}
      {campaign.versions.length < 2 ? null : (
        <SheetRow>
          <VersionTable campaign={campaign} />
        </SheetRow>
      )}
      <SheetRow>
        <p className="m-0 flex items-start gap-2.5 bg-sunken px-4 py-3.5 text-note text-ink-2 md:px-5">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 flex-1">
            Everyone drawn counts, whether or not a message reached them (intention to treat). Who was held
            out was drawn by chance, once, and got no message of this campaign. Newcombe interval.
            {erased === 0
              ? null
              : ` ${formatCounted(erased, "customer was", "customers were")} erased before the measured days were over (${formatCount(results.sent.erased)} drawn, ${formatCount(results.held.erased)} held out) and count as not kept.`}
          </span>
          <Link to="/app/docs/campaigns" className="shrink-0 font-emphasis text-brand-text">
            How this is measured
          </Link>
        </p>
      </SheetRow>
    </>
  );
}

function Verdict({ campaign, results }: ResultsProps) {
  const { finding, headline, explanation, netValue, currency, isFinal, asOf, readsAt } = results;
  const isConclusive = finding === "kept" || finding === "lost";
  return (
    <section aria-label="Verdict" className="min-w-0 px-4 py-5 md:px-5">
      <p className="m-0 flex flex-wrap justify-between gap-2 text-note text-ink-2">
        <span>Verdict</span>
        <span>
          {isFinal ? "Final, " : ""}as of {formatRelativeInline(asOf)}
        </span>
      </p>
      <h2 className="m-0 mt-1 text-title font-title break-words text-ink md:text-display">{headline}</h2>
      <p className="m-0 mt-2 text-body text-ink">{explanation}</p>
      <p className="m-0 mt-3 flex flex-wrap items-center gap-2 text-ui text-ink-2">
        <FindingTag finding={finding} />
        {isConclusive && netValue !== null
          ? `Worth ${formatMoney(netValue.value, currency)} a year after costs, range ${formatMoney(netValue.low, currency)} to ${formatMoney(netValue.high, currency)}.`
          : isFinal || readsAt === null
            ? null
            : `Read for good on ${formatShortDate(readsAt)}. Looking earlier fools nobody: the interval is made for it.`}
      </p>
      {campaign.waitingCount > 0 || campaign.isDrawing ? (
        <p className="m-0 mt-2 text-note text-ink-2">
          {formatCount(campaign.waitingCount)} are in the middle of it
          {campaign.isDrawing ? "; the others are being drawn, a part at a time" : ""}.
        </p>
      ) : null}
    </section>
  );
}

/** What would have been seen of those who were drawn, had nobody written to them. */
function Without({ results }: { results: CampaignResults }) {
  const { sent, held, clickers } = results;
  const heldRate = held.measured === 0 ? null : held.kept / held.measured;
  if (heldRate === null || sent.measured === 0)
    return (
      <Cell title="What we would have seen without it">
        <p className="m-0 text-ui text-ink-2">Told once the first held-out customers have been measured.</p>
      </Cell>
    );
  const without = heldRate * sent.measured;
  return (
    <Cell title="What we would have seen without it">
      <p className="m-0 pb-3 text-ui text-ink-2">
        The held-out customers show it: of these {formatCount(sent.measured)}, about{" "}
        <strong className="text-ink">{formatCount(Math.round(without))}</strong> would have stayed anyway.
      </p>
      <Bar label="Stayed without it" value={without} of={sent.measured} tone="bg-ink-3" />
      <Bar label="Stayed with it" value={sent.kept} of={sent.measured} tone="bg-brand" />
      {clickers.measured === 0 || clickers.anyway === null ? null : (
        <p className="m-0 mt-4 rounded-inset bg-sunken px-3.5 py-3 text-note text-ink-2">
          <strong className="block text-ink">Clicks would have claimed {formatCount(clickers.kept)}</strong>
          {formatCount(clickers.kept)} of the {formatCount(clickers.measured)} who clicked stayed. By the
          held-out rate, about {formatCount(Math.round(clickers.anyway))} of them would have stayed anyway.
        </p>
      )}
    </Cell>
  );
}

function Bar({ label, value, of, tone }: { label: string; value: number; of: number; tone: string }) {
  return (
    <div className="pb-3 text-ui text-ink">
      <p className="m-0 flex justify-between gap-3 pb-1">
        <span>{label}</span>
        <span className="tabular-nums">
          {formatCount(Math.round(value))} of {formatCount(of)}
        </span>
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-press">
        <div className={`h-full ${tone}`} style={{ width: `${(100 * value) / of}%` }} />
      </div>
    </div>
  );
}

function Costs({ results }: { results: CampaignResults }) {
  const { costs, revenue, netValue, currency, keptMore, meanYearlyValue } = results;
  const rows: [string, string][] = [
    [
      keptMore === null || meanYearlyValue === null
        ? "Revenue kept"
        : `Revenue kept: ${formatCount(Math.round(keptMore.value))} × ${formatMoney(meanYearlyValue, currency)}`,
      revenue === null ? "not known yet" : formatMoney(revenue.value, currency),
    ],
    [`${formatCount(costs.messages)} e-mails`, `−${formatMoney(costs.messageCost, currency)}`],
    [`${formatCount(costs.tasks)} tasks`, `−${formatMoney(costs.taskCost, currency)}`],
    ...(costs.offers === 0
      ? []
      : [
          [
            `Discounts or gifts to ${formatCounted(costs.offers, "customer")}`,
            `−${formatMoney(costs.offerCost, currency)}`,
          ] satisfies [string, string],
        ]),
  ];
  return (
    <Cell title="Cost and net value, first year">
      <dl className="m-0 text-ui text-ink">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-b border-line py-2">
            <dt>{label}</dt>
            <dd className="m-0 font-emphasis tabular-nums">{value}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-2 font-strong">
          <dt>Net value</dt>
          <dd className="m-0 tabular-nums">
            {netValue === null ? "–" : formatMoney(netValue.value, currency)}
          </dd>
        </div>
      </dl>
      {netValue === null ? null : (
        <p className="m-0 text-right text-note text-ink-2">
          95% interval {formatMoney(netValue.low, currency)} to {formatMoney(netValue.high, currency)}
        </p>
      )}
    </Cell>
  );
}

import { riskLevelLabel } from "@forestay/contracts/wire";
import type { CriteriaPreview, RiskLevelValue } from "@forestay/contracts/wire";
import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "@/components/ui/avatar.tsx";
import { RiskRungs, riskColor } from "@/components/ui/risk-level.tsx";
import { StatusDot } from "@/components/ui/tag.tsx";
import { formatCount, formatCounted, formatMoney, formatShare, MISSING } from "@/lib/format/index.ts";
import { timesEveryone } from "../hooks/segment-words.ts";
import { RiskBar } from "./risk-bar.tsx";

interface RulePreviewProps {
  preview: CriteriaPreview;
  /** A newer one is on its way. */
  isStale: boolean;
}

/** Who a rule chooses while it is being written: how many, at what risk, worth what, and some of them. */
export function RulePreview({ preview, isStale }: RulePreviewProps) {
  const { figures, everyone, isExact, margin } = preview;
  const share = everyone.customerCount === 0 ? 0 : figures.customerCount / everyone.customerCount;
  return (
    <div aria-busy={isStale || undefined}>
      <div className="px-4 py-4.5 md:px-5">
        <div className="flex items-baseline justify-between pb-2">
          <h2 className="m-0 text-body font-strong text-ink">Preview</h2>
          <StatusDot tone={isStale ? "hollow" : "ok"} className="text-note text-ink-2">
            {isStale ? "Counting" : "Live"}
          </StatusDot>
        </div>
        <p role="status" className="m-0 flex flex-wrap items-baseline gap-x-2.5">
          <span className="text-hero font-title text-ink tabular">
            {isExact ? "" : "about "}
            {formatCount(figures.customerCount)}
          </span>{" "}
          <span className="text-ui text-ink-2">
            {figures.customerCount === 1 ? "customer" : "customers"}, {formatShare(share)} of all
            {isExact ? "" : `, give or take ${formatCount(margin)}`}
          </span>
        </p>
        <p className="m-0 pt-1 text-note text-ink-2">{preview.sentence}</p>
        <RiskBar levels={figures.levels} className="pt-3" />
        {preview.warnings.map((warning) => (
          <p
            key={warning}
            role="alert"
            className="m-0 mt-3 flex items-start gap-2 rounded-inset bg-risk-med-tint px-3 py-2 text-note text-risk-med-text"
          >
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            {warning}
          </p>
        ))}
      </div>
      <dl className="m-0 grid grid-cols-2 gap-px border-y border-line bg-line">
        <Figure
          label="Average churn rate"
          value={figures.averageChurnRate === null ? MISSING : formatShare(figures.averageChurnRate)}
          note={
            figures.averageChurnRate === null
              ? "Nobody in it has a score"
              : (timesEveryone(figures, everyone) ?? `of ${formatCounted(figures.scoredCount, "customer")}`)
          }
        />
        <Figure
          label="Average lifetime value"
          value={moneyWords(figures.averageLifetimeValue, figures.currency)}
          note={againstAll(figures.averageLifetimeValue, everyone.averageLifetimeValue, figures.currency)}
        />
        <Figure
          label="Average revenue"
          value={moneyWords(figures.averageRevenue, figures.currency)}
          note="per month"
        />
        <Figure
          label="Revenue at risk"
          value={moneyWords(figures.revenueAtRisk, figures.currency)}
          note="a year, expected"
        />
      </dl>
      <div className="px-4 py-4.5 md:px-5">
        <h3 className="m-0 pb-2 text-body font-strong text-ink">Who is in it</h3>
        {preview.sample.length === 0 ? <p className="m-0 text-ui text-ink-2">Nobody yet.</p> : null}
        <ul className="m-0 list-none divide-y divide-line p-0">
          {preview.sample.map((customer) => (
            <li key={customer.id} className="flex min-h-11 items-center gap-3 py-1.5">
              <Avatar name={customer.fullName} id={customer.id} />
              <span className="flex min-w-0 flex-1 flex-col">
                <Link
                  to={`/app/customers/${customer.id}`}
                  className="truncate rounded-check text-ui font-strong text-ink no-underline hover:underline"
                >
                  {customer.fullName}
                </Link>
                <span className="truncate text-small text-ink-2">{customer.email}</span>
              </span>
              {customer.churnRiskScore === null || customer.churnRiskLevel === null ? (
                <span className="text-small text-ink-3">Not scored</span>
              ) : (
                <span className="flex items-center gap-2 font-strong text-ink tabular">
                  {customer.churnRiskScore}
                  <RiskRungs
                    level={customer.churnRiskLevel}
                    className={riskColor[customer.churnRiskLevel].fill}
                  />
                  <span className="sr-only">{riskLevelLabel(customer.churnRiskLevel as RiskLevelValue)}</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const moneyWords = (amount: number | null, currency: string) =>
  amount === null ? MISSING : formatMoney(amount, currency);

function againstAll(amount: number | null, all: number | null, currency: string): string {
  if (amount === null || all === null) return "Nobody's is known";
  const more = Math.round(amount - all);
  if (more === 0) return "as all customers";
  return `${formatMoney(Math.abs(more), currency)} ${more > 0 ? "above" : "below"} all`;
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="bg-sheet px-4 py-3 md:px-5">
      <dt className="text-note text-ink-2">{label}</dt>
      <dd className="m-0 text-lead font-strong text-ink tabular">{value}</dd>
      <dd className="m-0 text-small text-ink-3">{note}</dd>
    </div>
  );
}

import type { RevenueWhatIf } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { FigureLink } from "@/components/figures/figure-link.tsx";
import { Slider } from "@/components/ui/slider.tsx";
import { formatCounted, formatMoney, formatShare } from "@/lib/format/index.ts";
import type { Supposed } from "../hooks/insights-state.ts";

interface WhatIfLeversProps {
  insights: RevenueWhatIf;
  supposed: Supposed;
  onSuppose: (supposed: Supposed) => void;
}

/** Percent with one digit: what a slider of percents shows. */
const percent = (share: number) => Math.round(share * 1000) / 10;

/** What can be supposed: each lever begins at what was measured, and says so. */
export function WhatIfLevers({ insights, supposed, onSuppose }: WhatIfLeversProps) {
  const { levers, scope, basis } = insights;
  const filter = { currency: scope.currency };
  // What is of no plan, or of the smaller ones, has no list of its own.
  const opens = (plan: string, what: "left" | "mrr", value: number, text: string) =>
    plan === "" || basis === null ? (
      text
    ) : (
      <FigureLink
        rowsOf={what === "mrr" ? { figure: "mrr", until: scope.day } : { figure: "lost_by_month", ...basis }}
        filter={{ ...filter, plan }}
        value={value}
      >
        {text}
      </FigureLink>
    );
  const { recovery } = levers;
  const suppose = (patch: Supposed) => onSuppose({ ...supposed, ...patch });
  const newMost = Math.max(100, Math.ceil((levers.newMrr * 3) / 100) * 100);
  return (
    <div className="flex flex-col gap-4">
      {levers.churn.map(({ plan, rate, left, mrr }) => {
        const value = percent(supposed.churn?.[plan] ?? rate);
        const most = Math.max(10, Math.ceil(percent(rate) * 2));
        return (
          <div key={plan}>
            <Slider
              label={plan === "" ? "Churn a month, all else, %" : `Churn a month, ${plan}, %`}
              value={value}
              min={0}
              max={most}
              step={0.1}
              valueText={`${value} percent`}
              onChange={(next) => suppose({ churn: { ...supposed.churn, [plan]: next / 100 } })}
            />
            <Note>
              {formatShare(rate)} so far: {opens(plan, "left", left, formatCounted(left, "customer"))} left;{" "}
              {opens(plan, "mrr", mrr, `${formatMoney(mrr, scope.currency)} MRR`)}
            </Note>
          </div>
        );
      })}
      <div>
        <Slider
          label="Kept of those who want to leave, %"
          value={percent(supposed.saveRate ?? 0)}
          min={0}
          max={100}
          step={1}
          valueText={`${percent(supposed.saveRate ?? 0)} percent`}
          onChange={(next) => suppose({ saveRate: next / 100 })}
        />
        <Note>Beyond whom you keep already: how many that is has not been measured.</Note>
      </div>
      {recovery === null ? (
        <p className="m-0 text-note text-ink-2">
          <strong className="font-strong text-ink">Failed payments recovered: n/a.</strong>{" "}
          {scope.plan === null
            ? "Bills with the payments that failed fill it: import invoices and payment attempts."
            : "Payments are not kept by plan: choose all plans."}
        </p>
      ) : (
        <div>
          <Slider
            label="Failed payments recovered, %"
            value={percent(supposed.recoveryRate ?? recovery.rate)}
            min={0}
            max={100}
            step={1}
            valueText={`${percent(supposed.recoveryRate ?? recovery.rate)} percent`}
            onChange={(next) => suppose({ recoveryRate: next / 100 })}
          />
          <Note>
            <FigureLink
              rowsOf={{ figure: "recovered_of_failed", from: recovery.from, until: recovery.until }}
              filter={filter}
              value={recovery.rate}
              quiet
            >
              {formatShare(recovery.rate)}
            </FigureLink>{" "}
            so far, of{" "}
            <FigureLink
              rowsOf={{ figure: "failed_payments", from: recovery.from, until: recovery.until }}
              filter={filter}
              value={recovery.failedBills}
            >
              {formatCounted(recovery.failedBills, "failed bill")}
            </FigureLink>
          </Note>
        </div>
      )}
      <div>
        <Slider
          label="Prices, change in %"
          value={percent(supposed.priceChange ?? 0)}
          min={-30}
          max={30}
          step={1}
          valueText={`${percent(supposed.priceChange ?? 0)} percent`}
          onChange={(next) => suppose({ priceChange: next / 100 })}
        />
        <Note>For everybody, from the first month on.</Note>
      </div>
      <div>
        <Slider
          label={`New MRR a month, ${scope.currency}`}
          value={Math.round(supposed.newMrr ?? levers.newMrr)}
          min={0}
          max={newMost}
          step={newMost > 10_000 ? 100 : 10}
          valueText={formatMoney(supposed.newMrr ?? levers.newMrr, scope.currency)}
          onChange={(next) => suppose({ newMrr: next })}
        />
        <Note>
          {basis === null ? (
            formatMoney(levers.newMrr, scope.currency)
          ) : (
            <FigureLink
              rowsOf={{ figure: "movements", kind: "new", ...basis }}
              filter={{ ...filter, plan: scope.plan ?? undefined }}
              value={levers.newMrr}
            >
              {formatMoney(levers.newMrr, scope.currency)}
            </FigureLink>
          )}{" "}
          a month so far
        </Note>
      </div>
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="m-0 pt-2 text-note text-ink-2">{children}</p>;
}

import { RiskLevel as Level } from "@forestay/contracts/wire";
import type { CompanyWhatIf, WhatIfFields } from "@forestay/contracts/wire";
import { ArrowRight } from "lucide-react";
import { RiskLevel, riskColor } from "@/components/ui/risk-level.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { formatCount, formatCounted, formatMoney } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { signed } from "../hooks/compare-words.ts";
import { fewCustomers } from "../hooks/plan-words.ts";

interface WhatIfOutcomeProps {
  /** Undefined while nothing has been changed. */
  answer: CompanyWhatIf | undefined;
  isWaiting: boolean;
  fields: Pick<WhatIfFields, "horizonDays" | "isUndated" | "modelVersion">;
}

/** A wait shorter than this shows nothing: answers mostly come sooner, and a flash tells nobody anything. */
const noticeableMs = 300;

/** Expected leavers and money, now and with the change, with what such a figure is and is not. */
export function WhatIfOutcome({ answer, isWaiting, fields }: WhatIfOutcomeProps) {
  const { horizonDays, isUndated, modelVersion } = fields;
  const money = (amount: number) => formatMoney(amount, answer?.currency ?? "USD");
  const isLong = useDebounced(isWaiting, noticeableMs) && isWaiting;
  return (
    <Cell
      title={answer === undefined ? "What would follow" : title(answer)}
      subtitle={
        isUndated ? "The model knows no dates: of when it says nothing" : `Within ${horizonDays} days`
      }
      className={cn("transition-opacity duration-120", isLong && "opacity-60")}
    >
      {answer === undefined ? (
        <p className="m-0 max-w-160 text-body text-ink-2">
          {isLong
            ? "Asking the model..."
            : "Change something, and the model that is in use scores your customers again with it."}
        </p>
      ) : (
        <div aria-live="polite" aria-busy={isLong || undefined} className="flex flex-col gap-5">
          <div className="grid gap-3 md:grid-cols-2">
            <NowAndExpected
              label="Customers expected to leave"
              now={fewCustomers(answer.now.expectedLeavers)}
              expected={fewCustomers(answer.expected.expectedLeavers)}
              change={withMargin(
                signed(answer.expected.expectedLeavers - answer.now.expectedLeavers, fewCustomers),
                answer.expected.expectedLeaversMargin,
                fewCustomers,
              )}
            />
            <NowAndExpected
              label="Yearly value expected to leave"
              now={formatMoney(answer.now.revenueAtRisk, answer.currency)}
              expected={formatMoney(answer.expected.revenueAtRisk, answer.currency)}
              change={withMargin(
                signed(answer.expected.revenueAtRisk - answer.now.revenueAtRisk, money),
                answer.expected.revenueAtRiskMargin,
                money,
              )}
            />
          </div>
          <Levels answer={answer} />
        </div>
      )}
      <p className="m-0 mt-5 max-w-160 text-note text-ink-2">
        An association, not a proof: customers with such values left that often in the past. It does not say
        that making the change would cause it. By model {modelVersion}, which is in use now
        {answer === undefined
          ? "."
          : `. Now is what all ${formatCounted(answer.customers, "active customer")} were last scored; the change is for ${formatCount(answer.inGroup)}. ${
              answer.sampled < answer.customers
                ? `${formatCount(answer.sampled)} of them were scored again and stand for all: ± is what that leaves open (95%).`
                : "All were scored again."
            }`}
      </p>
    </Cell>
  );
}

/** '−12 ±3': the range is said where a sample stands for all. */
function withMargin(change: string, margin: number, say: (value: number) => string): string {
  const range = say(margin);
  return range === say(0) ? change : `${change} ±${range}`;
}

function title({ now, expected }: CompanyWhatIf): string {
  const change = expected.expectedLeavers - now.expectedLeavers;
  const count = fewCustomers(Math.abs(change));
  if (count === "0") return "No other number of customers would be expected to leave";
  return `${count} ${count === "1" ? "customer" : "customers"} ${change < 0 ? "fewer" : "more"} would be expected to leave`;
}

function NowAndExpected({
  label,
  now,
  expected,
  change,
}: {
  label: string;
  now: string;
  expected: string;
  change: string;
}) {
  return (
    <div className="rounded-control border border-line bg-sunken px-3.5 py-2.5">
      <p className="m-0 text-note text-ink-2">{label}</p>
      <p className="m-0 flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 tabular">
        <span className="text-lead text-ink-2">
          <span className="sr-only">Now </span>
          {now}
        </span>
        <ArrowRight aria-hidden className="size-4 text-ink-3" />
        <span className="text-lead font-strong text-ink">
          <span className="sr-only">Expected </span>
          {expected}
        </span>
        <span className="ml-auto text-ui text-ink-2">{change}</span>
      </p>
    </div>
  );
}

/** Customers per level, now and expected. */
function Levels({ answer }: { answer: CompanyWhatIf }) {
  const most = Math.max(1, ...answer.now.levels, ...answer.expected.levels);
  return (
    <table className="w-full border-collapse text-left text-ui">
      <caption className="pb-1.5 text-left text-ui font-strong text-ink">Customers by level</caption>
      <thead>
        <tr className="text-small text-ink-3">
          {["Level", "Now", "Expected", "Change"].map((head, index) => (
            <th
              key={head}
              scope="col"
              className={cn("border-b border-line py-1 font-label", index > 0 && "text-right")}
            >
              {head}
            </th>
          ))}
          <th scope="col" className="hidden border-b border-line md:table-cell">
            <span className="sr-only">As bars</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.values(Level)
          .toReversed()
          .map((level) => {
            const [now, expected] = [answer.now.levels[level] ?? 0, answer.expected.levels[level] ?? 0];
            return (
              <tr key={level} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2 font-regular">
                  <RiskLevel level={level} />
                </th>
                <td className="py-2 text-right text-ink-2 tabular">{formatCount(now)}</td>
                <td className="py-2 text-right font-strong text-ink tabular">{formatCount(expected)}</td>
                <td className="py-2 text-right text-ink-2 tabular">{signed(expected - now, formatCount)}</td>
                <td aria-hidden className="hidden w-1/3 py-2 pl-5 md:table-cell">
                  <span className="flex flex-col gap-0.5">
                    <span
                      className="h-1 rounded-full bg-line-strong"
                      style={{ width: `${(now / most) * 100}%` }}
                    />
                    <span
                      className="h-1.5 rounded-full"
                      style={{
                        width: `${(expected / most) * 100}%`,
                        backgroundColor: riskColor[level].variable,
                      }}
                    />
                  </span>
                </td>
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}

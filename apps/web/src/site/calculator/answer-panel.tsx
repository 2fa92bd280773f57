import type { CalculatorAnswer, MrrCourse } from "@forestay/metrics";
import { formatCount, formatNumber } from "@forestay/contracts/words";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/style/cn.ts";
import { JoinButton } from "../layout/join-button.tsx";
import { SiteButtonLink } from "../layout/site-link.tsx";
import { AnswerActions } from "./answer-actions.tsx";
import { customersOver, horizons } from "./calculator-state.ts";
import type { CalculatorState, Horizon } from "./calculator-state.ts";
import { certainty, headline, lifetime, money, rate } from "./calculator-words.ts";
import { Choice } from "./choice.tsx";
import { CourseChart } from "./course-chart.tsx";

interface AnswerPanelProps {
  /** Of the answer: while a number is wrong, not what stands in the fields. */
  state: CalculatorState;
  answer: CalculatorAnswer;
  /** Of the numbers before: something in those of now is wrong. */
  isOld: boolean;
  onMonths: (months: Horizon) => void;
}

const pad = "px-5 py-5 md:px-7 print:px-0";

/** The answer, in a sentence first; then how it goes on, what it means for a customer, and what else would help. */
export function AnswerPanel({ state, answer, isOld, onMonths }: AnswerPanelProps) {
  const sure = certainty(answer);
  return (
    <section
      aria-label="Answer"
      className="divide-y divide-line border-t border-line lg:border-t-0 lg:border-l print:border-0"
    >
      <div className={pad}>
        <p className="m-0 text-ui font-emphasis text-ink-2">
          Revenue you would keep in the next {state.months} months
        </p>
        <p className="m-0 flex flex-wrap items-baseline gap-x-3">
          <span
            className={cn(
              "text-[clamp(2.5rem,6vw,3.625rem)]/[1.15] font-strong tracking-[-0.035em]",
              isOld ? "text-ink-3" : "text-brand-text",
            )}
          >
            {money(Math.max(0, answer.target.keptMinor))}
          </span>
          <span className="text-lead text-ink-2">of {money(answer.lostMinor)} you are on course to lose</span>
        </p>
        <p aria-live="polite" className="m-0 pt-2 text-body text-ink">
          {isOld
            ? "The answer to the numbers before. Mend the one that is marked."
            : headline(answer, state.months)}
        </p>
        {sure === null ? null : <p className="m-0 pt-1 text-ui text-ink-2">{sure}</p>}
      </div>
      <div className={pad}>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pb-2">
          <h2 className="m-0 text-body font-strong text-ink">Monthly revenue to come</h2>
          <Horizons months={state.months} onMonths={onMonths} />
        </div>
        <CourseChart answer={answer} />
        <CourseTable answer={answer} />
      </div>
      <Pairs state={state} answer={answer} />
      <Sensitivity answer={answer} months={state.months} />
      <AnswerActions state={state} answer={answer} />
      <div className={cn(pad, "flex flex-wrap items-center justify-between gap-4 bg-sunken print:hidden")}>
        <div>
          <p className="m-0 text-body font-strong text-ink">Find the customers behind this number</p>
          <p className="m-0 text-ui text-ink-2">
            Bring a file: every customer gets a chance of leaving, and the reasons for it.
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          <SiteButtonLink href="/own-file">Try it on your own file</SiteButtonLink>
          <JoinButton source="churn-calculator" />
        </span>
      </div>
    </section>
  );
}

function Horizons({ months, onMonths }: { months: Horizon; onMonths: (months: Horizon) => void }) {
  return (
    <fieldset className="m-0 inline-flex rounded-control border-0 bg-press p-0.5 print:hidden">
      <legend className="sr-only">Months ahead</legend>
      {horizons.map((one) => (
        <Choice key={one} name="months" value={one} isChosen={one === months} onChoose={() => onMonths(one)}>
          {one} months
        </Choice>
      ))}
    </fieldset>
  );
}

function CourseTable({ answer }: { answer: CalculatorAnswer }) {
  const { today, target } = answer;
  return (
    <details className="pt-1 text-ui">
      <summary className="w-max rounded-check text-small text-ink-2">View as table</summary>
      <div>
        <table className="w-full border-collapse text-right tabular">
          <thead>
            <tr className="text-small text-ink-2">
              <th scope="col" className="py-1 text-left font-label">
                Month
              </th>
              <th scope="col" className="font-label">
                Today's churn
              </th>
              <th scope="col" className="font-label">
                Lower churn
              </th>
            </tr>
          </thead>
          <tbody>
            {today.mrrMinor.map((mrr, month) => (
              <tr key={month} className="border-t border-line">
                <th scope="row" className="py-1 text-left font-regular">
                  {month === 0 ? "Now" : month}
                </th>
                <td>{money(mrr)}</td>
                <td>{money(target.mrrMinor[month] ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function Pair({ label, before, after }: { label: string; before: ReactNode; after?: ReactNode }) {
  return (
    <div className={cn(pad, "py-4")}>
      <dt className="text-note text-ink-2">{label}</dt>
      <dd className="m-0 flex flex-wrap items-center gap-2 pt-1 text-lead font-strong text-ink-2">
        {before}
        {after === undefined ? null : (
          <>
            <ArrowRight aria-label="becomes" className="size-4 text-ink-3" />
            <span className="text-ink">{after}</span>
          </>
        )}
      </dd>
    </div>
  );
}

function Pairs({ state, answer }: Pick<AnswerPanelProps, "state" | "answer">) {
  const { atStart, atEnd } = customersOver(state, answer);
  const { lifetimeValueMinor, targetLifetimeValueMinor, lifetimeValueToAcquisition: ratio } = answer;
  const value = (minor: number | null) => (minor === null ? "n/a" : money(minor));
  const share = (of: number | null) => (of === null ? "n/a" : rate(of));
  return (
    <dl className="m-0 grid divide-line md:grid-cols-3 md:divide-x md:[&>:nth-child(3n)]:border-e-0">
      <Pair
        label="Lifetime value per customer"
        before={value(lifetimeValueMinor)}
        after={value(targetLifetimeValueMinor)}
      />
      <Pair
        label="Customers kept after a year"
        before={formatCount(answer.keptAfterYear)}
        after={formatCount(answer.targetKeptAfterYear)}
      />
      <Pair
        label="Average customer lifetime"
        before={lifetime(answer.lifetimeMonths)}
        after={lifetime(answer.targetLifetimeMonths)}
      />
      <Pair
        label={`Customers, over one ${state.period}`}
        before={formatCount(atStart)}
        after={formatCount(atEnd)}
      />
      <Pair label="Gross MRR churn, of the period" before={share(answer.grossMrrChurn)} />
      <Pair label="Net MRR churn, of the period" before={share(answer.netMrrChurn)} />
      <Pair label="Gross revenue retention, of the period" before={share(answer.grossRetention)} />
      <Pair label="Net revenue retention, of the period" before={share(answer.netRetention)} />
      <Pair label="Could be recovered in a year" before={money(answer.recoverableMinor)} />
      {ratio === null || answer.paybackMonths === null ? null : (
        <>
          <Pair label="Lifetime value to cost of winning" before={`${formatNumber(ratio, 1)} to 1`} />
          <Pair label="Cost of winning is paid back in" before={lifetime(answer.paybackMonths)} />
        </>
      )}
    </dl>
  );
}

const courseNames: Record<MrrCourse["name"], string> = {
  today: "As today",
  target: "The churn you could reach",
  "one-point": "Churn one point lower",
  "two-points": "Churn two points lower",
  recovery: "A fifth more of failed payments recovered",
};

function Sensitivity({ answer, months }: { answer: CalculatorAnswer; months: number }) {
  return (
    <div className={pad}>
      <h2 className="m-0 pb-2 text-body font-strong text-ink">What each step would keep</h2>
      <table className="w-full border-collapse text-ui">
        <thead>
          <tr className="text-left text-small text-ink-2">
            <th scope="col" className="py-1 font-label">
              Step
            </th>
            <th scope="col" className="py-1 text-right font-label">
              Churn a month
            </th>
            <th scope="col" className="py-1 text-right font-label">
              Kept in {months} months
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {[...answer.sensitivity, answer.target].map((course) => (
            <tr key={course.name} className="border-t border-line">
              <th scope="row" className="py-2 text-left font-regular">
                {courseNames[course.name]}
              </th>
              <td className="text-right">{rate(course.monthlyChurn)}</td>
              <td className="text-right font-strong">{money(Math.max(0, course.keptMinor))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="m-0 pt-2 text-note text-ink-2">
        Lifetimes and courses assume that churn stays what it is. What can be recovered is an assumption of
        yours, and no promise.
      </p>
    </div>
  );
}

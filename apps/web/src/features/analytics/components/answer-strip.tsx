import { RiskLevel, riskLevelLabel } from "@forestay/contracts/wire";
import type { Analysis, RiskLevelValue } from "@forestay/contracts/wire";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { RiskRungs, riskColor } from "@/components/ui/risk-level.tsx";
import { MISSING, formatCount, formatMoney } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { valueNoun } from "../hooks/answer-words.ts";
import { fewCustomers } from "../hooks/plan-words.ts";

/** The answer in six figures: what is expected to go, money first, and how many stand where. Each leads to its rows. */
export function AnswerStrip({ analysis }: { analysis: Analysis }) {
  const { expectedRevenueAtRisk: atRisk, expectedLeavers: leavers, currency } = analysis;
  const money = (amount: number) => formatMoney(amount, currency);
  const leads = analysis.customersAnalyzed > 0 && analysis.resultsRemovedAt === null;
  const within = analysis.isUndated ? "" : ` within ${analysis.horizonDays} days`;
  return (
    <dl className="m-0 grid grid-cols-4 gap-px bg-line lg:grid-cols-[1.9fr_1.4fr_repeat(4,1fr)]">
      <Answer
        className="col-span-2 lg:col-span-1"
        label={
          valueNoun(analysis) === "revenue"
            ? "Yearly revenue expected to leave"
            : "Lifetime value expected to leave"
        }
        to={leads && atRisk !== null ? "?tab=customers&sort=valueAtRisk" : undefined}
        note={
          atRisk === null
            ? "No revenue or lifetime value is known"
            : `Of those expected to leave${within}; 8 in 10 chance of ${money(atRisk.lower)} to ${money(atRisk.upper)}`
        }
        title={atRisk?.basis}
      >
        {atRisk === null ? MISSING : money(atRisk.value)}
      </Answer>
      <Answer
        className="col-span-2 lg:col-span-1"
        label="Customers expected to leave"
        to={leads && leavers !== null ? "?tab=customers" : undefined}
        note={
          leavers === null
            ? ""
            : `8 in 10 chance of ${fewCustomers(leavers.lower)} to ${fewCustomers(leavers.upper)}`
        }
      >
        {leavers === null ? MISSING : fewCustomers(leavers.value)}
      </Answer>
      {analysis.levels.toReversed().map((one) => (
        <Answer
          key={one.level}
          label={
            <span className="flex flex-wrap items-center gap-x-1.5 lg:gap-x-2">
              <RiskRungs level={one.level} className={riskColor[one.level].fill} />
              {riskLevelLabel(one.level)}
            </span>
          }
          to={leads && one.customers > 0 ? `?tab=customers&level=${one.level}` : undefined}
          change={changeOf(analysis, one)}
          note={
            one.monthlyRevenue > 0
              ? `${money(one.monthlyRevenue)} a month`
              : one.lifetimeValue > 0
                ? `${money(one.lifetimeValue)} lifetime value`
                : ""
          }
          isSmall
        >
          {formatCount(one.customers)}
        </Answer>
      ))}
    </dl>
  );
}

/** How many more or fewer stand at a level than about a month before; null where nobody was scored then. */
function changeOf(
  { levelsBefore }: Pick<Analysis, "levelsBefore">,
  { level, customers }: Analysis["levels"][number],
): LevelChange | null {
  const before = levelsBefore?.levels.find((one) => one.level === level);
  if (levelsBefore === null || before === undefined) return null;
  return { level, by: customers - before.customers, days: levelsBefore.days };
}

interface LevelChange {
  level: RiskLevelValue;
  by: number;
  days: number;
}

/** More at a higher level is worse; of the lowest it says nothing either way. */
function Change({ level, by, days }: LevelChange) {
  if (by === 0) return <>as {days} days before</>;
  return (
    <>
      <span
        className={cn(
          "font-strong tabular",
          level === RiskLevel.Low ? "text-ink" : by > 0 ? "text-risk-high-text" : "text-ok-text",
        )}
      >
        {by > 0 ? "+" : "−"}
        {formatCount(Math.abs(by))}
      </span>{" "}
      in {days} days
    </>
  );
}

interface AnswerProps {
  label: ReactNode;
  /** Where its rows are; none where there are none to show. */
  to: string | undefined;
  note: string;
  title?: string | undefined;
  change?: LevelChange | null;
  /** One of four beside each other on a phone: without its note there. */
  isSmall?: boolean;
  className?: string;
  children: string;
}

function Answer({
  label,
  to,
  note,
  title,
  change = null,
  isSmall = false,
  className,
  children,
}: AnswerProps) {
  return (
    <div
      className={cn("min-w-0 bg-sheet py-3", isSmall ? "px-2.5 md:px-4 lg:px-5" : "px-4 lg:px-5", className)}
    >
      <dt className="text-note text-ink-2">{label}</dt>
      <dd className="m-0 mt-0.5 text-ink" title={title}>
        {to === undefined ? (
          <span className="text-title font-strong">{children}</span>
        ) : (
          <Link
            to={to}
            className="relative rounded-check border-b-2 border-brand-line text-title font-strong text-ink no-underline hover:border-brand touch:before:absolute touch:before:-inset-x-2 touch:before:-inset-y-2"
          >
            {children}
          </Link>
        )}
        {change === null ? null : (
          <span className="block pt-1 text-note text-ink-2 max-md:hidden">
            <Change {...change} />
          </span>
        )}
        {note === "" ? null : (
          <span className={cn("block pt-1 text-note text-ink-2", isSmall && "max-md:hidden")}>{note}</span>
        )}
      </dd>
    </div>
  );
}

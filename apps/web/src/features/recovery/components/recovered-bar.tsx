import { recoveryParts } from "@forestay/contracts/wire";
import type { Recovery, RecoveryPart } from "@forestay/contracts/wire";
import { Link } from "react-router";
import {
  formatCount,
  formatCounted,
  formatMoney,
  formatPoints,
  formatShare,
  monthName,
} from "@/lib/format/index.ts";
import { casesPath } from "../hooks/cases-state.ts";

const HATCHED = "repeating-linear-gradient(135deg, var(--line-strong) 0 3px, var(--press) 3px 6px)";

const fills: Record<RecoveryPart, string> = {
  recovered: "var(--seq-5)",
  retrying: "var(--seq-4)",
  waiting: "var(--seq-3)",
  by_hand: "var(--ink-3)",
  lost: HATCHED,
};

/** What came in of a month's failed payments, in one figure and one bar: its parts add up to what failed. */
export function RecoveredBar({ recovery }: { recovery: Recovery }) {
  const { amount, recovered, rate, currency, month, provisional, before, cases } = recovery;
  const money = (value: number) => formatMoney(value, currency);
  const parts = recovery.parts.filter((part) => part.amount > 0);
  return (
    <section className="px-4 py-4.5 md:px-5" aria-label="Recovered">
      <p className="m-0 text-ui text-ink-2">{provisional ? "Recovered so far" : "Recovered"}</p>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 pb-4">
        <Link
          to={casesPath({ month, currency, part: "recovered" })}
          className="rounded-check text-[34px] leading-10 font-strong tracking-[-0.035em] text-ink no-underline hover:underline hover:decoration-brand-line hover:underline-offset-4"
        >
          {money(recovered)}
        </Link>
        <span className="text-body text-ink-2">
          of{" "}
          <Link to={casesPath({ month, currency })} className={quiet}>
            {money(amount)}
          </Link>{" "}
          that failed
        </span>
        {before === null || rate === null ? null : <Change rate={rate} before={before} />}
      </div>
      {cases === 0 ? null : (
        <>
          <div aria-hidden className="flex h-6.5 gap-0.5">
            {parts.map((part) => (
              <span
                key={part.part}
                className="block h-full min-w-1.5 rounded-[3px]"
                style={{ flexGrow: part.amount, flexBasis: 0, background: fills[part.part] }}
              />
            ))}
          </div>
          <ul className="m-0 flex list-none flex-wrap gap-x-8 gap-y-2 p-0 pt-3">
            {parts.map((part) => (
              <li key={part.part} className="flex items-start gap-2">
                <span
                  aria-hidden
                  className="mt-1 size-2.5 shrink-0 rounded-[3px]"
                  style={{ background: fills[part.part] }}
                />
                <span className="flex flex-col">
                  <span className="text-ui text-ink-2">{recoveryParts[part.part]}</span>
                  <span className="text-ui text-ink-2 tabular">
                    <Link
                      to={casesPath({ month, currency, part: part.part })}
                      className="rounded-check font-strong text-ink no-underline hover:underline"
                    >
                      {money(part.amount)}
                    </Link>{" "}
                    {formatShare(part.amount / amount)}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="m-0 pt-3 text-note text-ink-2">{provisionalWords(recovery)}</p>
      <Rates recovery={recovery} />
    </section>
  );
}

/** How much fails at all, and how many leave by it. */
function Rates({ recovery: { failureRate, leftUnpaid, month } }: { recovery: Recovery }) {
  const figures = [
    failureRate === null
      ? null
      : { name: "Failure rate", value: formatShare(failureRate), of: `of the bills of ${monthName(month)}` },
    leftUnpaid === null
      ? null
      : {
          name: "Involuntary churn",
          value:
            leftUnpaid.share === null ? formatCount(leftUnpaid.customers) : formatShare(leftUnpaid.share),
          of: `${formatCounted(leftUnpaid.customers, "customer")} left unpaid`,
        },
  ].filter((figure) => figure !== null);
  if (figures.length === 0) return null;
  return (
    <dl className="m-0 flex flex-wrap gap-x-8 gap-y-2 pt-3">
      {figures.map(({ name, value, of }) => (
        <div key={name}>
          <dt className="text-ui text-ink-2">{name}</dt>
          <dd className="m-0 text-ui text-ink-2 tabular">
            <span className="font-strong text-ink">{value}</span> {of}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const quiet =
  "rounded-check text-ink underline decoration-brand-line underline-offset-4 hover:decoration-brand";

function Change({ rate, before }: { rate: number; before: NonNullable<Recovery["before"]> }) {
  const points = (rate - before.rate) * 100;
  const isUp = points >= 0;
  if (Math.abs(points) < 0.05)
    return <span className="text-ui text-ink-2">Same as {monthName(before.month)} at the same age</span>;
  return (
    <span className={isUp ? "text-ui font-strong text-ok-text" : "text-ui font-strong text-danger-text"}>
      <span aria-hidden>{isUp ? "↑ " : "↓ "}</span>
      {formatPoints(Math.abs(points))} {isUp ? "above" : "below"} {monthName(before.month)} at the same age
    </span>
  );
}

/** What counts, and until when it may change. */
function provisionalWords({ provisional, silentShare, medianDays, month }: Recovery): string {
  const parts = [
    provisional
      ? `A payment counts until 60 days after it failed: ${monthName(month)} may still rise.`
      : "Paid within 60 days of the first failure.",
    ...(silentShare === null ? [] : [`${formatShare(silentShare)} of it came before anybody wrote.`]),
    ...(medianDays === null ? [] : [`Half of the payments came within ${daysWords(medianDays)}.`]),
  ];
  return parts.join(" ");
}

function daysWords(days: number): string {
  if (days < 1) return "a day";
  const whole = Math.ceil(days);
  return whole === 1 ? "a day" : `${whole} days`;
}

import type { RecoveryReplay } from "@forestay/contracts/wire";
import { RotateCw } from "lucide-react";
import { StackedColumns } from "@/components/charts/stacked-columns.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatCount, formatCounted, formatMoney, formatShortDate } from "@/lib/format/index.ts";
import { replayTitle } from "../hooks/policy-words.ts";

interface ReplayPanelProps {
  replay: RecoveryReplay;
  isStale: boolean;
  onAgain: () => void;
}

/** The last 90 days of failed payments through the policy beside it. */
export function ReplayPanel({ replay, isStale, onAgain }: ReplayPanelProps) {
  const { failures, amounts, heldBack, leftAlone, excluded, weeks, cost, currency, tookMs, asOf } = replay;
  const sums = amounts.map(({ currency: of, amount }) => formatMoney(amount, of)).join(" and ");
  const notes = [
    ...(heldBack === 0 ? [] : [`${formatCounted(heldBack, "payment")} met a limit.`]),
    ...(leftAlone === 0 ? [] : [`${formatCounted(leftAlone, "card")} would not have been tried again.`]),
    ...(excluded === 0 ? [] : [`${formatCounted(excluded, "payment")} of excluded plans left out.`]),
  ];
  return (
    <div className="flex flex-col divide-y divide-line bg-sunken lg:h-full">
      <section className="px-4 py-4.5 md:px-5" aria-busy={isStale || undefined}>
        <div className="flex flex-wrap items-center justify-between gap-2 pb-2">
          <h2 className="m-0 text-ui font-medium text-ink-2">The last 90 days through this policy</h2>
          <Tag>Sends nothing</Tag>
        </div>
        <p className="m-0 pb-2 text-title font-strong tracking-[-0.02em] text-ink">{replayTitle(replay)}</p>
        <p className="m-0 pb-3 text-ui text-ink-2">
          {formatCounted(failures, "failed payment")}
          {sums === "" ? "" : `, ${sums}`}, from {dayWords(replay.from)} to {dayWords(replay.until)}.{" "}
          {notes.join(" ")}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="sm"
            icon={<RotateCw />}
            onClick={onAgain}
            pending={isStale}
            pendingLabel="Replaying..."
          >
            Replay again
          </Button>
          <span className="text-small text-ink-2">
            Took {(tookMs / 1000).toFixed(1)} s, as of {formatShortDate(asOf)}
          </span>
        </div>
      </section>
      <section className="px-4 py-4.5 md:px-5">
        <h2 className="m-0 pb-3 text-body font-strong text-ink">
          About {formatCounted(Math.round((replay.now.retries / 90) * 7), "try", "tries")} and{" "}
          {formatCounted(Math.round((replay.now.emails / 90) * 7), "e-mail")} a week
        </h2>
        <StackedColumns
          label="Tries and e-mails by week, as this policy would have had them"
          head="Week from"
          height={180}
          parts={[
            { key: "retries", label: "Tries", color: "var(--c1)", isLoss: false },
            { key: "emails", label: "E-mails", color: "var(--c2)", isLoss: false },
          ]}
          columns={weeks.map((week) => ({
            key: week.from,
            label: dayWords(week.from),
            values: { retries: week.retries, emails: week.emails },
          }))}
          formatY={formatCount}
          formatValue={formatCount}
          xTicks={weeks.flatMap((week, column) =>
            column % 4 === 0 ? [{ column, label: dayWords(week.from) }] : [],
          )}
          csv={{
            name: "replay-by-week",
            columns: ["week_from", "tries", "emails"],
            rows: weeks.map((week) => [week.from, week.retries, week.emails]),
          }}
        />
      </section>
      <Compared replay={replay} />
      <section className="px-4 py-4.5 md:px-5">
        <h2 className="m-0 pb-2 text-body font-strong text-ink">Cost</h2>
        <dl className="m-0 flex flex-col gap-1.5 text-ui text-ink-2 tabular">
          <Line
            what={`${formatCounted(replay.now.emails, "e-mail")}, by the thousand`}
            value={formatMoney(cost.emails, currency, 2)}
          />
          <Line
            what={`${formatCounted(replay.now.retries, "try", "tries")}, at your price of one`}
            value={formatMoney(cost.retries, currency, 2)}
          />
        </dl>
      </section>
    </div>
  );
}

function Line({ what, value }: { what: string; value: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt>{what}</dt>
      <dd className="m-0 font-strong text-ink">{value}</dd>
    </div>
  );
}

function Compared({ replay: { done, now } }: { replay: RecoveryReplay }) {
  const rows: readonly [string, number, number][] = [
    ["Tries after the first", done.retries, now.retries],
    ["E-mails from here", done.emails, now.emails],
    ["Soft declines mailed within 48 h", done.softEmailsEarly, now.softEmailsEarly],
    ["Most e-mails to one customer", done.mostEmails, now.mostEmails],
    ["Tries of a card in class Never", done.triesOfNever, now.triesOfNever],
  ];
  return (
    <section className="px-4 py-4.5 md:px-5">
      <h2 className="m-0 pb-2 text-body font-strong text-ink">Beside what was done</h2>
      <table className="w-full border-collapse text-ui tabular" aria-label="What was done, and this policy">
        <thead className="text-small text-ink-2">
          <tr>
            <th scope="col" className="py-1 text-left font-label">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="py-1 text-right font-label">
              What was done
            </th>
            <th scope="col" className="py-1 pl-3 text-right font-label">
              This policy
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, was, is]) => (
            <tr key={what} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-2 text-left font-regular text-ink">
                {what}
              </th>
              <td className="py-1.5 text-right text-ink-2">{formatCount(was)}</td>
              <td className="py-1.5 pl-3 text-right font-strong">{formatCount(is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const days = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const dayWords = (day: string) => days.format(new Date(`${day}T00:00:00Z`));

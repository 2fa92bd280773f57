import type { CustomerDetail } from "@forestay/contracts/wire";
import { formatChance, formatDaysAhead } from "@/lib/format/index.ts";

/** When such customers leave: by when half of them have, and how many within 30, 60 and 90 days; nothing where that is not said. */
export function LeavingTimes({ customer }: { customer: CustomerDetail }) {
  const reachDays = customer.score?.reachDays ?? null;
  if (reachDays === null || customer.leavesWithin30 === null) return null;
  const within = [
    { days: 30, leave: customer.leavesWithin30 },
    { days: 60, leave: customer.leavesWithin60 },
    { days: 90, leave: customer.leavesWithin90 },
  ];
  return (
    <div className="mt-3 border-t border-line pt-3">
      <h3 className="m-0 text-ui font-strong text-ink">
        {customer.expectedDays === null
          ? `Most such customers stay longer than ${formatDaysAhead(reachDays).replace("about ", "")}`
          : `Most likely leaves within ${formatDaysAhead(customer.expectedDays)}`}
      </h3>
      <p className="m-0 mt-0.5 text-note text-ink-2">
        {customer.expectedDays === null
          ? "That is as far ahead as your records tell."
          : "Half of such customers have left by then."}
      </p>
      <dl className="m-0 mt-2 flex flex-col gap-1 text-ui">
        {within.map(({ days, leave }) => (
          <div key={days} className="flex justify-between gap-3">
            <dt className="text-ink-2">Within {days} days</dt>
            <dd className="m-0 text-ink tabular">{leave === null ? "Not known" : ofHundred(leave)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** As the score, which it may stand beside: "12 in 100", and at the ends in words. */
const ofHundred = (leave: number): string =>
  leave === 0 || leave === 100 ? formatChance(leave / 100) : `${leave} in 100`;

import type { CustomerUse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ColumnChart } from "@/components/charts/column-chart.tsx";
import { niceTicks } from "@/components/charts/nice-ticks.ts";
import { QueryView } from "@/components/query-view.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { formatCount, formatCounted, formatRelative, formatShortDate } from "@/lib/format/index.ts";
import { customerQueries } from "../api/customer-queries.ts";
import { usageWords } from "../hooks/usage-words.ts";

/** What product events say of the customer's use, by week and by what it used; absent where they say nothing. */
export function UsePanel({ customerId }: { customerId: string }) {
  const use = useQuery(customerQueries.use(customerId));
  return (
    <QueryView
      query={use}
      loading="Loading the use"
      failed="The use did not load"
      // Most companies without product events would see a shape that goes away again.
      skeleton={null}
    >
      {(known) => (known.lastAt === null ? null : <Known use={known} lastAt={known.lastAt} />)}
    </QueryView>
  );
}

function Known({ use: { weeks, mostUsed }, lastAt }: { use: CustomerUse; lastAt: string }) {
  const title = usageWords(weeks);
  return (
    <Cell title={title} subtitle={`Product events, last ${formatRelative(lastAt)}`}>
      <ColumnChart
        label={`${title}. Product events by week.`}
        heads={["Week from", "Events"]}
        height={150}
        // Of one or two events there are no halves.
        yTicks={niceTicks(Math.max(0, ...weeks.map(({ events }) => events))).filter(Number.isInteger)}
        formatY={formatCount}
        columns={weeks.map(({ from, events, days }, week) => ({
          key: from,
          label: `${formatShortDate(`${from}T12:00:00`)}, on ${formatCounted(days, "day")}`,
          value: events,
          muted: week === weeks.length - 1,
        }))}
        xTicks={weeks.flatMap(({ from }, column) =>
          column % 4 === 0 || column === weeks.length - 1
            ? [{ column, at: "middle" as const, label: formatShortDate(`${from}T12:00:00`) }]
            : [],
        )}
        csv={{
          name: "use-by-week",
          columns: ["week_from", "events", "days"],
          rows: weeks.map(({ from, events, days }) => [from, events, days]),
        }}
      />
      {mostUsed.length === 0 ? null : (
        <table className="mt-3 w-full border-collapse text-ui">
          <caption className="pb-1 text-left font-strong text-ink">
            Most used <span className="text-note font-regular text-ink-2">in these weeks</span>
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Times</th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {mostUsed.map(({ name, events, lastAt: at }) => (
              <tr key={name} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-3 text-left font-regular break-words text-ink">
                  {name}
                </th>
                <td className="py-1.5 pr-4 text-right font-strong text-ink tabular">{formatCount(events)}</td>
                <td className="w-28 py-1.5 text-right text-note whitespace-nowrap text-ink-2">
                  {formatRelative(at)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Cell>
  );
}

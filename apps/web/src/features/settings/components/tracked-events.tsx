import type { EndpointResponse, trackingEndpoints } from "@forestay/contracts/wire";
import { DataCell, DataTable, HeaderCell, Row } from "@/components/ui/data-table.tsx";
import { formatCount, formatRelative, formatRelativeInline } from "@/lib/format/index.ts";

export type Tracking = EndpointResponse<typeof trackingEndpoints.overview>;

/** What came in, and what became of it. */
export function TrackedEvents({ tracking }: { tracking: Tracking }) {
  const { lastEventAt, underWay, last30Days } = tracking;
  const isQuiet = Object.values(last30Days).every((count) => count === 0) && underWay === 0;
  return (
    <section className="px-4 py-5 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">What came in</h2>
      {isQuiet ? (
        <p className="m-0 mt-0.5 text-ui text-ink-2">
          Nothing in the last 30 days. Send an event with one of your keys; it shows here within seconds.
        </p>
      ) : (
        <div className="flex flex-col gap-5">
          <p className="m-0 mt-0.5 text-ui text-ink-2">
            {lastEventAt === null
              ? "No event yet."
              : `The last event happened ${formatRelativeInline(lastEventAt)}.`}
            {underWay === 0 ? null : ` ${formatCount(underWay)} answered and not yet looked at.`}
          </p>
          <CountsTable tracking={tracking} />
          <KindsTable tracking={tracking} />
          <RefusalsTable tracking={tracking} />
        </div>
      )}
    </section>
  );
}

type Count = keyof Tracking["last30Days"];

const counts: readonly { name: Count; label: string; help: string }[] = [
  { name: "written", label: "Events in the ledger", help: "" },
  { name: "identified", label: "People described", help: "Identify calls that were followed." },
  { name: "waiting", label: "Set aside", help: "Of people who were no customers then." },
  { name: "ignored", label: "Left out", help: "Of people who are no customers, as you chose." },
  {
    name: "anonymous",
    label: "Without a person",
    help: "No userId: nobody could tell later whose they were. Not kept.",
  },
  { name: "duplicates", label: "Sent again", help: "The same message id as before. Counted once." },
  { name: "refused", label: "Refused", help: "The reasons are below." },
  { name: "withoutEffect", label: "Without effect", help: "Group and alias calls." },
];

function CountsTable({ tracking: { last24Hours, last30Days } }: { tracking: Tracking }) {
  const shown = counts.filter(({ name }) => name === "written" || last30Days[name] > 0);
  return (
    <DataTable label="What became of it">
      <thead>
        <tr>
          <HeaderCell>What became of it</HeaderCell>
          <HeaderCell numeric>24 hours</HeaderCell>
          <HeaderCell numeric>30 days</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, label, help }) => (
          <Row key={name}>
            <DataCell className="py-1.5">
              {label}
              {help === "" ? null : <span className="block text-note text-ink-2">{help}</span>}
            </DataCell>
            <DataCell numeric>{formatCount(last24Hours[name])}</DataCell>
            <DataCell numeric>{formatCount(last30Days[name])}</DataCell>
          </Row>
        ))}
      </tbody>
    </DataTable>
  );
}

function KindsTable({ tracking: { kinds, kindCount } }: { tracking: Tracking }) {
  if (kinds.length === 0) return null;
  return (
    <div>
      <h3 className="m-0 pb-1 text-ui font-strong text-ink">Kinds of events, 30 days, those set aside too</h3>
      <DataTable label="Kinds of events">
        <thead>
          <tr>
            <HeaderCell>Event</HeaderCell>
            <HeaderCell numeric>Events</HeaderCell>
            <HeaderCell>Last</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ name, events, lastAt }) => (
            <Row key={name}>
              <DataCell className="break-words">{name}</DataCell>
              <DataCell numeric>{formatCount(events)}</DataCell>
              <DataCell className="whitespace-nowrap text-ink-2">{formatRelative(lastAt)}</DataCell>
            </Row>
          ))}
        </tbody>
      </DataTable>
      {kindCount > kinds.length ? (
        <p className="m-0 pt-2 text-note text-ink-2">
          The {kinds.length} most frequent of {formatCount(kindCount)}.
        </p>
      ) : null}
    </div>
  );
}

function RefusalsTable({ tracking: { refusals } }: { tracking: Tracking }) {
  if (refusals.length === 0) return null;
  return (
    <div>
      <h3 className="m-0 pb-1 text-ui font-strong text-ink">Refused, the newest first</h3>
      <DataTable label="Refused events">
        <thead>
          <tr>
            <HeaderCell>Why</HeaderCell>
            <HeaderCell>As it was sent</HeaderCell>
            <HeaderCell>When</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ id, reason, example, at }) => (
            <Row key={id}>
              <DataCell className="min-w-48 py-1.5">{reason}</DataCell>
              <DataCell className="max-w-80 truncate font-mono text-small text-ink-2" title={example}>
                {example}
              </DataCell>
              <DataCell className="whitespace-nowrap text-ink-2">{formatRelative(at)}</DataCell>
            </Row>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

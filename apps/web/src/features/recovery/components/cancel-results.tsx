import { RETENTION_DAYS } from "@forestay/contracts/wire";
import type { CancelResults as Results } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { ScrollBox } from "@/components/ui/scroll-box.tsx";
import { Cell, SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { MISSING, formatCount, formatCounted } from "@/lib/format/index.ts";
import { cancelQueries } from "../api/cancel-queries.ts";

/** By offer who took it and who stayed, by reason what became of it; of the last year. */
export function CancelResults() {
  const results = useQuery(cancelQueries.results());
  return (
    <QueryView
      query={results}
      loading="Loading what came of it"
      failed="What came of it did not load"
      skeleton={<Skeleton className="m-5 h-40" />}
    >
      {(loaded) => <Tables results={loaded} />}
    </QueryView>
  );
}

const share = (part: number, of: number) => (of === 0 ? MISSING : `${Math.round((100 * part) / of)}%`);

function Tables({ results: { started, canceled, offers, reasons } }: { results: Results }) {
  if (started === 0)
    return (
      <Cell title="What came of it">
        <p className="m-0 text-ui text-ink-2">Nobody has been led to it in the last year.</p>
      </Cell>
    );
  return (
    <SheetRow columns="minmax(0,1fr) minmax(0,1fr)">
      <Cell
        title="What offers keep"
        subtitle={`${formatCounted(started, "customer")} led to it, ${formatCount(canceled)} canceled`}
      >
        {offers.length === 0 ? (
          <p className="m-0 text-ui text-ink-2">Nothing has been offered yet.</p>
        ) : (
          <Table
            label="Offers"
            heads={["Offer", "Shown", "Taken", `Still there after ${RETENTION_DAYS} days`]}
            rows={offers.map((one) => [
              one.words,
              formatCount(one.shown),
              `${formatCount(one.accepted)} (${share(one.accepted, one.shown)})`,
              <Retained key={one.words} offer={one} />,
            ])}
          />
        )}
      </Cell>
      <Cell title="Why they want to leave" subtitle="In the last year">
        {reasons.length === 0 ? (
          <p className="m-0 text-ui text-ink-2">Nobody has said why.</p>
        ) : (
          <Table
            label="Reasons"
            heads={["Reason", "Said", "Took the offer", "Canceled"]}
            rows={reasons.map((one) => [
              one.label,
              formatCount(one.said),
              formatCount(one.accepted),
              formatCount(one.canceled),
            ])}
          />
        )}
      </Cell>
    </SheetRow>
  );
}

/** Who stayed, of those whose time is over; the others may still leave, and are said apart. */
function Retained({
  offer: { accepted, measured, retained, stillThere },
}: {
  offer: Results["offers"][number];
}) {
  const waiting = accepted - measured;
  return (
    <>
      {measured === 0
        ? "Not known yet"
        : `${formatCount(retained)} of ${formatCount(measured)} (${share(retained, measured)})`}
      {waiting === 0 ? null : (
        <span className="block text-note text-ink-2">
          provisional: {formatCount(stillThere)} of {formatCount(waiting)} so far
        </span>
      )}
    </>
  );
}

function Table({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <ScrollBox label={label}>
      <table aria-label={label} className="w-full border-collapse text-ui tabular">
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={`py-2 pr-4 text-small font-label text-ink-3 last:pr-0 ${index === 0 ? "text-left" : "text-right"}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest], index) => (
            <tr key={index} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-4 text-left font-regular text-ink">
                {first}
              </th>
              {rest.map((cell, at) => (
                <td key={at} className="py-2.5 pr-4 text-right last:pr-0">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

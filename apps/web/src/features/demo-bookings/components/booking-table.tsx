import { formatAppointment, formatClock } from "@forestay/contracts/words";
import type { ListColumn } from "@/components/list/list-column.ts";
import { ListTable } from "@/components/list/list-table.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { formatRelative, MISSING, viewerTimeZone } from "@/lib/format/index.ts";
import type { Booking } from "../api/demo-booking-queries.ts";
import { BookingActions } from "./booking-actions.tsx";

const isOver = ({ startsAt, minutes }: Booking) => Date.parse(startsAt) + minutes * 60_000 <= Date.now();

const whenOf = ({ startsAt }: Booking, timeZone: string) => formatAppointment(startsAt, new Date(), timeZone);

function Status({ booking }: { booking: Booking }) {
  if (booking.status === "Cancelled")
    return (
      <Tag tone="neutral">{booking.cancelledBy === "team" ? "Called off by us" : "Called off by them"}</Tag>
    );
  return isOver(booking) ? <Tag tone="outline">Over</Tag> : <Tag tone="ok">Booked</Tag>;
}

function When({ booking }: { booking: Booking }) {
  const own = viewerTimeZone();
  return (
    <span className="block">
      <span className="font-strong text-ink">{whenOf(booking, own)}</span>
      <span className="block text-note text-ink-2">
        {booking.minutes} minutes
        {booking.timeZone === own
          ? ""
          : `; ${formatClock(booking.startsAt, booking.timeZone)} in ${booking.timeZone}`}
      </span>
    </span>
  );
}

/** Who comes and when; on a small screen the facts stand one under the other. */
export function BookingTable({ bookings, isStale }: { bookings: readonly Booking[]; isStale: boolean }) {
  const columns: readonly ListColumn<Booking>[] = [
    { id: "when", header: "When", cell: (booking) => <When booking={booking} /> },
    {
      id: "who",
      header: "Who",
      cell: ({ name, email }) => (
        <span className="block min-w-0">
          <span className="block font-strong text-ink">{name}</span>
          <span className="block text-note break-all text-ink-2">{email}</span>
        </span>
      ),
    },
    {
      id: "company",
      header: "Company",
      cell: ({ companyName, customers }) =>
        companyName === "" && customers === "" ? (
          MISSING
        ) : (
          <span className="block">
            {companyName || MISSING}
            {customers === "" ? null : (
              <span className="block text-note text-ink-2">{customers} customers</span>
            )}
          </span>
        ),
    },
    {
      id: "topic",
      header: "What to look at",
      cell: ({ topic }) =>
        topic === "" ? MISSING : <span className="line-clamp-2 max-w-80 whitespace-normal">{topic}</span>,
    },
    { id: "status", header: "Status", cell: (booking) => <Status booking={booking} /> },
    {
      id: "actions",
      header: "Actions",
      hidesHeader: true,
      cellClassName: "text-right",
      cell: (booking) => <BookingActions booking={booking} isOver={isOver(booking)} />,
    },
  ];
  return (
    <ListTable
      label="Booked demos"
      columns={columns}
      rows={bookings}
      idOf={({ id }) => id}
      rowClassName="h-15"
      isStale={isStale}
      mobileRow={(booking) => (
        <li className="flex flex-col gap-2 px-4 py-3 text-ui">
          <span className="flex items-start justify-between gap-3">
            <span className="min-w-0">
              <When booking={booking} />
              <span className="block pt-1 text-ink">{booking.name}</span>
              <span className="block text-note break-all text-ink-2">
                {[booking.email, booking.companyName, formatRelative(booking.bookedAt)]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {booking.topic === "" ? null : <span className="block pt-1 text-ink-2">{booking.topic}</span>}
            </span>
            <Status booking={booking} />
          </span>
          <BookingActions booking={booking} isOver={isOver(booking)} />
        </li>
      )}
    />
  );
}

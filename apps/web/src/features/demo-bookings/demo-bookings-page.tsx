import { demoBookingSpans } from "@forestay/contracts/wire";
import type { DemoBookingSpan } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { StaffOnly } from "@/components/staff-only.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { choice, defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { demoBookingQueries } from "./api/demo-booking-queries.ts";
import { BookingTable } from "./components/booking-table.tsx";
import { CalendarForm } from "./components/calendar-form.tsx";

const pageSize = 25;
const spanWords: Record<DemoBookingSpan, string> = { upcoming: "To come", past: "Over", all: "All" };
const listState = defineUrlState({
  search: text(),
  span: choice(demoBookingSpans, "upcoming"),
  page: pageNumber(),
});

/** /app/admin/waiting-list/demos: who booked a demo, and when demos are held. */
export function DemoBookingsPage() {
  return (
    <StaffOnly title="Demo bookings">
      <DemoBookings />
    </StaffOnly>
  );
}

function DemoBookings() {
  const [view, change] = useUrlState(listState);
  const { search, span, page } = view;
  const list = useQuery(
    demoBookingQueries.list({ page, pageSize, span, ...(search === "" ? {} : { search }) }),
  );
  const calendar = useQuery(demoBookingQueries.calendar());
  const isOpen = list.data?.isOpen;
  return (
    <>
      <PageHeader
        title="Demo bookings"
        breadcrumb={[{ label: "Waiting List", to: "/app/admin/waiting-list" }, { label: "Demo bookings" }]}
        subtitle={
          isOpen === undefined
            ? undefined
            : isOpen
              ? "Visitors are offered times at /book-demo"
              : "The calendar is closed: visitors are offered no times"
        }
      />
      <Sheet>
        <ListToolbar>
          <SegmentedControl
            label="Which demos"
            options={demoBookingSpans.map((value) => ({ value, label: spanWords[value] }))}
            value={span}
            onChange={(next) => change({ span: next })}
          />
          <SearchField
            label="Search demos by name, e-mail or company"
            placeholder="Name, e-mail or company"
            value={search}
            onSearch={(typed) => change({ search: typed })}
            className="md:w-72"
          />
        </ListToolbar>
        <ListFrame
          query={list}
          noun="demos"
          failed="The demos did not load"
          skeleton={<ListSkeleton rows={4} rowClassName="md:h-15" />}
          empty={
            search === "" ? (
              <EmptyState title={span === "upcoming" ? "No demo is booked" : "No demos here"}>
                Visitors choose a time at /book-demo, out of the hours below.
              </EmptyState>
            ) : (
              <NoResults
                title="Nobody matches"
                action={<Button onClick={() => change({ search: "" })}>Show everybody</Button>}
              />
            )
          }
          onPage={(next) => change({ page: next })}
        >
          {({ items }, isStale) => <BookingTable bookings={items} isStale={isStale} />}
        </ListFrame>
      </Sheet>
      <Sheet className="mt-5">
        <QueryView
          query={calendar}
          loading="Loading the calendar"
          failed="The calendar did not load"
          skeleton={<Skeleton className="mx-6 my-6 h-80" />}
        >
          {(data) => <CalendarForm calendar={data} />}
        </QueryView>
      </Sheet>
    </>
  );
}

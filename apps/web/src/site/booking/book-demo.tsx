import { useState } from "react";
import { BookingForm } from "./booking-form.tsx";
import { OwnBooking } from "./own-booking.tsx";
import type { BookedDemo } from "./own-booking.tsx";
import { useSlots } from "./use-slots.ts";
import { siteButton } from "../layout/site-link.tsx";

/** A time with a person: chosen and booked, and by the mail's link moved or called off. */
export function BookDemo({ token = null }: { token?: string | null }) {
  const [booked, setBooked] = useState<BookedDemo | null>(null);
  const slots = useSlots();
  const { offer, problem, ask } = slots;
  if (token !== null || booked !== null)
    return <OwnBooking token={booked?.token ?? token} booked={booked} slots={slots} />;
  if (problem !== null)
    return (
      <div role="alert" className="min-h-140 text-body text-ink">
        <p className="m-0 pb-4">The times did not load. {problem}</p>
        <button type="button" onClick={ask} className={siteButton("secondary")}>
          Try again
        </button>
      </div>
    );
  if (offer === null) return <Waiting />;
  if (!offer.isOpen || offer.slots.every(({ free }) => free === 0))
    return (
      <div className="min-h-140">
        <p className="m-0 text-lead font-strong text-ink">
          {offer.isOpen ? "Every time is taken." : "No times are offered at the moment."}
        </p>
        <p className="m-0 pt-2 pb-5 text-body text-ink-2">
          {offer.isOpen
            ? "New times open up every day. Join the waiting list, and somebody gets in touch."
            : "Whoever runs this installation has not opened their calendar. Join the waiting list, or look around on your own."}
        </p>
        <button type="button" data-join="book-demo" className={siteButton("primary")}>
          Join the waiting list
        </button>
      </div>
    );
  return <BookingForm slots={slots} offer={offer} onBooked={setBooked} />;
}

/** As tall as what comes, so that nothing moves when it does. */
function Waiting() {
  return (
    <div aria-busy="true" className="min-h-140">
      <p className="sr-only">Loading the times</p>
      <div aria-hidden className="grid grid-cols-5 gap-1.5 pt-9">
        {[1, 2, 3, 4, 5].map((key) => (
          <div key={key} className="h-20 rounded-control bg-sunken" />
        ))}
      </div>
    </div>
  );
}

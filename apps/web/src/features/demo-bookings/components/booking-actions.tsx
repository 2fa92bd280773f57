import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useCancelBooking, useRemoveBooking } from "../api/demo-booking-queries.ts";
import type { Booking } from "../api/demo-booking-queries.ts";

/** Called off while it is to come; deleted once it is off or over. */
export function BookingActions({ booking, isOver }: { booking: Booking; isOver: boolean }) {
  const [asking, setAsking] = useState(false);
  const cancel = useCancelBooking(booking.id);
  const remove = useRemoveBooking(booking.id);
  const stands = booking.status === "Booked" && !isOver;
  const deed = stands ? cancel : remove;
  return (
    <>
      <Button
        size="sm"
        variant={stands ? "secondary" : "danger"}
        aria-label={`${stands ? "Call off the demo with" : "Delete the demo with"} ${booking.name}`}
        onClick={() => setAsking(true)}
      >
        {stands ? "Call off" : "Delete"}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={stands ? `Call off the demo with ${booking.name}?` : `Delete the demo with ${booking.name}?`}
        description={
          stands
            ? `${booking.email} is told by mail and can choose another time. The time is free again.`
            : "It goes with every mail to this address and its name in the log, unless it is an account's."
        }
        confirmLabel={stands ? "Call off" : "Delete"}
        pending={deed.isPending}
        error={deed.error}
        onConfirm={() =>
          deed.mutate(undefined, {
            onSuccess: () => {
              setAsking(false);
              toast.success(stands ? "Called off" : "Deleted");
            },
          })
        }
      />
    </>
  );
}

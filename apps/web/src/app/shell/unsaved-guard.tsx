import { useEffect } from "react";
import type { Location } from "react-router";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { hasUnsaved } from "@/hooks/use-unsaved.ts";

/** Asks before a form with unsaved edits is left: by a link, by the browser's back button, by closing the tab. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && placeOf(currentLocation) !== placeOf(nextLocation) && isWithinApp(nextLocation),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="What you changed on this page is not saved yet."
      cancelLabel="Stay"
      confirmLabel="Leave"
      pending={false}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/** A page, and of the settings the section: the filters of a list in the address are no other place. */
const placeOf = ({ pathname, search }: Location) =>
  `${pathname} ${new URLSearchParams(search).get("section") ?? ""}`;

/** Out of the app leads signing out, which nothing holds up. */
const isWithinApp = ({ pathname }: Location) => pathname.startsWith("/app");

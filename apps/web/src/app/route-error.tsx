import { useRouteError } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { Contours } from "@/components/ui/contours.tsx";
import { ApiError } from "@/lib/api/index.ts";
import { isCodeGone } from "@/lib/version/code-gone.ts";

/** One route failed; the shell around it, if any, keeps working. */
export function RouteError() {
  const message = messageFor(useRouteError());
  return (
    <div
      role="alert"
      className="relative flex min-h-[60dvh] flex-col items-center justify-center gap-4 overflow-hidden p-6 text-center"
    >
      <Contours centerX={78} centerY={22} rings={10} gap={56} />
      <h1 tabIndex={-1} className="relative m-0 text-title font-title text-ink">
        Something went wrong!
      </h1>
      {message === undefined ? null : (
        <p className="relative m-0 max-w-120 text-ui break-words text-ink-2">{message}</p>
      )}
      <Button variant="primary" className="relative" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </div>
  );
}

/** Only what a person can use: our own messages, and the one failure that a reload mends. */
function messageFor(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.message;
  return isCodeGone(error)
    ? "A part of the app did not load. It may have been updated meanwhile."
    : undefined;
}

import { useState } from "react";
import { useRouteError } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { Contours } from "@/components/ui/contours.tsx";
import { ApiError } from "@/lib/api/index.ts";
import { isCodeGone } from "@/lib/version/code-gone.ts";
import { loadAgain } from "@/lib/version/load-again.ts";

/** One route failed; the shell around it, if any, keeps working. Where its code is gone the page is loaded again first. */
export function RouteError() {
  const error = useRouteError();
  if (isCodeGone(error)) return <CodeGone />;
  // Only what a person can use: our own messages.
  return <Problem message={error instanceof ApiError ? error.message : undefined} />;
}

/** The failure that loading again mends, so that nobody reads of it, unless it does not. */
function CodeGone() {
  const [isOnItsWay] = useState(loadAgain);
  return isOnItsWay ? null : (
    <Problem message="A part of the app did not load, and loading the page again did not help. It may be in the middle of an update: try again in a minute." />
  );
}

function Problem({ message }: { message: string | undefined }) {
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

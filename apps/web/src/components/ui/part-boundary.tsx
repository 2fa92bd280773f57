import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import type { FallbackProps } from "react-error-boundary";
import { isCodeGone } from "@/lib/version/code-gone.ts";
import { Button } from "./button.tsx";

interface PartBoundaryProps {
  children: ReactNode;
  /** Where a part that did not load is not missed, or is said otherwise. */
  fallback?: (problem: ReactNode) => ReactNode;
}

/** What breaks in here stays in here: the page around it goes on, with all that was typed on it. */
export function PartBoundary({ children, fallback = (problem) => problem }: PartBoundaryProps) {
  return (
    <ErrorBoundary fallbackRender={(broken) => fallback(<PartProblem {...broken} />)}>
      {children}
    </ErrorBoundary>
  );
}

function PartProblem({ error, resetErrorBoundary }: FallbackProps) {
  const isGone = isCodeGone(error);
  return (
    <div role="alert" className="flex flex-col items-center gap-2.5 px-6 py-9 text-center">
      <p className="m-0 text-ui font-strong text-ink">
        {isGone ? "This part did not load" : "Something went wrong here"}
      </p>
      {isGone ? (
        <p className="m-0 text-ui text-ink-2">
          The app may have been updated meanwhile. Reload the page to go on.
        </p>
      ) : null}
      <Button
        size="sm"
        icon={<RotateCw />}
        onClick={() => (isGone ? window.location.reload() : resetErrorBoundary())}
      >
        {isGone ? "Reload" : "Try again"}
      </Button>
    </div>
  );
}

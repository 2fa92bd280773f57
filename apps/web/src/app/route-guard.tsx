import { Navigate, Outlet, useLocation } from "react-router";
import { useCurrentUserQuery } from "@/lib/auth/index.ts";
import { FullScreenSpinner } from "./full-screen-spinner.tsx";
import { decideGuard } from "./guard-decision.ts";
import type { GuardKind, UserState } from "./guard-decision.ts";

/** Lets its routes show, or sends the visitor where they belong. After signing in they land where they were going. */
export function RouteGuard({ kind }: { kind: GuardKind }) {
  const { status, data, error } = useCurrentUserQuery();
  const location = useLocation();
  const state: UserState =
    status === "success"
      ? { status, user: data }
      : status === "error"
        ? { status, message: error.message }
        : { status };
  const decision = decideGuard(kind, state);

  if ("redirectTo" in decision) {
    if (decision.redirectTo === "/login") {
      return <Navigate to="/login" replace state={{ from: `${location.pathname}${location.search}` }} />;
    }
    return (
      <Navigate
        to={decision.redirectTo === "/app" ? destinationInApp(location.state) : decision.redirectTo}
        replace
      />
    );
  }
  if (decision.show === "spinner") return <FullScreenSpinner />;
  if (decision.show === "error") {
    return (
      <main id="main" className="grid min-h-dvh place-items-center bg-canvas p-6">
        <p role="alert" className="m-0 max-w-120 text-center text-body text-danger-text">
          {decision.message}
        </p>
      </main>
    );
  }
  return <Outlet />;
}

function destinationInApp(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from;
  // Only paths of ours: the state survives in the browser's history.
  return typeof from === "string" && from.startsWith("/app") ? from : "/app";
}

import { authEndpoints } from "@forestay/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, call, getAccessToken, onAccessTokenChange, setAccessToken } from "@/lib/api/index.ts";
import { currentUserQuery, useCurrentUser } from "@/lib/auth/index.ts";
import { liveConnection } from "@/lib/live/index.ts";
import { refreshOnEvents } from "./live-events.ts";

/** Opens the live connection while someone is signed in and closes it when they leave; one per person, in the shell. */
export function LiveSession() {
  const { id } = useCurrentUser();
  return <OpenConnection key={id} />;
}

function OpenConnection() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stopRefreshing = refreshOnEvents(queryClient, liveConnection);
    const stopWatching = watchConnection(queryClient);
    void liveConnection.connect().catch(() => undefined);
    return () => {
      stopWatching();
      stopRefreshing();
      void liveConnection.disconnect();
    };
  }, [queryClient]);
  return null;
}

/** Ends waits when there is reason to hope, and asks whether the session still stands when the server closed. */
function watchConnection(queryClient: QueryClient): () => void {
  const wakeUp = () => {
    if (document.visibilityState === "hidden") return;
    if (getAccessToken() === undefined) void confirmSession(queryClient);
    else liveConnection.wake();
  };
  let hadToken = getAccessToken() !== undefined;
  const stopToken = onAccessTokenChange((token) => {
    // Only where there was none: a reconnect renews its token itself and goes on by itself, and a wait that a fresh
    // token ended would be no wait.
    if (token !== undefined && !hadToken && liveConnection.getSnapshot().state === "Disconnected") {
      liveConnection.wake();
    }
    hadToken = token !== undefined;
  });
  let before = liveConnection.getSnapshot().state;
  const stopState = liveConnection.subscribe(() => {
    const { state } = liveConnection.getSnapshot();
    if (state === before) return;
    const wasOpen = before === "Connected" || before === "Reconnecting";
    before = state;
    if (state === "Disconnected" && wasOpen) void confirmSession(queryClient);
  });
  const interrupt = () => liveConnection.interrupt("The browser is offline");
  window.addEventListener("offline", interrupt);
  window.addEventListener("online", wakeUp);
  document.addEventListener("visibilitychange", wakeUp);
  return () => {
    stopToken();
    stopState();
    window.removeEventListener("offline", interrupt);
    window.removeEventListener("online", wakeUp);
    document.removeEventListener("visibilitychange", wakeUp);
  };
}

/**
 * The server closes the connection at once when a session is revoked or a role changes: the guards then lead to the
 * sign-in, or the page loses what the new role may not do, without waiting for a click.
 */
async function confirmSession(queryClient: QueryClient): Promise<void> {
  try {
    const { user, token } = await call(authEndpoints.me);
    if (token !== undefined) setAccessToken(token);
    queryClient.setQueryData(currentUserQuery.queryKey, user);
  } catch (error) {
    // Anything else than a refusal (no network, a server that restarts) says nothing about the session.
    if (error instanceof ApiError && error.status === 401)
      queryClient.setQueryData(currentUserQuery.queryKey, null);
  }
}

import { useSyncExternalStore } from "react";
import { getAccessToken } from "@/lib/api/index.ts";
import { LiveConnection } from "./live-connection.ts";
import type { LiveSnapshot } from "./live-state.ts";

/** The one connection of this page; `app/live-refresh.ts` opens and closes it. */
export const liveConnection = new LiveConnection({
  createLink: async (observer) => (await import("./hub-link.ts")).createHubLink(observer),
  loadEvents: async () => (await import("./hub-link.ts")).hubEvents,
  getToken: getAccessToken,
});

/** A part of the connection's snapshot, kept up to date; only a change of that part renders again. */
export function useLiveConnection<T>(select: (snapshot: LiveSnapshot) => T): T {
  return useSyncExternalStore(liveConnection.subscribe, () => select(liveConnection.getSnapshot()));
}

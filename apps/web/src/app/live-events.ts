import type { HubEvent } from "@forestay/contracts/wire";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { customerQueries } from "@/features/customers/api/customer-queries.ts";
import { notificationQueries } from "@/features/notifications/api/notification-queries.ts";
import type { LiveConnection } from "@/lib/live/index.ts";
import { notificationKeys } from "@/lib/api/query-keys.ts";
import { rememberToldJob } from "./polled-jobs.ts";
import { refreshedBy } from "./live-refresh.ts";

/** A scoring run may raise many alerts in one moment: they cost one refetch, not one each. */
const gatherMs = 100;

/** These bring along what is shown at once, beside what they make old. */
const withMore = ["analysis_completed", "import_completed", "notification_created", "notifications_read"];
const plainEvents = (Object.keys(refreshedBy) as HubEvent[]).filter(
  (event) => !withMore.includes(event) && refreshedBy[event].length > 0,
);

const everything = Object.values(refreshedBy).flat();
/** The bell and the number of customers. */
const besideEveryPage: readonly QueryKey[] = [notificationKeys.all, customerQueries.facets().queryKey];

/** As `refresh`, but what is on its way ends first: a first answer that takes long is not asked for from the start again. */
async function refreshOnceHere(queryClient: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  const asked = keys.flatMap((queryKey) => queryClient.getQueryCache().findAll({ queryKey }));
  await Promise.all(
    [...new Set(asked)].map(async ({ promise, queryKey }) => {
      await promise?.catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey, exact: true });
    }),
  );
}

/** Turns what arrives into refreshed data, by the one table `refreshedBy`. Returns the way to stop. */
export function refreshOnEvents(queryClient: QueryClient, connection: LiveConnection): () => void {
  const waiting = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (keys: readonly QueryKey[]) => {
    for (const key of keys) waiting.set(JSON.stringify(key), key);
    timer ??= setTimeout(() => {
      timer = undefined;
      const due = [...waiting.values()];
      waiting.clear();
      for (const queryKey of due) void queryClient.invalidateQueries({ queryKey });
    }, gatherMs);
  };
  const showCount = (event: "notification_created" | "notifications_read", unreadCount: number) => {
    refresh(refreshedBy[event]);
    // This tab is marking some as read itself: it shows more of them than the event knows of, and asks when it is done.
    if (queryClient.isMutating({ mutationKey: notificationKeys.mark }) > 0) return;
    const { queryKey } = notificationQueries.unreadCount();
    // A count that is on its way may have been read before this event.
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, unreadCount);
  };
  let connectedBefore = false;
  const stops = [
    connection.on("analysis_completed", ({ analysisId }) => {
      rememberToldJob(queryClient, analysisId);
      refresh(refreshedBy.analysis_completed);
    }),
    connection.on("import_completed", ({ importId }) => {
      rememberToldJob(queryClient, importId);
      refresh(refreshedBy.import_completed);
    }),
    ...plainEvents.map((event) => connection.on(event, () => refresh(refreshedBy[event]))),
    connection.on("notification_created", ({ unreadCount }) =>
      showCount("notification_created", unreadCount),
    ),
    connection.on("notifications_read", ({ unreadCount }) => showCount("notifications_read", unreadCount)),
    // What was sent while nobody listened is lost: everything an event could have refreshed is asked for again. The first
    // time only what stays beside every page is: the page itself has just been asked for.
    connection.onConnected(() => {
      if (connectedBefore) refresh(everything);
      else void refreshOnceHere(queryClient, besideEveryPage);
      connectedBefore = true;
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

import { hubEvents } from "@forestay/contracts/schemas";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notificationQueries } from "@/features/notifications/api/notification-queries.ts";
import { notificationKeys } from "@/lib/api/query-keys.ts";
import { LiveConnection } from "@/lib/live/live-connection.ts";
import type { HubLink } from "@/lib/live/live-state.ts";
import { refreshOnEvents } from "./live-events.ts";

const importId = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const unreadKey = notificationQueries.unreadCount().queryKey;

const linkOf = (more: Partial<HubLink>): HubLink => ({
  state: "Connected",
  start: async () => undefined,
  stop: async () => undefined,
  invoke: async () => undefined,
  on: () => undefined,
  onreconnecting: () => undefined,
  onreconnected: () => undefined,
  onclose: () => undefined,
  ...more,
});
const connectionOver = (link: HubLink) =>
  new LiveConnection({
    createLink: async () => link,
    loadEvents: async () => hubEvents,
    getToken: () => "t",
  });

/** A connected live connection over a link that the test speaks for, and a cache with one entry per domain. */
async function setUp() {
  const handlers = new Map<string, (payload: unknown) => void>();
  let reconnected = () => undefined as void;
  let reconnecting = () => undefined as void;
  const link = linkOf({
    on: (event, handler) => void handlers.set(event, handler),
    onreconnecting: (callback) => void (reconnecting = callback),
    onreconnected: (callback) => void (reconnected = callback),
  });
  const connection = connectionOver(link);
  const queryClient = new QueryClient();
  const domains = ["analytics", "customers", "imports", "settings"];
  const keys = [
    ...domains.map((domain) => [domain, "list"]),
    ["customers", "facets"],
    ["notifications", "list", {}],
    [...unreadKey],
  ];
  const reset = () => {
    for (const key of keys) queryClient.setQueryData(key, 0);
  };
  /** Which domains are old now, and all of them fresh again. */
  const stale = () => {
    const names = keys
      .filter((key) => queryClient.getQueryState(key)?.isInvalidated)
      .map((key) => key.filter((part) => typeof part === "string").join("."));
    reset();
    return names;
  };
  refreshOnEvents(queryClient, connection);
  reset();
  await connection.connect();
  await vi.advanceTimersByTimeAsync(100);
  return {
    queryClient,
    stale,
    firstConnect: stale(),
    send: (event: string, payload: unknown) => handlers.get(event)?.(payload),
    settle: () => vi.advanceTimersByTimeAsync(100),
    loseAndFind: () => {
      reconnecting();
      reconnected();
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("live refresh", () => {
  it("analysis_completed refreshes analytics, customers and notifications with the unread count", async () => {
    const { send, settle, stale } = await setUp();
    send("analysis_completed", { analysisId: importId });
    await settle();
    expect(stale()).toEqual([
      "analytics.list",
      "customers.list",
      "customers.facets",
      "notifications.list",
      "notifications.unreadCount",
    ]);
  });

  it("import_completed refreshes customers, notifications and the imports themselves", async () => {
    const { send, settle, stale } = await setUp();
    send("import_completed", { importId });
    await settle();
    expect(stale()).toEqual([
      "customers.list",
      "imports.list",
      "customers.facets",
      "notifications.list",
      "notifications.unreadCount",
    ]);
  });

  it("notification_created moves the badge at once, and asks for the list but not for the count", async () => {
    const { send, settle, stale, queryClient } = await setUp();
    send("notification_created", { id: importId, unreadCount: 7 });
    expect(queryClient.getQueryData(unreadKey)).toBe(7);
    await settle();
    expect(stale()).toEqual(["notifications.list"]);
  });

  it("notifications_read elsewhere moves the badge here at once", async () => {
    const { send, settle, stale, queryClient } = await setUp();
    send("notifications_read", { unreadCount: 3 });
    expect(queryClient.getQueryData(unreadKey)).toBe(3);
    await settle();
    expect(stale()).toEqual(["notifications.list"]);
  });

  it("a count does not move the badge back while this tab itself is marking more as read", async () => {
    const { send, settle, queryClient } = await setUp();
    let answer = () => undefined as void;
    const marking = queryClient
      .getMutationCache()
      .build(queryClient, {
        mutationKey: notificationKeys.mark,
        mutationFn: () => new Promise<void>((resolve) => (answer = resolve)),
      })
      .execute(undefined);
    await vi.advanceTimersByTimeAsync(0);
    send("notifications_read", { unreadCount: 9 });
    expect(queryClient.getQueryData(unreadKey)).toBe(0);
    answer();
    await marking;
    send("notifications_read", { unreadCount: 7 });
    await settle();
    expect(queryClient.getQueryData(unreadKey)).toBe(7);
  });

  it("a count that was on its way when the event came does not overwrite it", async () => {
    const { send, settle, queryClient } = await setUp();
    let answer = (_count: number) => undefined as void;
    void queryClient
      .fetchQuery({
        queryKey: unreadKey,
        queryFn: () => new Promise<number>((resolve) => (answer = resolve)),
        staleTime: 0,
      })
      .catch(() => undefined);
    send("notification_created", { id: importId, unreadCount: 7 });
    answer(6);
    await settle();
    expect(queryClient.getQueryData(unreadKey)).toBe(7);
  });

  it("news that shows nothing itself makes old what its table says", async () => {
    const { send, settle, stale } = await setUp();
    send("segments_changed", { segmentIds: [] });
    send("company_changed", {});
    await settle();
    expect(stale()).toContain("customers.list");
  });

  it("many events in one moment cost one refetch", async () => {
    const { send, settle, queryClient } = await setUp();
    const invalidate = vi.spyOn(queryClient, "invalidateQueries");
    for (let count = 1; count <= 45; count += 1)
      send("notification_created", { id: importId, unreadCount: count });
    await settle();
    expect(invalidate).toHaveBeenCalledTimes(1);
    expect(queryClient.getQueryData(unreadKey)).toBe(45);
  });

  it("after the first connect asks again for what stays beside every page, after a reconnect for everything", async () => {
    const { firstConnect, loseAndFind, settle, stale } = await setUp();
    expect(firstConnect).toEqual(["customers.facets", "notifications.list", "notifications.unreadCount"]);
    loseAndFind();
    await settle();
    expect(stale()).toHaveLength(6);
  });

  it("lets what is on its way at the first connect end, and asks once more after it", async () => {
    const answers: ((count: number) => void)[] = [];
    const client = new QueryClient();
    const connection = connectionOver(linkOf({}));
    refreshOnEvents(client, connection);
    const observer = new QueryObserver(client, {
      queryKey: ["customers", "facets"],
      queryFn: () => new Promise<number>((resolve) => void answers.push(resolve)),
    });
    const stop = observer.subscribe(() => undefined);
    await connection.connect();
    await vi.advanceTimersByTimeAsync(100);
    expect(answers).toHaveLength(1);
    answers[0]?.(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(answers).toHaveLength(2);
    answers[1]?.(40);
    await vi.advanceTimersByTimeAsync(100);
    expect(observer.getCurrentResult().data).toBe(40);
    expect(answers).toHaveLength(2);
    stop();
  });
});

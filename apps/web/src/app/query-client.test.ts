import { authEndpoints } from "@forestay/contracts/wire";
import type { User } from "@forestay/contracts/wire";
import { MutationObserver, QueryObserver, focusManager } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  newestNotifications,
  notificationQueries,
} from "@/features/notifications/api/notification-queries.ts";
import { call } from "@/lib/api/index.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";
import { createQueryClient } from "./query-client.ts";

const minuteMs = 60_000;
let stop = () => undefined as void;

beforeEach(() => {
  vi.useFakeTimers();
  focusManager.setFocused(true);
});
afterEach(() => {
  stop();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Shows what a query asks for, on a client that a new page may ask again. */
function watch(options: { queryKey: readonly unknown[]; queryFn?: unknown }) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return new Response(
      JSON.stringify({ notifications: [], totalCount: 3, page: 1, pageSize: 10, totalPages: 1 }),
    );
  });
  const queryClient = createQueryClient();
  queryClient.mount();
  const look = () => new QueryObserver(queryClient, options as never).subscribe(() => undefined);
  const leave = look();
  stop = () => {
    leave();
    queryClient.unmount();
  };
  return { asked, look, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
}

describe("the cache rules of queries", () => {
  it("the unread count is asked for every 5 minutes, not in the background and not on focus", async () => {
    const { asked, pass } = watch(notificationQueries.unreadCount());
    await pass(0);
    await pass(5 * minuteMs - 1);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked).toHaveLength(2);
    focusManager.setFocused(false);
    await pass(11 * minuteMs);
    expect(asked).toHaveLength(2);
    focusManager.setFocused(true);
    await pass(0);
    expect(asked).toHaveLength(2);
  });

  it("the list is fresh for 2 minutes and is not asked for by the clock", async () => {
    const { asked, look, pass } = watch(notificationQueries.list(newestNotifications));
    await pass(0);
    await pass(2 * minuteMs - 1);
    look()();
    expect(asked).toHaveLength(1);
    await pass(60 * minuteMs);
    expect(asked).toHaveLength(1);
    look()();
    expect(asked).toHaveLength(2);
  });

  it("other data is fresh for 60 seconds, and a failure is not tried again", async () => {
    let calls = 0;
    const { look, pass } = watch({
      queryKey: ["anything"],
      queryFn: async () => {
        calls += 1;
        return calls;
      },
    });
    await pass(minuteMs - 1);
    look()();
    expect(calls).toBe(1);
    await pass(1);
    look()();
    expect(calls).toBe(2);
    stop();
    let failures = 0;
    const failing = watch({
      queryKey: ["failing"],
      queryFn: async () => {
        failures += 1;
        throw new Error("no");
      },
    });
    await failing.pass(10 * minuteMs);
    expect(failures).toBe(1);
  });
});

describe("a refusal of the server", () => {
  it("asks again who the page is for when the role does not allow something, and keeps the person meanwhile", async () => {
    const me = { user: { id: "u", companyRole: "Viewer" }, token: "t" };
    const refused = { code: "forbidden", message: "Your role does not allow this.", requestId: "r" };
    vi.stubGlobal("fetch", async (address: string) =>
      address.endsWith("/auth/me")
        ? new Response(JSON.stringify(me))
        : new Response(JSON.stringify(refused), { status: 403 }),
    );
    const queryClient = createQueryClient();
    queryClient.setQueryData(currentUserQuery.queryKey, { id: "u", companyRole: "Owner" } as User);
    stop = new QueryObserver(queryClient, currentUserQuery).subscribe(() => undefined);
    await new MutationObserver(queryClient, { mutationFn: () => call(authEndpoints.logout) })
      .mutate()
      .catch(() => undefined);
    expect(queryClient.getQueryData(currentUserQuery.queryKey)).toMatchObject({ companyRole: "Owner" });
    await vi.advanceTimersByTimeAsync(0);
    expect(queryClient.getQueryData(currentUserQuery.queryKey)).toMatchObject({ companyRole: "Viewer" });
  });
});

import type { Notification } from "@forestay/contracts/wire";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToastStack } from "@/components/ui/toast-stack.tsx";
import { useToastStore } from "@/components/ui/toast-store.ts";
import { TooltipProvider } from "@/components/ui/tooltip.tsx";
import { NotificationBell } from "./notification-bell.tsx";

const idOf = (number: number) => `7c9e6679-7425-40de-944b-${String(number).padStart(12, "0")}`;

function notification(number: number, change: Partial<Notification> = {}): Notification {
  return {
    id: idOf(number),
    type: "Success",
    category: "Import",
    kind: "import_completed",
    title: `Import ${number} completed`,
    message: "1,204 customers imported.",
    isRead: false,
    createdAt: new Date(Date.now() - number * 60_000).toISOString(),
    actionUrl: `/imports/${number}`,
    actionText: "View import",
    ...change,
  };
}

/** A server of notifications behind `fetch`; `failing` names what it refuses. */
function serve(rows: Notification[], failing = new Set<"list" | "mark-read" | "mark-all-read">()) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const url = new URL(address, "http://host");
    asked.push(`${init.method} ${url.pathname}${url.search}`);
    const refusal = new Response("{}", { status: 500 });
    if (init.method === "GET") {
      const unreadOnly = url.searchParams.get("unreadOnly") === "true";
      if (!unreadOnly && failing.has("list")) return refusal;
      const found = rows.filter((row) => !unreadOnly || !row.isRead);
      const pageSize = Number(url.searchParams.get("pageSize"));
      const list = { notifications: found.slice(0, pageSize), totalCount: found.length, page: 1, pageSize };
      return new Response(JSON.stringify({ ...list, totalPages: Math.ceil(found.length / pageSize) }));
    }
    const verb = url.pathname.endsWith("mark-all-read") ? "mark-all-read" : "mark-read";
    if (failing.has(verb)) return refusal;
    const id = url.pathname.split("/").at(-2);
    for (const row of rows) if (verb === "mark-all-read" || row.id === id) row.isRead = true;
    return new Response("{}");
  });
  return asked;
}

function Path() {
  return <output aria-label="path">{useLocation().pathname}</output>;
}

function show() {
  useToastStore.setState({ toasts: [] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <MemoryRouter>
          <NotificationBell />
          <Path />
        </MemoryRouter>
        <ToastStack />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const bell = (name: string | RegExp = /^Notifications/) => screen.findByRole("button", { name });
const panel = () => screen.findByRole("dialog", { name: "Notifications" });
const rows = (count: number) => Array.from({ length: count }, (_, index) => notification(index + 1));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the bell", () => {
  it("says how many are unread, and shows '99+' above 99", async () => {
    serve(rows(128));
    show();
    const button = await bell("Notifications, 128 unread");
    expect(button.textContent).toBe("99+");
  });

  it("tells the state of the live connection in words", async () => {
    serve([]);
    show();
    expect(await screen.findByText("Real-time notifications connecting...")).toBeTruthy();
  });

  it("asks for the unread count only, by pageSize=1, until the panel is opened", async () => {
    const asked = serve(rows(12));
    const user = show();
    await bell("Notifications, 12 unread");
    expect(asked).toEqual(["GET /api/notifications?unreadOnly=true&pageSize=1"]);
    await user.click(await bell());
    await within(await panel()).findByText("Import 1 completed");
    expect(asked.slice(1)).toEqual(["GET /api/notifications?page=1&pageSize=10"]);
  });
});

describe("the panel", () => {
  it("lists the ten most recent, with 'N new' and the total in the footer", async () => {
    serve(rows(12));
    const user = show();
    await user.click(await bell());
    const open = within(await panel());
    expect(await open.findAllByRole("listitem")).toHaveLength(10);
    expect(open.getByText("12 new")).toBeTruthy();
    expect(open.getByRole("link", { name: "View All Notifications (12)" })).toBeTruthy();
    const [first] = open.getAllByRole("listitem");
    expect(first?.textContent).toBe(
      "Unread: Import 1 completed1m ago1,204 customers imported.Import·View import",
    );
  });

  it("says that it is loading, and asks again on Refresh", async () => {
    const asked = serve(rows(1));
    const answer = globalThis.fetch;
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
      const response = await answer(...call);
      if (String(call[0]).includes("page=1")) await held;
      return response;
    });
    const user = show();
    await user.click(await bell());
    const open = within(await panel());
    expect(await open.findByText("Loading notifications...")).toBeTruthy();
    expect(open.getByRole("link", { name: "View All Notifications" })).toBeTruthy();
    release();
    expect(await open.findByText("Import 1 completed")).toBeTruthy();
    const before = asked.length;
    await user.click(open.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(asked).toHaveLength(before + 2));
  });

  it("says 'Marking...' while all are being marked", async () => {
    serve(rows(2));
    const answer = globalThis.fetch;
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    vi.stubGlobal("fetch", async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).endsWith("mark-all-read")) await held;
      return answer(...call);
    });
    const user = show();
    await user.click(await bell());
    const open = within(await panel());
    await user.click(await open.findByRole("button", { name: "Mark all read" }));
    expect(await open.findByRole("button", { name: "Marking..." })).toBeTruthy();
    release();
    await waitFor(() =>
      expect(open.getByRole<HTMLButtonElement>("button", { name: "Mark all read" }).disabled).toBe(true),
    );
  });

  it("says that everything is read when there is nothing", async () => {
    serve([]);
    const user = show();
    await user.click(await bell());
    const open = within(await panel());
    expect(await open.findByText("No notifications")).toBeTruthy();
    expect(open.getByText("You're all caught up!")).toBeTruthy();
    expect(open.getByRole<HTMLButtonElement>("button", { name: "Mark all read" }).disabled).toBe(true);
  });

  it("says that loading failed, and tries again on a press", async () => {
    const failing = new Set<"list">(["list"]);
    serve(rows(1), failing);
    const user = show();
    await user.click(await bell());
    const open = within(await panel());
    expect(await open.findByText("Failed to load notifications")).toBeTruthy();
    failing.clear();
    await user.click(open.getByRole("button", { name: "Try again" }));
    expect(await open.findByText("Import 1 completed")).toBeTruthy();
  });

  it("keeps the list that is there when a refresh fails, and says so", async () => {
    const failing = new Set<"list">();
    serve(rows(1), failing);
    const user = show();
    await user.click(await bell());
    const open = within(await panel());
    expect(await open.findByText("Import 1 completed")).toBeTruthy();
    failing.add("list");
    await user.click(open.getByRole("button", { name: /Refresh/ }));
    expect(await open.findByText(/^Failed to load notifications\. What you see is from/)).toBeTruthy();
    expect(open.getByText("Import 1 completed")).toBeTruthy();
    failing.clear();
    await user.click(open.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(open.queryByText(/^Failed to load/)).toBeNull());
  });

  it("a press on a notification marks it as read at once, goes to /app + actionUrl and closes", async () => {
    const asked = serve(rows(2));
    const user = show();
    await user.click(await bell());
    await user.click(await within(await panel()).findByRole("link", { name: /Import 2 completed/ }));
    expect(screen.getByLabelText("path").textContent).toBe("/app/imports/2");
    expect(screen.queryByRole("dialog")).toBeNull();
    await bell("Notifications, 1 unread");
    expect(asked).toContain(`POST /api/notifications/${idOf(2)}/mark-read`);
  });

  it("does not mark a read one again", async () => {
    const asked = serve([notification(1, { isRead: true })]);
    const user = show();
    await user.click(await bell());
    await user.click(await within(await panel()).findByRole("link", { name: /Import 1/ }));
    expect(asked.filter((call) => call.startsWith("POST"))).toEqual([]);
  });

  it("takes the mark back and says so when marking failed", async () => {
    serve([notification(1, { actionUrl: null })], new Set(["mark-read"]));
    const user = show();
    await user.click(await bell());
    await user.click(await within(await panel()).findByRole("button", { name: /Import 1/ }));
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to mark notification as read");
    await bell("Notifications, 1 unread");
  });

  it("marks all as read, and says so", async () => {
    serve(rows(3));
    const user = show();
    await user.click(await bell());
    await user.click(await within(await panel()).findByRole("button", { name: "Mark all read" }));
    expect((await screen.findByRole("alert")).textContent).toBe("All notifications marked as read");
    await bell("Notifications");
    expect(within(await panel()).queryByText(/new$/)).toBeNull();
  });

  it("keeps the count and says so when marking all failed", async () => {
    serve(rows(3), new Set(["mark-all-read"]));
    const user = show();
    await user.click(await bell());
    await user.click(await within(await panel()).findByRole("button", { name: "Mark all read" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Failed to mark all notifications as read");
    await bell("Notifications, 3 unread");
  });

  it("closes on Escape and gives the focus back to the bell", async () => {
    serve(rows(1));
    const user = show();
    await user.click(await bell());
    await within(await panel()).findByText("Import 1 completed");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.activeElement).toBe(await bell());
  });
});

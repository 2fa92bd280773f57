import { QueryClient, QueryClientProvider, keepPreviousData, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip.tsx";
import { useRowSelection } from "@/hooks/use-row-selection.ts";
import type { ListColumn } from "./list-column.ts";
import { ListFrame } from "./list-frame.tsx";
import { ListTable } from "./list-table.tsx";
import { SelectionBar } from "./selection-bar.tsx";

interface Person {
  id: string;
  name: string;
}
const people = Array.from({ length: 5 }, (_, index) => ({ id: `p${index}`, name: `Person ${index}` }));
const pageSize = 2;
const columns: ListColumn<Person, "name">[] = [
  { id: "name", header: "Name", sort: "name", cell: ({ name }) => name },
  { id: "id", header: "Id", hidesHeader: true, cell: ({ id }) => id },
];

/** What the server would answer; a test puts another in its place. */
let answer = async (page: number, found: readonly Person[]) => ({
  items: found.slice((page - 1) * pageSize, page * pageSize),
  totalCount: found.length,
  page,
  pageSize,
});
const served = answer;
let client: QueryClient;

function People({ startPage = 1, search = "" }: { startPage?: number; search?: string }) {
  const [page, setPage] = useState(startPage);
  const [sorted, setSorted] = useState<{ sort: "name"; direction: "asc" | "desc" }>({
    sort: "name",
    direction: "desc",
  });
  const found = people.filter(({ name }) => name.includes(search));
  const list = useQuery({
    queryKey: ["people", page, search],
    queryFn: () => answer(page, found),
    placeholderData: keepPreviousData,
  });
  const rows = useRowSelection({ search }, list.data?.totalCount ?? 0);
  return (
    <>
      <output aria-label="order">{sorted.direction}</output>
      <output aria-label="chosen">{`${rows.allMatching ? "all but" : "these"} ${rows.ids.join()}`}</output>
      <ListFrame
        query={list}
        noun="people"
        failed="The people did not load"
        skeleton={<p>shape</p>}
        empty={<p>nobody yet</p>}
        noMatch={search === "" ? undefined : <p>nobody matches</p>}
        onPage={setPage}
      >
        {({ items }, isStale) => (
          <ListTable
            label="People"
            columns={columns}
            rows={items}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            mobileRow={({ name }) => <li>{name}</li>}
            sorted={sorted}
            onSort={setSorted}
            selection={rows}
            isStale={isStale}
          />
        )}
      </ListFrame>
      <SelectionBar selection={rows} totalCount={list.data?.totalCount ?? 0} actions={<button>Act</button>} />
    </>
  );
}

function show(props: Parameters<typeof People>[0] = {}) {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (props: Parameters<typeof People>[0]) => (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <MemoryRouter>
          <People {...props} />
        </MemoryRouter>
      </TooltipProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(page(props));
  return { user: userEvent.setup(), again: (next: typeof props) => rerender(page(next)) };
}
const row = (name: string) => screen.findByRole("cell", { name });
const box = (name: string) => screen.findByRole<HTMLButtonElement>("checkbox", { name });
const isTicked = async (name: string) => (await box(name)).getAttribute("aria-checked");

beforeEach(() => {
  answer = served;
});
afterEach(cleanup);

describe("a list in its frame", () => {
  it("says that it loads, and nothing is on screen that could be taken for its rows", async () => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    answer = async (page, found) => held.then(() => served(page, found));
    show();
    expect(screen.getByText("Loading people").getAttribute("role")).toBe("status");
    expect(screen.getByText("shape").parentElement?.className).toBe("invisible");
    arrive();
    await row("Person 0");
    expect(screen.queryByText("Loading people")).toBeNull();
  });

  it("says in words what did not load, and tries again when asked", async () => {
    answer = async () => {
      throw new Error("The server does not answer");
    };
    const { user } = show();
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The people did not load");
    expect(alert.textContent).toContain("The server does not answer");
    answer = served;
    await user.click(within(alert).getByRole("button", { name: "Try again" }));
    await row("Person 0");
  });

  it("keeps its rows when a later refresh fails", async () => {
    show();
    await row("Person 0");
    answer = async () => {
      throw new Error("The server does not answer");
    };
    await client.refetchQueries();
    expect(client.getQueryState(["people", 1, ""])?.status).toBe("error");
    expect(await row("Person 0")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("tells nothing at all from nothing that matches, and both from a page past the end", async () => {
    const { again } = show({ search: "zzz" });
    await screen.findByText("nobody matches");
    answer = async (page) => served(page, []);
    again({ search: "" });
    await screen.findByText("nobody yet");
    cleanup();
    answer = served;
    const { user } = show({ startPage: 9 });
    await screen.findByText("This page is past the end");
    await user.click(screen.getByRole("button", { name: "First page" }));
    await row("Person 0");
  });

  it("is paged by keyboard, and shows the page before until the next is there", async () => {
    const { user } = show();
    await row("Person 0");
    let arrive = () => {};
    const held = new Promise<void>((resolve) => (arrive = resolve));
    answer = async (page, found) => held.then(() => served(page, found));
    screen.getByRole("button", { name: "Next page" }).focus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
    expect(await row("Person 0")).toBeTruthy();
    arrive();
    await row("Person 2");
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBeNull();
    expect(screen.getByText("3–4 of 5")).toBeTruthy();
  });

  it("is sorted by keyboard, highest first, then lowest; the direction is told to a reader", async () => {
    const { user } = show();
    await row("Person 0");
    const head = screen.getByRole("columnheader", { name: "Name" });
    expect(head.getAttribute("aria-sort")).toBe("descending");
    within(head).getByRole("button").focus();
    await user.keyboard("{Enter}");
    expect(screen.getByLabelText("order").textContent).toBe("asc");
    expect(head.getAttribute("aria-sort")).toBe("ascending");
    expect(screen.getByRole("columnheader", { name: "Id" }).getAttribute("aria-sort")).toBeNull();
  });
});

describe("rows chosen across pages", () => {
  it("stay chosen on other pages, one by one and a page at a time, by keyboard", async () => {
    const { user } = show();
    (await box("Select Person 0")).focus();
    await user.keyboard(" ");
    expect(screen.getByRole("toolbar").textContent).toContain("1 selected");
    expect(await isTicked("Select all on this page")).toBe("mixed");
    await user.click(screen.getByRole("button", { name: "Next page" }));
    await user.click(await box("Select Person 2").then(() => box("Select all on this page")));
    expect(screen.getByLabelText("chosen").textContent).toBe("these p0,p2,p3");
    await user.click(screen.getByRole("button", { name: "Previous page" }));
    expect(await isTicked("Select Person 0")).toBe("true");
    expect(await isTicked("Select Person 1")).toBe("false");
  });

  it("are everything that matches, less those taken out again", async () => {
    const { user } = show();
    await user.click(await box("Select Person 0"));
    await user.click(screen.getByRole("button", { name: "Select all 5" }));
    expect(await isTicked("Select Person 1")).toBe("true");
    await user.click(await box("Select Person 1"));
    expect(screen.getByLabelText("chosen").textContent).toBe("all but p1");
    expect(screen.getByRole("toolbar").textContent).toContain("4 selected");
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(screen.queryByRole("toolbar")).toBeNull();
    expect(screen.getByText("Nothing selected")).toBeTruthy();
  });

  it("are forgotten when the filter changes: they were chosen among other rows", async () => {
    const { user, again } = show();
    await user.click(await box("Select Person 1"));
    again({ search: "Person" });
    await waitFor(() => expect(screen.queryByRole("toolbar")).toBeNull());
  });
});

it("is two-line rows where a table has no room", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  } as unknown as MediaQueryList);
  show();
  expect((await screen.findByText("Person 0")).tagName).toBe("LI");
  expect(screen.queryByRole("table")).toBeNull();
});

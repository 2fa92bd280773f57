import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { SheetRow } from "@/components/ui/sheet.tsx";
import { QueryView } from "./query-view.tsx";

type Answer = () => Promise<string[]>;
const never: Answer = () => new Promise(() => {});
const refuse: Answer = () => Promise.reject(new Error("The server does not answer"));

function Part({ answer, skeleton }: { answer: Answer; skeleton: ReactNode }) {
  const query = useQuery({ queryKey: ["part"], queryFn: answer });
  return (
    <SheetRow>
      <QueryView
        query={query}
        loading="Loading parts"
        failed="The parts did not load"
        skeleton={skeleton}
        isEmpty={(parts) => parts.length === 0}
        empty={<p>No part yet: add one</p>}
      >
        {(parts) => <p>{parts.join()}</p>}
      </QueryView>
    </SheetRow>
  );
}

function show(answer: Answer, skeleton: ReactNode = <i>shape</i>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={client}>
      <Part answer={answer} skeleton={skeleton} />
    </QueryClientProvider>,
  );
  return { client, row: container.firstElementChild };
}

afterEach(cleanup);

describe("what a query has to show", () => {
  it("is the shape of what comes, and a word for a reader", () => {
    show(never);
    expect(screen.getByRole("status").textContent).toBe("Loading parts");
    expect(screen.getByText("shape")).toBeTruthy();
  });

  it("is nothing at all until it is known whether there is anything, where it has no shape", () => {
    const { row } = show(never, null);
    expect(row?.childNodes).toHaveLength(0);
  });

  it("is its data, or what to do where there is none", async () => {
    show(async () => ["a", "b"]);
    expect(await screen.findByText("a,b")).toBeTruthy();
    cleanup();
    show(async () => []);
    expect(await screen.findByText("No part yet: add one")).toBeTruthy();
  });

  it("is what went wrong, in words, until trying again succeeds", async () => {
    let answer = refuse;
    show(() => answer());
    expect((await screen.findByRole("alert")).textContent).toContain("The parts did not load");
    answer = async () => ["a"];
    await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("a")).toBeTruthy();
  });

  it("stays on screen when a later refresh fails, and follows the next one that does not", async () => {
    let answer: Answer = async () => ["a"];
    const { client } = show(() => answer());
    await screen.findByText("a");
    answer = refuse;
    await client.refetchQueries();
    expect(client.getQueryState(["part"])?.status).toBe("error");
    expect(screen.getByText("a")).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
    // How old it is stands above it, with a way to try again.
    expect(await screen.findByText(/^The parts did not load\. What you see is from/)).toBeTruthy();
    answer = async () => ["b"];
    await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("b")).toBeTruthy();
    expect(screen.queryByText(/^The parts did not load/)).toBeNull();
  });
});

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { ErrorBoundary } from "react-error-boundary";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CrashFallback } from "./crash-fallback.tsx";
import { NotFound } from "./not-found.tsx";
import { RouteError } from "./route-error.tsx";

function Broken(): never {
  throw new Error("broken on purpose");
}

afterEach(cleanup);

describe("fallback screens", () => {
  it("a crash shows the fixed heading as an alert, and Refresh reloads at the site root", () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    render(
      <ErrorBoundary FallbackComponent={CrashFallback}>
        <Broken />
      </ErrorBoundary>,
    );
    expect(screen.getByRole("alert").textContent).toContain("Ooops, something went wrong :(");
    fireEvent.click(screen.getByRole("button", { name: "Refresh" }));
    expect(assign).toHaveBeenCalledWith(window.location.origin);
  });

  it("a broken route says so", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: "/", element: <Broken />, errorElement: <RouteError /> }])}
      />,
    );
    expect(await screen.findByRole("heading", { name: "Something went wrong!" })).toBeTruthy();
  });

  it("an unknown path has the fixed text and a link home", () => {
    render(
      <MemoryRouter>
        <NotFound />
      </MemoryRouter>,
    );
    expect(screen.getByText("Sorry, the page you are looking for does not exist.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Go home" }).getAttribute("href")).toBe("/");
  });
});

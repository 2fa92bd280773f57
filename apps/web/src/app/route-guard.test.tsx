import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { RouteGuard } from "./route-guard.tsx";

const user = {
  id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  firstName: "Maya",
  lastName: "Okafor",
  email: "maya@harborline.example",
  platformRole: "User",
  companyRole: "Owner",
  company: null,
};

function open(path: string, me: Promise<Response>, from?: unknown) {
  vi.stubGlobal("fetch", () => me);
  const router = createMemoryRouter(
    [
      {
        element: <RouteGuard kind="public-only" />,
        children: [{ path: "/login", element: <p>Sign in page</p> }],
      },
      {
        element: <RouteGuard kind="onboarding" />,
        children: [{ path: "/onboarding", element: <p>Onboarding page</p> }],
      },
      {
        element: <RouteGuard kind="protected" />,
        children: [
          { path: "/app", element: <p>App page</p> },
          { path: "/app/customers", element: <p>Customers page</p> },
        ],
      },
    ],
    {
      initialEntries: [
        from === undefined ? path : { pathname: path, search: "", hash: "", state: { from }, key: "k" },
      ],
    },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

const answer = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));
const signedIn = (onboardingCompleted = true) =>
  answer({ user: { ...user, onboardingCompleted }, token: "t" });
const nobody = () =>
  answer({ code: "unauthenticated", message: "Sign in to continue.", requestId: "r" }, 401);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("route guards on real routes", () => {
  it("shows a full-screen spinner while the user loads", () => {
    open("/app", new Promise(() => undefined));
    expect(screen.getByRole("status").textContent).toBe("Loading");
  });

  it("sends a visitor from a protected page to sign in, and remembers where they were going", async () => {
    const router = open("/app/customers?page=2", nobody());
    await screen.findByText("Sign in page");
    expect(router.state.location.state).toEqual({ from: "/app/customers?page=2" });
  });

  it("sends a signed-in user from the sign-in page into the app", async () => {
    open("/login", signedIn());
    await screen.findByText("App page");
  });

  it("never leads out of the app, whatever the browser's history says about where one was going", async () => {
    for (const from of [
      "https://evil.example",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      7,
    ]) {
      const router = open("/login", signedIn(), from);
      await screen.findByText("App page");
      expect(router.state.location.pathname).toBe("/app");
      cleanup();
    }
  });

  it("keeps someone before onboarding in onboarding, and someone after it out", async () => {
    open("/app/customers", signedIn(false));
    await screen.findByText("Onboarding page");
    cleanup();
    open("/onboarding", signedIn(true));
    await screen.findByText("App page");
  });

  it("shows a failed user load as text", async () => {
    open("/app", answer({ code: "unavailable", message: "The database is starting.", requestId: "r" }, 503));
    expect((await screen.findByRole("alert")).textContent).toBe("The database is starting.");
  });
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TooltipProvider } from "@/components/ui/tooltip.tsx";
import { routes } from "./router.tsx";

const people = {
  nobody: null,
  "somebody signed in": { onboardingCompleted: true },
  "somebody before onboarding": { onboardingCompleted: false },
} as const;

const refuse = (code: string, message: string, status: number) =>
  Promise.resolve(new Response(JSON.stringify({ code, message, requestId: "r" }), { status }));

/** Opens a path with the routes of the app itself. */
function open(path: string, who: keyof typeof people) {
  const roles = { platformRole: "User", companyRole: "Owner", company: null };
  const names = {
    id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    firstName: "",
    lastName: "",
    email: "m@x.example",
  };
  const user = people[who] === null ? null : { ...names, ...roles, ...people[who] };
  vi.stubGlobal("fetch", (url: string | URL | Request) => {
    if (!(url instanceof Request ? url.url : String(url)).includes("/auth/me"))
      return refuse("unavailable", "Not asked for here.", 503);
    if (user === null) return refuse("unauthenticated", "Sign in to continue.", 401);
    return Promise.resolve(new Response(JSON.stringify({ user, token: "t" })));
  });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return router;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("the guards of the app's own routes", () => {
  it.each([
    ["/login", "nobody", "/login"],
    ["/register", "nobody", "/register"],
    ["/register-invited?token=0123456789", "nobody", "/register-invited"],
    ["/success", "nobody", "/success"],
    ["/restore-address?token=0123456789", "nobody", "/restore-address"],
    ["/unsubscribe?token=0123456789", "nobody", "/unsubscribe"],
    ["/u/01234567890123456789", "nobody", "/u/01234567890123456789"],
    ["/onboarding", "nobody", "/login"],
    ["/app/customers", "nobody", "/login"],
    ["/login", "somebody signed in", "/app"],
    ["/register", "somebody signed in", "/app"],
    ["/register-invited?token=0123456789", "somebody signed in", "/app"],
    ["/onboarding", "somebody signed in", "/app"],
    ["/success", "somebody signed in", "/success"],
    ["/restore-address?token=0123456789", "somebody signed in", "/restore-address"],
    ["/unsubscribe?token=0123456789", "somebody signed in", "/unsubscribe"],
    ["/app/settings", "somebody before onboarding", "/onboarding"],
    ["/register", "somebody before onboarding", "/onboarding"],
  ] as const)("%s, opened by %s, ends at %s", async (path, who, ends) => {
    const router = open(path, who);
    // Where one may stay, the page itself has to come: its address alone was there before.
    if (path.startsWith(ends)) await screen.findByRole("heading", { level: 1 }, { timeout: 10_000 });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(ends), 10_000);
  });
});

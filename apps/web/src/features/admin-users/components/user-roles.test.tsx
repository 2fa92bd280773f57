import type { AdminUser } from "@forestay/contracts/wire";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { useToastStore } from "@/components/ui/toast-store.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";
import { UserRoles } from "./user-roles.tsx";

const ada: AdminUser = {
  id: "7c9e6679-7425-40de-944b-000000000001",
  firstName: "Ada",
  lastName: "Byron",
  email: "ada@example.org",
  platformRole: "User",
  companyRole: "Staff",
  companyName: "Engines",
  isActive: true,
  onboardingCompleted: true,
  twoFactorEnabled: false,
  createdAt: "2026-01-01T00:00:00.000Z",
  lastSeenAt: null,
};

/** The server's answers to saving, in turn; what was sent is kept. */
function serve(...answers: readonly { status: number; body: unknown }[]) {
  const left = [...answers];
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
    if (init.method !== "PUT") return new Response("{}", { status: 500 });
    sent.push(JSON.parse(String(init.body)));
    const { status, body } = left.shift() ?? { status: 500, body: {} };
    return new Response(JSON.stringify(body), { status });
  });
  return sent;
}

const refusal = (fields?: Record<string, string>) => ({
  status: 400,
  body: { code: "validation_failed", message: "Some fields need attention.", fields, requestId: "r" },
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const admin = { ...ada, id: "7c9e6679-7425-40de-944b-000000000002", platformRole: "Admin" };
  client.setQueryData(currentUserQuery.queryKey, admin as never);
  const at = (user: AdminUser) => (
    <QueryClientProvider client={client}>
      <UserRoles user={user} />
    </QueryClientProvider>
  );
  const { rerender } = render(at(ada));
  return (user: AdminUser) => rerender(at(user));
}

const firstName = () => screen.getByLabelText<HTMLInputElement>("First name");
const save = () => screen.getByRole("button", { name: "Save changes" });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useToastStore.setState({ toasts: [] });
});

it("says a refusal at its fields, any other in a message, and shows what was saved", async () => {
  const { firstName: _, ...rest } = ada;
  const sent = serve(refusal({ platformRole: "Not this one", lastName: "Not this name" }), refusal(), {
    status: 200,
    body: { ...rest, firstName: "Ada K." },
  });
  show();
  const user = userEvent.setup();
  expect(screen.queryByRole("region", { name: "Unsaved changes" })).toBeNull();
  await user.type(firstName(), " K. ");
  await user.click(save());
  await screen.findByText("Not this name");
  expect(screen.getByText("Not this one")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("Last name"));
  expect(useToastStore.getState().toasts).toEqual([]);
  await user.click(save());
  await vi.waitFor(() =>
    expect(useToastStore.getState().toasts).toMatchObject([
      { title: "Not saved", message: "Some fields need attention." },
    ]),
  );
  await user.click(save());
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Unsaved changes" })).toBeNull());
  expect(firstName().value).toBe("Ada K.");
  expect(sent.at(-1)).toEqual({
    firstName: "Ada K.",
    lastName: "Byron",
    platformRole: "User",
    companyRole: "Staff",
    isActive: true,
  });
});

it("keeps what was typed and follows the rest when somebody else changes the person; Discard goes to what is stored", async () => {
  const become = show();
  const user = userEvent.setup();
  await user.type(firstName(), "!");
  become({ ...ada, firstName: "Augusta", lastName: "King", isActive: false });
  expect(firstName().value).toBe("Ada!");
  expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("King");
  expect(screen.getByRole("checkbox", { name: "May sign in" }).getAttribute("aria-checked")).toBe("false");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(firstName().value).toBe("Augusta");
  expect(screen.queryByRole("region", { name: "Unsaved changes" })).toBeNull();
});

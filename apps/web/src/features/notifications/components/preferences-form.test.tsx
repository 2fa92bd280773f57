import type { NotificationPreferences } from "@forestay/contracts/wire";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { useToastStore } from "@/components/ui/toast-store.ts";
import { PreferencesForm } from "./preferences-form.tsx";

const saved: NotificationPreferences = {
  kinds: [
    {
      kind: "import_completed",
      category: "Imports",
      label: "Import finished",
      always: false,
      inApp: true,
      email: false,
    },
  ],
  quietHours: null,
  digestHour: null,
  timeZone: "UTC",
};

/** The server's answers in turn; what was sent is kept. */
function serve(...answers: readonly { status: number; body: unknown }[]) {
  const left = [...answers];
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_address: string, init: RequestInit) => {
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

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useToastStore.setState({ toasts: [] });
});

it("says a refusal at the field it is about, any other above its button, and has nothing to save once it is saved", async () => {
  const sent = serve(refusal({ "quietHours.to": "Not the same hour" }), refusal(), {
    status: 200,
    body: saved,
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesForm saved={saved} />
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  const save = () => user.click(button());
  expect(button().disabled).toBe(true);
  const quiet = screen.getByRole("switch", { name: "Keep quiet at night" });
  await user.click(screen.getByRole("checkbox", { name: "Import finished: by e-mail" }));
  await user.click(quiet);
  await save();
  await screen.findByText("Not the same hour");
  expect(document.activeElement).toBe(screen.getByLabelText("To"));
  expect(useToastStore.getState().toasts).toEqual([]);
  await save();
  expect((await screen.findByRole("alert")).textContent).toBe("Some fields need attention.");
  expect(button().disabled).toBe(false);
  await user.click(quiet);
  await save();
  await vi.waitFor(() =>
    expect(useToastStore.getState().toasts).toMatchObject([{ title: "Preferences saved" }]),
  );
  expect(button().disabled).toBe(true);
  const kinds = [{ kind: "import_completed", inApp: true, email: true }];
  const quietHours = { from: "22:00", to: "07:00" };
  expect(sent).toEqual([
    { kinds, quietHours, digestHour: null, timeZone: "UTC" },
    { kinds, quietHours, digestHour: null, timeZone: "UTC" },
    { kinds, quietHours: null, digestHour: null, timeZone: "UTC" },
  ]);
});

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { NextStepDialog } from "./next-step-dialog.tsx";

const own = { code: "call", title: "Call", detail: "", keywords: ["seats"], enabled: true };
const steps = [
  { ...own, code: "first", title: "First", about: "", isProductStep: true },
  { ...own, about: "", isProductStep: false },
];

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

function show(step: (typeof steps)[number] | null) {
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NextStepDialog steps={steps} step={step} onClose={onClose} />
    </QueryClientProvider>,
  );
  return onClose;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("sends nothing that is not whole, and goes to the first field that is wrong", async () => {
  const sent = serve();
  show(null);
  await userEvent.setup().click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Say what to do");
  expect(screen.getByText("Say which factors it answers")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("What to do"));
  expect(sent).toEqual([]);
});

it("says what the server refuses of the step at its fields, of the list above the end, and keeps what was typed", async () => {
  const sent = serve(
    refusal({ "steps.1.keywords.0": "Not this word" }),
    refusal({ "steps.0.title": "Too long" }),
    { status: 200, body: { steps, isDefault: false, updatedAt: null } },
  );
  const onClose = show(steps[1] ?? null);
  const user = userEvent.setup();
  const save = () => user.click(screen.getByRole("button", { name: "Save" }));
  await user.type(screen.getByLabelText("What to do"), " now ");
  await save();
  await screen.findByText("Not this word");
  const keywords = screen.getByLabelText("Factors it answers");
  expect(keywords.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(keywords);
  await save();
  expect((await screen.findByRole("alert")).textContent).toBe("Too long");
  expect(onClose).not.toHaveBeenCalled();
  await save();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toEqual({
    steps: [
      { ...own, code: "first", title: "First" },
      { ...own, title: "Call now" },
    ],
  });
});

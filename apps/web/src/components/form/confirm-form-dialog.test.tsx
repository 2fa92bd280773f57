import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { toApiError } from "@/lib/api/api-error.ts";
import { ConfirmFormDialog } from "./confirm-form-dialog.tsx";

type Given = { typedName: string; password: string };

function DeleteAcme({
  send,
  onSent = () => undefined,
}: {
  send: (given: Given) => Promise<unknown>;
  onSent?: (answer: unknown) => void;
}) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(true)}>Ask again</button>
      <ConfirmFormDialog
        open={open}
        onOpenChange={setOpen}
        title="Delete Acme?"
        description="Nothing of it can be brought back."
        confirmLabel="Delete"
        typed="Acme"
        asksPassword
        send={send}
        onSent={(answer) => {
          setOpen(false);
          onSent(answer);
        }}
      />
    </>
  );
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const typedName = () => field("Type “Acme” to confirm");
const password = () => field("Your password");
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: "Delete" }));
const saidOf = (control: HTMLElement) =>
  document.querySelector(`[id="${control.getAttribute("aria-describedby")}"]`)?.textContent;
const refusal = (status: number, body: object) =>
  toApiError(status, JSON.stringify({ message: "Some fields need attention.", requestId: "r-1", ...body }));

afterEach(cleanup);

it("says at each field what is missing, the first of them focused, and sends nothing", async () => {
  const send = vi.fn<(given: Given) => Promise<unknown>>();
  render(<DeleteAcme send={send} />);
  const user = userEvent.setup();
  await user.type(typedName(), "acme");
  await press(user);
  await screen.findByText("Required");
  expect(saidOf(typedName())).toBe("Type “Acme” to confirm");
  expect(saidOf(password())).toBe("Required");
  expect(document.activeElement).toBe(typedName());
  expect(send).not.toHaveBeenCalled();
});

it("sends what was typed, once, and forgets it", async () => {
  const answer = Promise.withResolvers<unknown>();
  const send = vi.fn<(given: Given) => Promise<unknown>>(() => answer.promise);
  const onSent = vi.fn<(answer: unknown) => void>();
  render(<DeleteAcme send={send} onSent={onSent} />);
  const user = userEvent.setup();
  await user.type(typedName(), " Acme ");
  await user.type(password(), "secret");
  await user.dblClick(screen.getByRole("button", { name: "Delete" }));
  await screen.findByRole("button", { name: "Working..." });
  answer.resolve("gone");
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith("gone"));
  expect(send).toHaveBeenCalledExactlyOnceWith({ typedName: "Acme", password: "secret" });
  await user.click(screen.getByRole("button", { name: "Ask again" }));
  expect([typedName().value, password().value]).toEqual(["", ""]);
});

it("says what the server refuses at its field, else below the fields, and forgets that with what was typed", async () => {
  const answers = [
    refusal(400, { code: "validation_failed", fields: { password: "This is not your password" } }),
    refusal(403, { code: "last_owner", message: "A company keeps one Owner." }),
  ];
  render(<DeleteAcme send={() => Promise.reject(answers.shift())} />);
  const user = userEvent.setup();
  await user.type(typedName(), "Acme");
  await user.type(password(), "wrong");
  await press(user);
  await screen.findByText("This is not your password");
  expect(saidOf(password())).toBe("This is not your password");
  expect(document.activeElement).toBe(password());
  expect(screen.queryByRole("alert")).toBeNull();
  await press(user);
  expect((await screen.findByRole("alert")).textContent).toBe("A company keeps one Owner.");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await user.click(screen.getByRole("button", { name: "Ask again" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect([typedName().value, password().value]).toEqual(["", ""]);
});

import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { Button } from "@/components/ui/button.tsx";
import { Select } from "@/components/ui/select.tsx";
import { toApiError } from "@/lib/api/api-error.ts";
import { FormField } from "./form-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { TextField } from "./text-field.tsx";
import { useServerForm } from "./use-server-form.ts";

const schema = z.object({
  profile: z.object({
    name: z.string().trim().min(1, "Required"),
    email: z.email("Enter a valid e-mail address"),
  }),
  role: z.enum(["Staff", "Owner"]),
  /** Not on the page. */
  token: z.string().min(1, "This link is not complete"),
});
type Sent = z.infer<typeof schema>;

function PersonForm({
  send,
  onSent = () => undefined,
  token = "t",
}: {
  send: (checked: Sent) => Promise<unknown>;
  onSent?: (answer: unknown, checked: Sent) => void;
  token?: string;
}) {
  const form = useServerForm({
    schema,
    defaultValues: { profile: { name: "", email: "" }, role: "Staff", token },
    send,
    onSent,
  });
  return (
    <form noValidate aria-label="Person" onSubmit={form.submit}>
      <TextField form={form} name="profile.name" label="Name" help="As on the contract." />
      <TextField form={form} name="profile.email" label="E-mail" />
      <FormField form={form} name="role" label="Role">
        {(control) => <Select {...control} options={[{ value: "Staff", label: "Staff" }]} />}
      </FormField>
      <FormProblem problem={form.problem} />
      <Button type="submit" pending={form.isPending} pendingLabel="Saving..." disabled={!form.isDirty}>
        Save
      </Button>
      <output>{form.isDirty ? "changed" : "unchanged"}</output>
    </form>
  );
}

/** As the server answers it: the error handler's body under its status. */
const refusal = (fields: Record<string, string> | undefined, message = "Some fields need attention.") =>
  toApiError(400, JSON.stringify({ code: "validation_failed", message, fields, requestId: "r-1" }));

const name = () => screen.getByLabelText("Name");
const email = () => screen.getByLabelText("E-mail");
const saidOf = (control: HTMLElement) =>
  document.querySelector(`[id="${control.getAttribute("aria-describedby")}"]`)?.textContent;

async function fillIn(user = userEvent.setup()) {
  await user.type(name(), " Ada ");
  await user.type(email(), "ada@example.org");
  return user;
}

afterEach(cleanup);

it("checks by the schema, says it at the fields and sends nothing; the first wrong one takes the focus", async () => {
  const send = vi.fn<(checked: Sent) => Promise<unknown>>();
  render(<PersonForm send={send} />);
  expect(saidOf(name())).toBe("As on the contract.");
  const user = userEvent.setup();
  await user.type(email(), "ada@{Enter}");
  expect(await screen.findByText("Required")).toBeDefined();
  expect(saidOf(name())).toBe("Required");
  expect(saidOf(email())).toBe("Enter a valid e-mail address");
  expect(name().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(name());
  expect(send).not.toHaveBeenCalled();
  await user.type(name(), "A");
  expect(saidOf(name())).toBe("As on the contract.");
});

it("sends what the schema makes of it, and counts as unchanged afterwards", async () => {
  const onSent = vi.fn<(answer: unknown, checked: Sent) => void>();
  render(<PersonForm send={(checked) => Promise.resolve(checked.profile.name)} onSent={onSent} />);
  expect(screen.getByRole("status").textContent).toBe("unchanged");
  const user = await fillIn();
  expect(screen.getByRole("status").textContent).toBe("changed");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("unchanged"));
  expect(onSent).toHaveBeenCalledExactlyOnceWith("Ada", {
    profile: { name: "Ada", email: "ada@example.org" },
    role: "Staff",
    token: "t",
  });
  expect((name() as HTMLInputElement).value).toBe(" Ada ");
});

it("says what the server refuses at the fields it names, the first of the page focused", async () => {
  render(
    <PersonForm
      send={() =>
        Promise.reject(
          refusal({
            role: "You may not make an Owner",
            "profile.email": "This person is in your team already",
          }),
        )
      }
    />,
  );
  const user = await fillIn();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("This person is in your team already");
  expect(saidOf(email())).toBe("This person is in your team already");
  expect(saidOf(screen.getByRole("combobox"))).toBe("You may not make an Owner");
  expect(document.activeElement).toBe(email());
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(email(), "x");
  expect(email().getAttribute("aria-invalid")).toBeNull();
});

it("says above the button what no field on the page can say", async () => {
  const answers = [
    refusal({ token: "This invitation was withdrawn" }),
    toApiError(429, JSON.stringify({ code: "rate_limited", message: "Too many requests.", requestId: "r" })),
    toApiError(502, "<html>"),
  ];
  render(<PersonForm send={() => Promise.reject(answers.shift())} />);
  const user = await fillIn();
  const said: (string | null)[] = [];
  for (let press = 0; press < 3; press += 1) {
    await user.click(screen.getByRole("button", { name: "Save" }));
    said.push((await screen.findByRole("alert")).textContent);
  }
  expect(said).toEqual([
    "This invitation was withdrawn",
    "Too many requests.",
    "The server answered with an error (502). Try again in a moment.",
  ]);
});

it("says above the button too what the schema finds wrong with a value that is not on the page", async () => {
  render(<PersonForm send={() => Promise.resolve()} token="" />);
  const user = await fillIn();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe("This link is not complete");
});

it("sends once, however often Enter is pressed, and says that it is under way", async () => {
  const answer = Promise.withResolvers<unknown>();
  const send = vi.fn<(checked: Sent) => Promise<unknown>>(() => answer.promise);
  render(<PersonForm send={send} />);
  const user = await fillIn();
  await user.type(email(), "{Enter}{Enter}{Enter}");
  const pending = await screen.findByRole("button", { name: "Saving..." });
  expect(pending.getAttribute("aria-disabled")).toBe("true");
  await user.type(name(), "!{Enter}");
  answer.resolve(undefined);
  await screen.findByRole("button", { name: "Save" });
  expect(send).toHaveBeenCalledOnce();
  await user.type(name(), "!");
  expect(screen.getByRole("status").textContent, "typed meanwhile, so not sent yet").toBe("changed");
});

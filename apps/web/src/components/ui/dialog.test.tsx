import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DropdownMenu, MenuItem } from "./dropdown-menu.tsx";

/** A row that is asked about, by its button or by its menu, and that goes with the answer. */
function Page() {
  const [open, setOpen] = useState(false);
  const [isThere, setIsThere] = useState(true);
  return (
    <main tabIndex={-1}>
      <h1>Keys</h1>
      {isThere ? (
        <>
          <Button onClick={() => setOpen(true)}>Revoke</Button>
          <DropdownMenu trigger={<button>More</button>}>
            <MenuItem onSelect={() => setOpen(true)}>Revoke by menu</MenuItem>
          </DropdownMenu>
        </>
      ) : null}
      <Dialog open={open} onOpenChange={setOpen} title="Revoke?">
        <Button
          onClick={() => {
            setIsThere(false);
            setOpen(false);
          }}
        >
          Yes
        </Button>
      </Dialog>
    </main>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const hasFocus = (element: () => Element) => vi.waitFor(() => expect(document.activeElement).toBe(element()));

async function askedBy(open: (user: ReturnType<typeof userEvent.setup>) => Promise<unknown>) {
  render(<Page />);
  const user = userEvent.setup();
  await open(user);
  await screen.findByRole("dialog", { name: "Revoke?" });
  await hasFocus(() => button("Yes"));
  return user;
}

afterEach(cleanup);

it("gives the focus back to the button that opened it", async () => {
  const user = await askedBy((one) => one.click(button("Revoke")));
  await user.keyboard("{Escape}");
  await hasFocus(() => button("Revoke"));
});

it("gives it back to the button of the menu that it was opened from", async () => {
  const user = await askedBy(async (one) => {
    await one.click(button("More"));
    await one.click(await screen.findByRole("menuitem", { name: "Revoke by menu" }));
  });
  await user.keyboard("{Escape}");
  await hasFocus(() => button("More"));
});

it("gives it to the page where what opened it is gone", async () => {
  const user = await askedBy((one) => one.click(button("Revoke")));
  await user.click(button("Yes"));
  await hasFocus(() => screen.getByRole("main"));
});

import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Popover } from "./popover.tsx";

let failure: Error | undefined;

function Fragile() {
  if (failure !== undefined) throw failure;
  return <p>It works</p>;
}

function Page({ overlay }: { overlay: "dialog" | "popover" }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <label>
        Notes
        <input />
      </label>
      {overlay === "popover" ? (
        <Popover label="Panel" open={open} onOpenChange={setOpen} trigger={<Button>Open</Button>}>
          <Fragile />
        </Popover>
      ) : (
        <>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <Dialog open={open} onOpenChange={setOpen} title="Panel">
            <Fragile />
          </Dialog>
        </>
      )}
    </>
  );
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  failure = undefined;
});

describe.each(["dialog", "popover"] as const)("a %s that breaks", (overlay) => {
  it("says so in its own place, leaves the page with what was typed on it, and is tried again", async () => {
    failure = new Error("broken on purpose");
    render(<Page overlay={overlay} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText("Notes"), "half a sentence");
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong here");
    expect(screen.getByRole("dialog", { name: "Panel" })).toBeDefined();
    failure = undefined;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("It works");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Notes").value).toBe("half a sentence");
  });

  it("offers a reload where its code is gone after an update", async () => {
    failure = new TypeError("Failed to fetch dynamically imported module: /assets/panel.js");
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    render(<Page overlay={overlay} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Open" }));
    expect((await screen.findByRole("alert")).textContent).toContain(
      "The app may have been updated meanwhile.",
    );
    await user.click(screen.getByRole("button", { name: "Reload" }));
    expect(reload).toHaveBeenCalledOnce();
  });
});

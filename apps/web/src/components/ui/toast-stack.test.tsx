import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ToastStack } from "./toast-stack.tsx";
import { toast, useToastStore } from "./toast-store.ts";

beforeEach(() => {
  vi.useFakeTimers();
  useToastStore.setState({ toasts: [] });
  render(<ToastStack />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const show = (run: () => string) => act(run);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("toasts", () => {
  it("starts empty and appends, with random ids of 21 characters", () => {
    expect(screen.queryAllByRole("alert")).toHaveLength(0);
    show(() => toast.info("First"));
    show(() => toast.error("Second", "Why it happened"));
    expect(screen.getAllByRole("alert").map((one) => one.textContent)).toEqual([
      "First",
      "SecondWhy it happened",
    ]);
    const ids = useToastStore.getState().toasts.map((one) => one.id);
    expect(ids.every((id) => id.length === 21)).toBe(true);
    expect(new Set(ids).size).toBe(2);
  });

  it("dismisses itself after 3000 ms, not before", () => {
    show(() => toast.success("Done"));
    wait(2999);
    expect(screen.queryByRole("alert")).not.toBeNull();
    wait(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("stays when the caller says so, until its button is pressed", () => {
    show(() => toast.error("Token expired", undefined, { autoDismiss: false }));
    wait(60_000);
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("closes the one that was pressed", () => {
    show(() => toast.info("First"));
    show(() => toast.info("Second"));
    const [first] = screen.getAllByRole("button", { name: "Close" });
    if (first) fireEvent.click(first);
    expect(screen.getAllByRole("alert").map((one) => one.textContent)).toEqual(["Second"]);
  });

  it("stops its clock while the pointer is on it, and goes on with what was left", () => {
    show(() => toast.info("Read me"));
    wait(2000);
    fireEvent.mouseEnter(screen.getByRole("alert"));
    wait(10_000);
    fireEvent.mouseLeave(screen.getByRole("alert"));
    wait(999);
    expect(screen.queryByRole("alert")).not.toBeNull();
    wait(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

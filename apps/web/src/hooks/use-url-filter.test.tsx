import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useUrlFilter } from "./use-url-filter.ts";

const names = ["action", "actor"] as const;
let moves = 0;

function List() {
  const { fields, given, page, change, setPage } = useUrlFilter(names);
  const location = useLocation();
  const navigate = useNavigate();
  moves++;
  return (
    <>
      <input
        aria-label="action"
        value={fields.action}
        onChange={(event) => change({ action: event.target.value })}
      />
      <output aria-label="address">{location.search}</output>
      <output aria-label="asked">{JSON.stringify({ ...given, page })}</output>
      <button onClick={() => setPage(page + 1)}>next</button>
      <button onClick={() => void navigate(-1)}>back</button>
    </>
  );
}
const show = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <List />
    </MemoryRouter>,
  );
const text = (label: string) => screen.getByLabelText(label).textContent;
const type = (value: string) => fireEvent.change(screen.getByLabelText("action"), { target: { value } });
const pause = () => act(() => vi.advanceTimersByTime(300));

beforeEach(() => {
  moves = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe("a filter in the address", () => {
  it("is read from it, page and all", () => {
    show("/app/settings?section=audit&action=team&page=3");
    expect(text("asked")).toBe('{"action":"team","page":3}');
    expect(screen.getByLabelText<HTMLInputElement>("action").value).toBe("team");
  });

  it("is written once typing pauses, goes back to page 1 and leaves the rest of the address alone", () => {
    show("/app/settings?section=audit&page=3");
    type("te");
    type("team ");
    expect(text("asked")).toBe('{"page":3}');
    pause();
    expect(text("address")).toBe("?section=audit&action=team+");
    expect(text("asked")).toBe('{"action":"team","page":1}');
    // What was typed stays as typed, and nothing goes round in circles.
    expect(screen.getByLabelText<HTMLInputElement>("action").value).toBe("team ");
    const settled = moves;
    act(() => vi.advanceTimersByTime(5000));
    expect(moves).toBe(settled);
    type("  ");
    pause();
    expect(text("address")).toBe("?section=audit");
  });

  it("keeps pages in the history: back is the page before", () => {
    show("/app/settings?section=audit&action=team");
    fireEvent.click(screen.getByText("next"));
    expect(text("address")).toBe("?section=audit&action=team&page=2");
    fireEvent.click(screen.getByText("back"));
    expect(text("asked")).toBe('{"action":"team","page":1}');
  });
});

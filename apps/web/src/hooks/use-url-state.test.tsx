import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { choice, defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { useTypedText } from "./use-typed-text.ts";
import { useUrlState } from "./use-url-state.ts";

const listState = defineUrlState({ actor: text(), kind: choice(["a", "b"]), page: pageNumber() });
let renders = 0;

function List() {
  const [state, change] = useUrlState(listState);
  const [typed, type] = useTypedText(state.actor, (actor) => change({ actor }));
  const location = useLocation();
  const navigate = useNavigate();
  renders++;
  return (
    <>
      <input aria-label="actor" value={typed} onChange={(event) => type(event.target.value)} />
      <output aria-label="address">{location.search}</output>
      <output aria-label="state">{JSON.stringify(state)}</output>
      <button onClick={() => change({ page: state.page + 1 })}>next</button>
      <button onClick={() => change({ kind: "b" })}>choose b</button>
      <button onClick={() => change({ actor: "", kind: undefined })}>clear</button>
      <button onClick={() => void navigate(-1)}>back</button>
    </>
  );
}
const show = (...addresses: string[]) =>
  render(
    <MemoryRouter initialEntries={addresses}>
      <List />
    </MemoryRouter>,
  );
const said = (label: string) => screen.getByLabelText(label).textContent;
const field = () => screen.getByLabelText<HTMLInputElement>("actor").value;
const type = (value: string) => fireEvent.change(screen.getByLabelText("actor"), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByText(name));
const pause = () => act(() => vi.advanceTimersByTime(300));

beforeEach(() => {
  renders = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

describe("a list's state in the address", () => {
  it("is read from it, page and all", () => {
    show("/app/settings?section=audit&actor=maya&page=3");
    expect(said("state")).toBe('{"actor":"maya","page":3}');
    expect(field()).toBe("maya");
  });

  it("is written once typing pauses, goes back to page 1 and leaves the rest of the address alone", () => {
    show("/app/settings?section=audit&page=3");
    type("ma");
    type("maya ");
    expect(said("state")).toBe('{"actor":"","page":3}');
    pause();
    expect(said("address")).toBe("?section=audit&actor=maya");
    expect(said("state")).toBe('{"actor":"maya","page":1}');
    // What was typed stays as typed, and nothing goes round in circles.
    expect(field()).toBe("maya ");
    const settled = renders;
    act(() => vi.advanceTimersByTime(5000));
    expect(renders).toBe(settled);
    type("  ");
    pause();
    expect(said("address")).toBe("?section=audit");
  });

  it("makes a word one step of the history, so that back leaves the list as it was come to", () => {
    show("/before", "/list");
    type("ma");
    pause();
    type("maya");
    pause();
    expect(said("address")).toBe("?actor=maya");
    press("back");
    expect(said("address")).toBe("");
    expect(field()).toBe("");
  });

  it("makes each page and each choice a step that back undoes", () => {
    show("/list?actor=maya");
    press("next");
    press("choose b");
    expect(said("address")).toBe("?actor=maya&kind=b");
    press("back");
    expect(said("state")).toBe('{"actor":"maya","page":2}');
    press("back");
    expect(said("state")).toBe('{"actor":"maya","page":1}');
  });

  it("lets back undo a cleared filter, and the field follows", () => {
    show("/list?actor=maya&kind=a");
    press("clear");
    expect(field()).toBe("");
    press("back");
    expect(said("address")).toBe("?actor=maya&kind=a");
    expect(field()).toBe("maya");
  });

  it("drops what was typed and not yet asked for when the address changes under it", () => {
    show("/list?actor=maya&kind=a");
    type("may");
    press("clear");
    pause();
    expect(said("address")).toBe("");
    expect(field()).toBe("");
  });
});

import { describe, expect, it } from "vitest";
import { customerListState, selectionOf } from "./customer-list-state.ts";

const plain = customerListState.defaults;
const read = (query: string) => customerListState.read(new URLSearchParams(query));
const write = (state: typeof plain) => customerListState.write(new URLSearchParams(), state).toString();

describe("the customers list's address", () => {
  it("carries every part of a view and gives it back unchanged", () => {
    const view: typeof plain = {
      search: "acme & co",
      filters: [
        { field: "churnRiskLevel", operator: "In", value: [2, 3] },
        { field: "attributes.Contract", operator: "Equals", value: "Month-to-month" },
      ],
      sort: "lifetimeValue",
      direction: "asc",
      page: 7,
      pageSize: 50,
      view: "",
    };
    expect(read(write(view))).toEqual(view);
  });

  it("is empty for the plain list", () => {
    expect(write(plain)).toBe("");
  });

  it("is read as it was written by earlier versions", () => {
    const query = new URLSearchParams({
      filters: '[{"field":"plan","operator":"In","value":["Pro"]}]',
      import: "open",
      page: "2",
    });
    expect(customerListState.read(query)).toEqual({
      ...plain,
      filters: [{ field: "plan", operator: "In", value: ["Pro"] }],
      page: 2,
    });
  });

  it.each([
    "filters=%5B%7B",
    "filters=%5B%7B%22field%22%3A1%7D%5D",
    "sort=nonsense",
    "page=-3",
    "page=1.5",
    "pageSize=7",
  ])("falls back to the default where a part is malformed: %s", (query) => {
    expect(read(query)).toEqual(plain);
  });
});

describe("the chosen customers", () => {
  const rows = { isSelected: () => true, set: () => {}, selectAllMatching: () => {}, clear: () => {} };
  const filter = { conditions: [], search: "acme" };

  it("are listed, or everything that matches less some", () => {
    expect(selectionOf({ ...rows, count: 2, allMatching: false, ids: ["a", "b"] }, filter)).toEqual({
      customerIds: ["a", "b"],
    });
    expect(selectionOf({ ...rows, count: 40, allMatching: true, ids: ["a"] }, filter)).toEqual({
      filter,
      exceptIds: ["a"],
    });
    expect(selectionOf({ ...rows, count: 0, allMatching: true, ids: ["a"] }, filter)).toBeNull();
  });
});

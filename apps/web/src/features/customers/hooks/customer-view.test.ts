import { describe, expect, it } from "vitest";
import { formatCustomerView, parseCustomerView } from "./customer-view.ts";
import type { CustomerView } from "./customer-view.ts";

const view: CustomerView = {
  search: "acme & co",
  conditions: [
    { field: "churnRiskLevel", operator: "In", value: [2, 3] },
    { field: "attributes.Contract", operator: "Equals", value: "Month-to-month" },
  ],
  sort: "lifetimeValue",
  direction: "asc",
  page: 7,
  pageSize: 50,
};

describe("the customers list's address", () => {
  it("carries every part of a view and gives it back unchanged", () => {
    expect(parseCustomerView(new URLSearchParams(formatCustomerView(view).toString()))).toEqual(view);
  });

  it("is empty for the plain list", () => {
    expect(formatCustomerView(parseCustomerView(new URLSearchParams())).toString()).toBe("");
  });

  it.each([
    "filters=%5B%7B",
    "filters=%5B%7B%22field%22%3A1%7D%5D",
    "sort=nonsense",
    "page=-3",
    "page=1.5",
    "pageSize=7",
  ])("falls back to the default where a part is malformed: %s", (query) => {
    expect(parseCustomerView(new URLSearchParams(query))).toEqual(parseCustomerView(new URLSearchParams()));
  });
});

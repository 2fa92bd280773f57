import { expect, it } from "vitest";
import { isNavItemActive } from "./nav-items.ts";

it.each([
  ["/app/customers", "/app/customers", true],
  ["/app/customers", "/app/customers/42", true],
  ["/app/customers", "/app/customers-of-old", true],
  ["/app/customers", "/app/segments", false],
  ["/app", "/app", true],
  ["/app", "/app/customers", false],
])("link %s on path %s is active: %s", (to, pathname, active) => {
  expect(isNavItemActive(to, pathname)).toBe(active);
});

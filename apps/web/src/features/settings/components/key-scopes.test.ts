import * as contracts from "@forestay/contracts";
import { expect, it } from "vitest";
import { keyScopes } from "./key-scopes.ts";

it("offers exactly the company policies that some call asks for", () => {
  const asked = Object.entries(contracts)
    .filter(([name]) => name.endsWith("Routes"))
    .flatMap(([, routes]) => Object.values(routes as unknown as Record<string, { policy: string }>))
    .map((route) => route.policy);
  const company = asked.filter((policy) => policy.includes(":") && !policy.startsWith("admin:"));
  expect([...keyScopes].toSorted()).toEqual([...new Set(company)].toSorted());
});

import { describe, expect, it } from "vitest";
import { decideGuard } from "./guard-decision.ts";
import type { GuardKind, UserState } from "./guard-decision.ts";

const nobody: UserState = { status: "success", user: null };
const done: UserState = { status: "success", user: { onboardingCompleted: true } };
const fresh: UserState = { status: "success", user: { onboardingCompleted: false } };
const kinds: GuardKind[] = ["public-only", "protected", "onboarding"];

describe("route guards", () => {
  it.each([
    ["public-only", "nobody", nobody, { show: "page" }],
    ["public-only", "a signed-in user", done, { redirectTo: "/app" }],
    ["protected", "nobody", nobody, { redirectTo: "/login" }],
    ["protected", "a signed-in user", done, { show: "page" }],
    ["protected", "someone before onboarding", fresh, { redirectTo: "/onboarding" }],
    ["onboarding", "nobody", nobody, { redirectTo: "/login" }],
    ["onboarding", "someone before onboarding", fresh, { show: "page" }],
    ["onboarding", "someone who finished it", done, { redirectTo: "/app" }],
  ] as const)("%s page, opened by %s", (kind, _who, state, expected) => {
    expect(decideGuard(kind, state)).toEqual(expected);
  });

  it.each(kinds)("%s page waits with a spinner while the user loads", (kind) => {
    expect(decideGuard(kind, { status: "pending" })).toEqual({ show: "spinner" });
  });

  it.each(kinds)("%s page shows a failed load as text", (kind) => {
    expect(decideGuard(kind, { status: "error", message: "No answer" })).toEqual({
      show: "error",
      message: "No answer",
    });
  });
});

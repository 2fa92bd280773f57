import type { User } from "@forestay/contracts/wire";

/** `public-only`: sign-in pages. `protected`: the app. `onboarding`: only for those who have not finished it. */
export type GuardKind = "public-only" | "protected" | "onboarding";

export type UserState =
  | { status: "pending" }
  | { status: "error"; message: string }
  | { status: "success"; user: Pick<User, "onboardingCompleted"> | null };

export type GuardDecision =
  | { show: "page" }
  | { show: "spinner" }
  | { show: "error"; message: string }
  | { redirectTo: "/app" | "/login" | "/onboarding" };

/** The route guards, as one table. */
export function decideGuard(kind: GuardKind, state: UserState): GuardDecision {
  if (state.status === "pending") return { show: "spinner" };
  if (state.status === "error") return { show: "error", message: state.message };
  const { user } = state;
  switch (kind) {
    case "public-only":
      return user === null ? { show: "page" } : { redirectTo: "/app" };
    case "protected":
      if (user === null) return { redirectTo: "/login" };
      return user.onboardingCompleted ? { show: "page" } : { redirectTo: "/onboarding" };
    case "onboarding":
      if (user === null) return { redirectTo: "/login" };
      return user.onboardingCompleted ? { redirectTo: "/app" } : { show: "page" };
  }
}

import type { RouteObject } from "react-router";

/** For visitors who are not signed in. */
export const signInRoutes: RouteObject[] = [
  {
    path: "/login",
    lazy: async () => ({ Component: (await import("@/features/auth/login-page.tsx")).LoginPage }),
  },
];

/** For signed-in people whose account is not set up. */
export const onboardingRoutes: RouteObject[] = [
  {
    path: "/onboarding",
    lazy: async () => ({ Component: (await import("@/features/auth/onboarding-page.tsx")).OnboardingPage }),
  },
];

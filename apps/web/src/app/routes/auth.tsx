import type { RouteObject } from "react-router";

/** For visitors who are not signed in. */
export const signInRoutes: RouteObject[] = [
  {
    path: "/login",
    lazy: async () => ({ Component: (await import("@/features/auth/login-page.tsx")).LoginPage }),
  },
  {
    path: "/register",
    lazy: async () => ({ Component: (await import("@/features/auth/register-page.tsx")).RegisterPage }),
  },
];

/** For signed-in people whose account is not set up. */
export const onboardingRoutes: RouteObject[] = [
  {
    path: "/onboarding",
    lazy: async () => ({ Component: (await import("@/features/auth/onboarding-page.tsx")).OnboardingPage }),
  },
];

/** For everybody, signed in or not. */
export const openRoutes: RouteObject[] = [
  {
    path: "/register-invited",
    lazy: async () => ({
      Component: (await import("@/features/auth/register-invited-page.tsx")).RegisterInvitedPage,
    }),
  },
  {
    path: "/restore-address",
    lazy: async () => ({
      Component: (await import("@/features/auth/restore-address-page.tsx")).RestoreAddressPage,
    }),
  },
  {
    path: "/unsubscribe",
    lazy: async () => ({
      Component: (await import("@/features/auth/unsubscribe-page.tsx")).UnsubscribePage,
    }),
  },
  {
    path: "/confirm-waiting-list",
    lazy: async () => ({
      Component: (await import("@/features/auth/confirm-waiting-list-page.tsx")).ConfirmWaitingListPage,
    }),
  },
  {
    path: "/u/:token",
    lazy: async () => ({
      Component: (await import("@/features/customer-mail/unsubscribe-page.tsx")).UnsubscribePage,
    }),
  },
  {
    path: "/cancel",
    lazy: async () => ({ Component: (await import("@/features/recovery/cancel-page.tsx")).CancelPage }),
  },
  {
    path: "/pay",
    lazy: async () => ({ Component: (await import("@/features/recovery/pay-page.tsx")).PayPage }),
  },
  {
    path: "/success",
    lazy: async () => ({ Component: (await import("@/features/auth/success-page.tsx")).SuccessPage }),
  },
];

import type { RouteObject } from "react-router";

/** Paths below /app. */
export const recoveryRoutes: RouteObject[] = [
  {
    path: "recovery",
    lazy: async () => ({ Component: (await import("@/features/recovery/recovery-page.tsx")).RecoveryPage }),
  },
  {
    path: "recovery/cases",
    lazy: async () => ({
      Component: (await import("@/features/recovery/recovery-cases-page.tsx")).RecoveryCasesPage,
    }),
  },
  {
    path: "recovery/cases/:id",
    lazy: async () => ({ Component: (await import("@/features/recovery/case-page.tsx")).RecoveryCasePage }),
  },
  {
    path: "recovery/cards",
    lazy: async () => ({
      Component: (await import("@/features/recovery/cards-page.tsx")).EndingCardsPage,
    }),
  },
  {
    path: "recovery/cancel-flow",
    lazy: async () => ({
      Component: (await import("@/features/recovery/cancel-flow-page.tsx")).CancelFlowPage,
    }),
  },
  {
    path: "recovery/results",
    lazy: async () => ({
      Component: (await import("@/features/recovery/results-page.tsx")).RecoveryResultsPage,
    }),
  },
  {
    path: "recovery/policy",
    lazy: async () => ({
      Component: (await import("@/features/recovery/policy-page.tsx")).RecoveryPolicyPage,
    }),
  },
];

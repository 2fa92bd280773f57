import { createBrowserRouter, Navigate } from "react-router";
import type { RouteObject } from "react-router";
import { FullScreenSpinner } from "./full-screen-spinner.tsx";
import { NotFound } from "./not-found.tsx";
import { RootLayout } from "./root-layout.tsx";
import { RouteError } from "./route-error.tsx";
import { RouteGuard } from "./route-guard.tsx";
import { adminRoutes } from "./routes/admin.tsx";
import { analyticsRoutes } from "./routes/analytics.tsx";
import { onboardingRoutes, openRoutes, signInRoutes } from "./routes/auth.tsx";
import { customersRoutes } from "./routes/customers.tsx";
import { dashboardRoutes } from "./routes/dashboard.tsx";
import { docsRoutes } from "./routes/docs.tsx";
import { insightsRoutes } from "./routes/insights.tsx";
import { importsRoutes } from "./routes/imports.tsx";
import { notificationsRoutes } from "./routes/notifications.tsx";
import { segmentsRoutes } from "./routes/segments.tsx";
import { supportRoutes } from "./routes/support.tsx";
import { workRoutes } from "./routes/work.tsx";
import { settingsRoutes } from "./routes/settings.tsx";
import { AppShell } from "./shell/app-shell.tsx";

/** All routes: one file per domain in `routes/`, collected here. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    // While the first page's code arrives; later ones keep the page before them on screen.
    hydrateFallbackElement: <FullScreenSpinner />,
    children: [
      // Until the landing page exists.
      { path: "/", element: <Navigate to="/app" replace /> },
      ...openRoutes,
      { element: <RouteGuard kind="public-only" />, children: signInRoutes },
      { element: <RouteGuard kind="onboarding" />, children: onboardingRoutes },
      {
        element: <RouteGuard kind="protected" />,
        children: [
          {
            path: "/app",
            element: <AppShell />,
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  ...dashboardRoutes,
                  ...customersRoutes,
                  ...segmentsRoutes,
                  ...workRoutes,
                  ...importsRoutes,
                  ...insightsRoutes,
                  ...analyticsRoutes,
                  ...notificationsRoutes,
                  ...settingsRoutes,
                  ...adminRoutes,
                  ...docsRoutes,
                  ...supportRoutes,
                ],
              },
            ],
          },
        ],
      },
      { path: "*", element: <NotFound /> },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}

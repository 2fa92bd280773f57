import { example } from "../route-example.ts";
import type { RouteExample } from "../route-example.ts";
import { authRoutes } from "./routes.ts";

export const authExamples: readonly RouteExample[] = [
  example(authRoutes.login, {
    body: { email: "maya@harborline.example", password: "correct horse battery" },
    response: {
      token: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYXlhIn0.c2lnbmF0dXJl",
      user: {
        id: "01a1ffb5-2374-76e5-8bef-1ae334d8d70e",
        firstName: "Maya",
        lastName: "Okafor",
        email: "maya@harborline.example",
        platformRole: "User",
        companyRole: "Owner",
        onboardingCompleted: true,
        company: {
          id: "01a1ffb5-22ed-79fd-8fb8-fa9221ed50ae",
          name: "Harborline",
          currency: "USD",
          timeZone: "UTC",
          isDemo: false,
        },
      },
    },
  }),
];

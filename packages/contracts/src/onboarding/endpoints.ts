import type { Endpoints } from "../endpoint.ts";
import type { onboardingRoutes } from "./routes.ts";

export const onboardingEndpoints: Endpoints<typeof onboardingRoutes> = {
  getOnboarding: { method: "GET", path: "/auth/onboarding" },
  firstDay: { method: "GET", path: "/auth/onboarding/first-day" },
  saveOnboarding: { method: "POST", path: "/auth/onboarding" },
};

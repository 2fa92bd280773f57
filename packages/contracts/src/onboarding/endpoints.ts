import type { Endpoints } from "../endpoint.ts";
import type { onboardingRoutes } from "./routes.ts";

export const onboardingEndpoints: Endpoints<typeof onboardingRoutes> = {
  getOnboarding: { method: "GET", path: "/auth/onboarding" },
  saveOnboarding: { method: "POST", path: "/auth/onboarding" },
};

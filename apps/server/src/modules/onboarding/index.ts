import type { ServerModule } from "#platform/server-module.ts";
import { bindOnboardingRoutes } from "./routes.ts";

/** The few questions between the first sign-in and the app. */
export const onboardingModule: ServerModule = { name: "onboarding", routes: bindOnboardingRoutes };

import { onboardingRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { readOnboarding, saveOnboarding } from "./onboarding.ts";

/** The few questions between the first sign-in and the app. */
export const onboardingModule: ServerModule = { name: "onboarding", routes: bindOnboardingRoutes };

function bindOnboardingRoutes(api: Api, context: ModuleContext): void {
  bind(api, onboardingRoutes.getOnboarding, ({ user }) => readOnboarding(context, user));
  bind(api, onboardingRoutes.saveOnboarding, ({ body, user }) => saveOnboarding(context, user, body));
}

import { onboardingRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readOnboarding, saveOnboarding } from "./onboarding.ts";

/** Binds what onboarding asks and keeps. */
export function bindOnboardingRoutes(api: Api, context: ModuleContext): void {
  bind(api, onboardingRoutes.getOnboarding, ({ user }) => readOnboarding(context, user));
  bind(api, onboardingRoutes.saveOnboarding, ({ body, user }) => saveOnboarding(context, user, body));
}

import { onboardingRoutes } from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { readFirstDay } from "./first-day.ts";
import { readOnboarding, saveOnboarding } from "./onboarding.ts";

/** Binds what onboarding asks and keeps. */
export function bindOnboardingRoutes(api: Api, context: ModuleContext): void {
  bind(api, onboardingRoutes.getOnboarding, ({ user }) => readOnboarding(context, user));
  bind(api, onboardingRoutes.firstDay, ({ user }) =>
    readFirstDay(context.db, user.companyId, context.clock.now()),
  );
  bind(api, onboardingRoutes.saveOnboarding, ({ body, user }) => saveOnboarding(context, user, body));
}

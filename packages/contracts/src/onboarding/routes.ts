import { z } from "zod";
import { userSchema } from "../auth/schemas.ts";
import { defineRoute } from "../route.ts";
import { firstDaySchema, onboardingBody, onboardingStateSchema } from "./schemas.ts";

export const onboardingRoutes = {
  getOnboarding: defineRoute({
    method: "GET",
    path: "/auth/onboarding",
    summary: "How far my onboarding has come",
    policy: "authenticated",
    response: onboardingStateSchema,
    rateLimit: "read",
    tags: ["Auth"],
  }),
  firstDay: defineRoute({
    method: "GET",
    path: "/auth/onboarding/first-day",
    summary: "What my company has done of what makes the product useful; nothing where all of it is done",
    policy: "customers:read",
    response: firstDaySchema,
    rateLimit: "read",
    tags: ["Auth"],
  }),
  saveOnboarding: defineRoute({
    method: "POST",
    path: "/auth/onboarding",
    summary: "Save a step of onboarding; with `complete`, finish it",
    policy: "authenticated",
    body: onboardingBody,
    response: z.object({ user: userSchema, state: onboardingStateSchema }),
    rateLimit: "write",
    errors: ["invalid_state"],
    tags: ["Auth"],
  }),
};

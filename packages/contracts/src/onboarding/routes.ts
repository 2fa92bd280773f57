import { z } from "zod";
import { userSchema } from "../auth/schemas.ts";
import { defineRoute } from "../route.ts";
import { onboardingBody, onboardingStateSchema } from "./schemas.ts";

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

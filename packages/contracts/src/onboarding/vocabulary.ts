export const onboardingSteps = ["profile", "company", "churn", "data"] as const;

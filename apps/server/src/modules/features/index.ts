export * from "./engine-door.ts";
export { featurePlanSchema } from "./feature-plan.ts";

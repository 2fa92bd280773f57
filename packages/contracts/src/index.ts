export * from "./auth.ts";
export * from "./errors.ts";
export * from "./list.ts";
export * from "./policies.ts";
export * from "./product.ts";
export * from "./route.ts";

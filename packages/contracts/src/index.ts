export * from "./endpoints.ts";
export * from "./routes.ts";
export * from "./schemas.ts";
export * from "./vocabulary.ts";

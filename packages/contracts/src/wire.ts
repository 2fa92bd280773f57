/**
 * What the browser reads: where each call goes, words, numbers, and every type. Nothing here brings zod along; a schema,
 * for a page that checks a form, comes from `@forestay/contracts/schemas`.
 */
export * from "./endpoints.ts";
export * from "./vocabulary.ts";
export type * from "./schemas.ts";

export { choice, day, flag, verbatim, word, json, pageNumber, text } from "./url-param.ts";
export { defineUrlState } from "./url-state.ts";
export type { UrlState, UrlStateOf } from "./url-state.ts";

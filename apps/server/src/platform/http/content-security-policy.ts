import { createHash, randomBytes } from "node:crypto";

/** For answers that are data: nothing may be loaded or framed even if a browser shows one as a page. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Of the programs that read a visitor's file beside the page: they may run, also what the engine compiles, and reach
 * nobody.
 */
export const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'";

/**
 * Policy of an HTML page: scripts of our origin and the page's own inline ones by hash; inline styles only with this
 * answer's nonce (the dialog library adds a style element), which the page reads from its `csp-nonce` meta tag.
 */
export function pagePolicy(inlineScriptHashes: readonly string[], nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${inlineScriptHashes.join(" ")}`.trim(),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Of a public page, which is drawn beforehand and styled by its style sheet alone: no nonce, so that it is the same for everybody. */
export function sitePolicy(inlineScriptHashes: readonly string[]): string {
  return pagePolicy(inlineScriptHashes, "").replace(" 'nonce-'", "");
}

export const createNonce = (): string => randomBytes(16).toString("base64");

/** `'sha256-...'` of each inline script of a page. */
export function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
}

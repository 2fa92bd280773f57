import { randomBytes } from "node:crypto";
import { hashOpaqueToken } from "#platform/crypto/secrets.ts";

/** Marks a key as ours, for people and for scanners that look for leaked secrets. */
const MARK = "fsk_";
const COMPANY_BYTES = 16;
const SECRET_BYTES = 32;
/** Length of the base64url text of company and secret. */
const TEXT_LENGTH = Math.ceil(((COMPANY_BYTES + SECRET_BYTES) * 8) / 6);
const SHOWN_LENGTH = 6;

export const isApiKey = (bearer: string) => bearer.startsWith(MARK);

/**
 * A new key: the company's id and 256 random bits. It names its company so that it is looked up behind the company's
 * walls (row-level security); only a hash of it is stored.
 */
export function createApiKeyToken(companyId: string): { key: string; prefix: string; hash: Buffer } {
  const secret = randomBytes(SECRET_BYTES);
  const company = Buffer.from(companyId.replaceAll("-", ""), "hex");
  const key = MARK + Buffer.concat([company, secret]).toString("base64url");
  // Its last characters: the first ones are the company's, the same for all its keys.
  const prefix = `${MARK}…${key.slice(-SHOWN_LENGTH)}`;
  return { key, prefix, hash: hashOpaqueToken(key) };
}

/** The company that a key names, and its hash; null for what cannot be a key. */
export function readApiKeyToken(key: string): { companyId: string; hash: Buffer } | null {
  const text = key.slice(MARK.length);
  if (text.length !== TEXT_LENGTH || !/^[\w-]+$/.test(text)) return null;
  const hex = Buffer.from(text, "base64url").subarray(0, COMPANY_BYTES).toString("hex");
  const companyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { companyId, hash: hashOpaqueToken(key) };
}

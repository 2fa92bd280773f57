import { randomBytes } from "node:crypto";
import { hashOpaqueToken } from "#platform/crypto/secrets.ts";

/** Marks a write key as ours, for people and for scanners of source code. */
const MARK = "fwk_";
const COMPANY_BYTES = 16;
const SECRET_BYTES = 24;
/** Length of the base64url text of both. */
const TEXT_LENGTH = Math.ceil(((COMPANY_BYTES + SECRET_BYTES) * 8) / 6);
const SHOWN_LENGTH = 6;

/** A new write key: the company's id, by which it is looked up behind the company's walls, and 192 random bits. */
export function createWriteKeyToken(companyId: string): { key: string; prefix: string; hash: Buffer } {
  const company = Buffer.from(companyId.replaceAll("-", ""), "hex");
  const key = MARK + Buffer.concat([company, randomBytes(SECRET_BYTES)]).toString("base64url");
  return { key, prefix: `${MARK}…${key.slice(-SHOWN_LENGTH)}`, hash: hashOpaqueToken(key) };
}

/** The company that a write key names, and its hash; null for what cannot be one. */
export function readWriteKeyToken(key: string): { companyId: string; hash: Buffer } | null {
  const text = key.slice(MARK.length);
  if (!key.startsWith(MARK) || text.length !== TEXT_LENGTH || !/^[\w-]+$/.test(text)) return null;
  const hex = Buffer.from(text, "base64url").subarray(0, COMPANY_BYTES).toString("hex");
  const companyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { companyId, hash: hashOpaqueToken(key) };
}

import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";
import { deriveKeys } from "#platform/crypto/secrets.ts";

const PURPOSES = { unsubscribe: "customer-mail-unsubscribe", link: "customer-mail-link" } as const;
type Purpose = keyof typeof PURPOSES;

const UUID_BYTES = 16;
const HASH_BYTES = 32;
/** 128 bits: nobody guesses one over a network. */
const MAC_BYTES = 16;

/** Whose messages a link ends: it says so itself, so that it works when the message and its reader are long erased. */
export interface UnsubscribeToken {
  companyId: string;
  messageId: string;
  addressHash: Buffer;
}

/** A link of a message, by the id of where it leads. */
export interface LinkToken {
  companyId: string;
  messageId: string;
  linkId: string;
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
/** Keys as the library wants them: made of bytes for each signature they cost six times the signature. */
const prepared = new WeakMap<Uint8Array, KeyObject>();

function sign(bytes: Uint8Array, said: Buffer): Buffer {
  let key = prepared.get(bytes);
  if (key === undefined) prepared.set(bytes, (key = createSecretKey(bytes)));
  return createHmac("sha256", key).update(said).digest().subarray(0, MAC_BYTES);
}

function write(secretKeys: readonly string[], purpose: Purpose, said: Buffer): string {
  const [key] = deriveKeys(secretKeys, PURPOSES[purpose]);
  if (!key) throw new Error("Signing needs a secret key");
  return Buffer.concat([said, sign(key, said)]).toString("base64url");
}

/** What a token says; null for one that no key of ours signed. */
function read(secretKeys: readonly string[], purpose: Purpose, token: string, bytes: number): Buffer | null {
  const all = Buffer.from(token, "base64url");
  if (all.length !== bytes + MAC_BYTES) return null;
  const said = all.subarray(0, bytes);
  const mac = all.subarray(bytes);
  const isOurs = deriveKeys(secretKeys, PURPOSES[purpose]).some((key) =>
    timingSafeEqual(sign(key, said), mac),
  );
  return isOurs ? said : null;
}

/** The secret of an unsubscribe link. It does not expire: mail is read late, and it ends one thing only. */
export function unsubscribeToken(secretKeys: readonly string[], of: UnsubscribeToken): string {
  const said = Buffer.concat([bytesOf(of.companyId), bytesOf(of.messageId), of.addressHash]);
  return write(secretKeys, "unsubscribe", said);
}

/** Null for a token that is none of ours. */
export function readUnsubscribeToken(secretKeys: readonly string[], token: string): UnsubscribeToken | null {
  const said = read(secretKeys, "unsubscribe", token, 2 * UUID_BYTES + HASH_BYTES);
  if (said === null) return null;
  return {
    companyId: idOf(said.subarray(0, UUID_BYTES)),
    messageId: idOf(said.subarray(UUID_BYTES, 2 * UUID_BYTES)),
    addressHash: Buffer.from(said.subarray(2 * UUID_BYTES)),
  };
}

/** What a counted link, or the picture that counts openings, carries. */
export function linkToken(secretKeys: readonly string[], of: LinkToken): string {
  const said = Buffer.concat([bytesOf(of.companyId), bytesOf(of.messageId), bytesOf(of.linkId)]);
  return write(secretKeys, "link", said);
}

/** Null for a token that is none of ours. */
export function readLinkToken(secretKeys: readonly string[], token: string): LinkToken | null {
  const said = read(secretKeys, "link", token, 3 * UUID_BYTES);
  if (said === null) return null;
  return {
    companyId: idOf(said.subarray(0, UUID_BYTES)),
    messageId: idOf(said.subarray(UUID_BYTES, 2 * UUID_BYTES)),
    linkId: idOf(said.subarray(2 * UUID_BYTES)),
  };
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKeys } from "./secrets.ts";

const UUID_BYTES = 16;
const TIME_BYTES = 6;
/** 128 bits: nobody guesses one over a network. */
const MAC_BYTES = 16;

/** The one thing of a company that a link is good for, until when. */
export interface SignedLink {
  companyId: string;
  id: string;
  expiresAt: Date;
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const sign = (key: Uint8Array, said: Buffer) =>
  createHmac("sha256", key).update(said).digest().subarray(0, MAC_BYTES);

/** The secret of a link for somebody who is not signed in; a link of one purpose is none of another. */
export function signLink(
  secretKeys: readonly string[],
  purpose: string,
  { companyId, id, expiresAt }: SignedLink,
): string {
  const [key] = deriveKeys(secretKeys, purpose);
  if (!key) throw new Error("Signing needs a secret key");
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(expiresAt.getTime(), 0, TIME_BYTES);
  const said = Buffer.concat([bytesOf(companyId), bytesOf(id), time]);
  return Buffer.concat([said, sign(key, said)]).toString("base64url");
}

/** Null for a token that no key of ours signed for this purpose; one that is over says so by its time. */
export function readSignedLink(
  secretKeys: readonly string[],
  purpose: string,
  token: string,
): SignedLink | null {
  const all = Buffer.from(token, "base64url");
  const length = 2 * UUID_BYTES + TIME_BYTES;
  if (all.length !== length + MAC_BYTES) return null;
  const said = all.subarray(0, length);
  const isOurs = deriveKeys(secretKeys, purpose).some((key) =>
    timingSafeEqual(sign(key, said), all.subarray(length)),
  );
  if (!isOurs) return null;
  return {
    companyId: idOf(said.subarray(0, UUID_BYTES)),
    id: idOf(said.subarray(UUID_BYTES, 2 * UUID_BYTES)),
    expiresAt: new Date(said.readUIntBE(2 * UUID_BYTES, TIME_BYTES)),
  };
}

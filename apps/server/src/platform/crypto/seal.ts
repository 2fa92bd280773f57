import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { deriveKeys } from "./secrets.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const CIPHER = "aes-256-gcm";

const keyIdOf = (key: Uint8Array) => createHash("sha256").update(key).digest().subarray(0, KEY_ID_BYTES);

/**
 * Encrypts a secret that must be read again (AES-256-GCM under the newest key of this purpose). `boundTo` ties it to
 * its row: moved to another one it does not open. Layout: key id, nonce, tag, ciphertext.
 */
export function sealSecret(
  secretKeys: readonly string[],
  purpose: string,
  boundTo: string,
  secret: Uint8Array,
): Buffer {
  const [key] = deriveKeys(secretKeys, purpose);
  if (!key) throw new Error("Sealing needs a secret key");
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([keyIdOf(key), nonce, cipher.getAuthTag(), text]);
}

/** Opens what sealSecret made with any of the keys; throws where it was changed, moved or its key is gone. */
export function openSecret(
  secretKeys: readonly string[],
  purpose: string,
  boundTo: string,
  sealed: Buffer,
): Buffer {
  const keyId = sealed.subarray(0, KEY_ID_BYTES);
  const key = deriveKeys(secretKeys, purpose).find((candidate) => keyIdOf(candidate).equals(keyId));
  if (!key) throw new Error("The key that sealed this secret is not among SECRET_KEYS any more");
  const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES);
  const tag = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(boundTo)).setAuthTag(tag);
  const text = decipher.update(sealed.subarray(KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]);
}

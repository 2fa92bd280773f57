import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { deriveKeys } from "./secrets.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const DATA_KEY_BYTES = 32;
const WRAPPED_BYTES = NONCE_BYTES + TAG_BYTES + DATA_KEY_BYTES;
const CIPHER = "aes-256-gcm";
/** Begins what has a data key of its own. Older seals begin with the id of the key that they are sealed with directly. */
const ENVELOPE = Buffer.from("FSE1");

const keyIdOf = (key: Uint8Array) => createHash("sha256").update(key).digest().subarray(0, KEY_ID_BYTES);

/**
 * Encrypts a secret that must be read again (AES-256-GCM): under a data key of its own, which is wrapped by the newest key of
 * this purpose. `boundTo` ties it to its row: moved to another one it does not open. Layout: mark, key id, wrapped data key,
 * secret; both of these as nonce, tag, ciphertext.
 */
export function sealSecret(
  secretKeys: readonly string[],
  purpose: string,
  boundTo: string,
  secret: Uint8Array,
): Buffer {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  return Buffer.concat([
    sealedPrefix(secretKeys, purpose),
    encrypt(newestOf(secretKeys, purpose), boundTo, dataKey),
    encrypt(dataKey, boundTo, secret),
  ]);
}

/** How everything begins that is sealed under the newest key of a purpose. */
export const sealedPrefix = (secretKeys: readonly string[], purpose: string): Buffer =>
  Buffer.concat([ENVELOPE, keyIdOf(newestOf(secretKeys, purpose))]);

/** Opens what sealSecret made with any of the keys; throws where it was changed, moved or its key is gone. */
export function openSecret(
  secretKeys: readonly string[],
  purpose: string,
  boundTo: string,
  sealed: Buffer,
): Buffer {
  if (!isEnvelope(sealed))
    return decrypt(keyOf(secretKeys, purpose, sealed, 0), boundTo, sealed.subarray(KEY_ID_BYTES));
  const { dataKey, secret } = unwrap(secretKeys, purpose, boundTo, sealed);
  return decrypt(dataKey, boundTo, secret);
}

/**
 * The same secret under the newest key: its data key is wrapped anew and the rest stays as it is; what has none is sealed anew.
 * Null where there is nothing to do. Throws as openSecret does.
 */
export function rewrapSecret(
  secretKeys: readonly string[],
  purpose: string,
  boundTo: string,
  sealed: Buffer,
): Buffer | null {
  const prefix = sealedPrefix(secretKeys, purpose);
  if (sealed.subarray(0, prefix.length).equals(prefix)) return null;
  if (!isEnvelope(sealed))
    return sealSecret(secretKeys, purpose, boundTo, openSecret(secretKeys, purpose, boundTo, sealed));
  const { dataKey, secret } = unwrap(secretKeys, purpose, boundTo, sealed);
  return Buffer.concat([prefix, encrypt(newestOf(secretKeys, purpose), boundTo, dataKey), secret]);
}

const isEnvelope = (sealed: Buffer): boolean => sealed.subarray(0, ENVELOPE.length).equals(ENVELOPE);

function unwrap(
  secretKeys: readonly string[],
  purpose: string,
  boundTo: string,
  sealed: Buffer,
): { dataKey: Buffer; secret: Buffer } {
  const key = keyOf(secretKeys, purpose, sealed, ENVELOPE.length);
  const from = ENVELOPE.length + KEY_ID_BYTES;
  return {
    dataKey: decrypt(key, boundTo, sealed.subarray(from, from + WRAPPED_BYTES)),
    secret: sealed.subarray(from + WRAPPED_BYTES),
  };
}

function newestOf(secretKeys: readonly string[], purpose: string): Uint8Array {
  const [key] = deriveKeys(secretKeys, purpose);
  if (!key) throw new Error("Sealing needs a secret key");
  return key;
}

/** The key whose id stands at a place of a seal. */
function keyOf(secretKeys: readonly string[], purpose: string, sealed: Buffer, at: number): Uint8Array {
  const keyId = sealed.subarray(at, at + KEY_ID_BYTES);
  const key = deriveKeys(secretKeys, purpose).find((candidate) => keyIdOf(candidate).equals(keyId));
  if (!key) throw new Error("The key that sealed this secret is not among SECRET_KEYS any more");
  return key;
}

function encrypt(key: Uint8Array, boundTo: string, text: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(boundTo),
  );
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Uint8Array, boundTo: string, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(tag);
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([text, decipher.final()]);
}

import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

const TOKEN_BYTES = 32;

/** 256 random bits for a cookie or a link, and the hash of them that is stored. */
export function createOpaqueToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: hashOpaqueToken(token) };
}

/** Plain SHA-256: the input is 256 random bits, so nothing slower is needed. */
export function hashOpaqueToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Keys that were derived, by the list of secret keys: it lives as long as the process, and a purpose is a word of the code. */
const derived = new WeakMap<readonly string[], Map<string, readonly Uint8Array[]>>();

/**
 * A key for one purpose from each secret key, newest first: the first one signs, all of them verify. Derived once for a list of
 * secret keys, which nobody changes: a campaign of a hundred thousand messages signs four links in each.
 */
export function deriveKeys(secretKeys: readonly string[], purpose: string): readonly Uint8Array[] {
  let known = derived.get(secretKeys);
  if (known === undefined) derived.set(secretKeys, (known = new Map()));
  let keys = known.get(purpose);
  if (keys === undefined) {
    keys = secretKeys.map((secret) => new Uint8Array(hkdfSync("sha256", secret, "forestay", purpose, 32)));
    known.set(purpose, keys);
  }
  return keys;
}

/** The secret key of an installation that was given none: made once, kept readable by its owner only. */
export async function loadLocalSecretKeys(dataDir: string): Promise<string[]> {
  const file = path.join(dataDir, "secret-key");
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return [(await readFile(file, "utf8")).trim()];
}

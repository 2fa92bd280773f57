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

/** A key for one purpose from each secret key, newest first: the first one signs, all of them verify. */
export function deriveKeys(secretKeys: readonly string[], purpose: string): Uint8Array[] {
  return secretKeys.map((secret) => new Uint8Array(hkdfSync("sha256", secret, "forestay", purpose, 32)));
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

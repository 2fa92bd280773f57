import { describe, expect, it } from "vitest";
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { deriveKeys } from "./secrets.ts";
import { openSecret, rewrapSecret, sealedPrefix, sealSecret } from "./seal.ts";

const OLD = "an old secret key of 32 characters!";
const NEW = "a new secret key of 32 characters!!";
const secret = Buffer.from("a secret that must be read again");

describe("a sealed secret", () => {
  it("opens with its key, also when that is not the newest any more, and is never the same twice", () => {
    const sealed = sealSecret([OLD], "test", "row 1", secret);
    expect(openSecret([NEW, OLD], "test", "row 1", sealed)).toEqual(secret);
    expect(sealSecret([OLD], "test", "row 1", secret).equals(sealed)).toBe(false);
    expect(sealed.includes(secret)).toBe(false);
  });

  it("does not open without its key, for another purpose, in another row, or changed in one bit", () => {
    const sealed = sealSecret([OLD], "test", "row 1", secret);
    expect(() => openSecret([NEW], "test", "row 1", sealed)).toThrow("SECRET_KEYS");
    expect(() => openSecret([OLD], "other", "row 1", sealed)).toThrow();
    expect(() => openSecret([OLD], "test", "row 2", sealed)).toThrow();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openSecret([OLD], "test", "row 1", changed)).toThrow();
    }
  });

  it("is wrapped anew by the newest key, its body as it was, and needs no other then", () => {
    const sealed = sealSecret([OLD], "test", "row 1", secret);
    const anew = rewrapSecret([NEW, OLD], "test", "row 1", sealed);
    if (anew === null) throw new Error("It was left as it was");
    expect(openSecret([NEW], "test", "row 1", anew)).toEqual(secret);
    expect(() => openSecret([OLD], "test", "row 1", anew)).toThrow("SECRET_KEYS");
    const body = TAG_AND_NONCE + secret.length;
    expect(anew.subarray(-body).equals(sealed.subarray(-body))).toBe(true);
    expect(anew.subarray(0, 8).equals(sealedPrefix([NEW], "test"))).toBe(true);
    expect(rewrapSecret([NEW, OLD], "test", "row 1", anew)).toBeNull();
    expect(() => rewrapSecret([NEW, OLD], "test", "row 2", sealed)).toThrow();
    expect(() => rewrapSecret([NEW], "test", "row 1", sealed)).toThrow("SECRET_KEYS");
  });

  it("opens what was sealed before secrets had data keys, and gives it one", () => {
    const before = sealedDirectly(OLD, "test", "row 1", secret);
    expect(openSecret([NEW, OLD], "test", "row 1", before)).toEqual(secret);
    for (const keys of [[OLD], [NEW, OLD]]) {
      const anew = rewrapSecret(keys, "test", "row 1", before);
      expect(openSecret(keys.slice(0, 1), "test", "row 1", anew ?? Buffer.alloc(0))).toEqual(secret);
    }
  });
});

const TAG_AND_NONCE = 28;

/** As seals were until there were data keys: key id, nonce, tag, ciphertext. */
function sealedDirectly(secretKey: string, purpose: string, boundTo: string, text: Buffer): Buffer {
  const [key] = deriveKeys([secretKey], purpose);
  if (!key) throw new Error("No key");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  const keyId = createHash("sha256").update(key).digest().subarray(0, 4);
  return Buffer.concat([keyId, nonce, cipher.getAuthTag(), sealed]);
}

import { describe, expect, it } from "vitest";
import { openSecret, sealSecret } from "./seal.ts";

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
});

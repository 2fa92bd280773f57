import { describe, expect, it } from "vitest";
import { authenticatorCode } from "../fixtures/authenticator-code.ts";
import { base32, matchTotp, otpauthUri } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");
const STEP_MS = 30_000;

describe("one-time passwords", () => {
  it("are those of RFC 6238 appendix B, of whose eight digits the last six are asked", () => {
    const vectors: [number, string][] = [
      [59, "94287082"],
      [1_111_111_109, "07081804"],
      [1_111_111_111, "14050471"],
      [1_234_567_890, "89005924"],
      [2_000_000_000, "69279037"],
      [20_000_000_000, "65353130"],
    ];
    for (const [seconds, code] of vectors) {
      const step = Math.floor(seconds / 30);
      expect(matchTotp(secret, code.slice(2), new Date(seconds * 1000), 0)).toBe(step);
    }
  });

  it("count one step early and late, not two, and none a second time", () => {
    const now = new Date(1_700_000_000_000);
    const step = Math.floor(now.getTime() / STEP_MS);
    const codeOf = (by: number) => authenticatorCode(base32(secret), new Date(now.getTime() + by * STEP_MS));
    expect([-2, -1, 0, 1, 2].map((by) => matchTotp(secret, codeOf(by), now, 0))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ]);
    expect(matchTotp(secret, codeOf(0), now, step)).toBeNull();
    expect(matchTotp(secret, codeOf(-1), now, step)).toBeNull();
    for (const none of ["", "12345", "1234567", "abcdef", "٠١٢٣٤٥"])
      expect(matchTotp(secret, none, now, 0)).toBeNull();
  });

  it("are of the bytes given, also where they are a window into others", () => {
    const window = Buffer.concat([Buffer.from("before"), secret]).subarray(6);
    expect(base32(window)).toBe(base32(secret));
  });

  it("travel to the app as RFC 4648 base32 in an otpauth address", () => {
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(base32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    const uri = new URL(otpauthUri("Forestay", "a+b@example.test", secret));
    expect(decodeURIComponent(uri.pathname)).toContain("Forestay:a+b@example.test");
    expect(uri.searchParams.get("secret")).toBe(base32(secret));
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: "Forestay",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

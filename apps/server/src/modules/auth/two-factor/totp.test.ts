import { describe, expect, it } from "vitest";
import { base32, hotp, matchTotp, otpauthUri, stepAt } from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

describe("one-time passwords", () => {
  it("are those of RFC 4226 appendix D", () => {
    const expected = [
      "755224",
      "287082",
      "359152",
      "969429",
      "338314",
      "254676",
      "287922",
      "162583",
      "399871",
      "520489",
    ];
    expect(expected.map((_code, counter) => hotp(secret, counter))).toEqual(expected);
  });

  it("are those of RFC 6238 appendix B, in eight digits", () => {
    const vectors: [number, string][] = [
      [59, "94287082"],
      [1_111_111_109, "07081804"],
      [1_111_111_111, "14050471"],
      [1_234_567_890, "89005924"],
      [2_000_000_000, "69279037"],
      [20_000_000_000, "65353130"],
    ];
    for (const [seconds, code] of vectors) {
      expect(hotp(secret, stepAt(new Date(seconds * 1000)), 8)).toBe(code);
    }
  });

  it("count one step early and late, not two, and none a second time", () => {
    const now = new Date(1_700_000_000_000);
    const step = stepAt(now);
    expect([-2, -1, 0, 1, 2].map((by) => matchTotp(secret, hotp(secret, step + by), now, 0))).toEqual([
      null,
      step - 1,
      step,
      step + 1,
      null,
    ]);
    expect(matchTotp(secret, hotp(secret, step), now, step)).toBeNull();
    expect(matchTotp(secret, hotp(secret, step - 1), now, step)).toBeNull();
    expect(matchTotp(secret, "", now, 0)).toBeNull();
  });

  it("travel to the app as RFC 4648 base32 in an otpauth address", () => {
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
    expect(base32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    const uri = new URL(otpauthUri("Forestay", "a+b@example.test", secret));
    expect(decodeURIComponent(uri.pathname)).toContain("Forestay:a+b@example.test");
    expect(uri.searchParams.get("secret")).toBe(base32(secret));
  });
});

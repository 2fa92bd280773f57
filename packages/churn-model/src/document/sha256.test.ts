import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { createRandom } from "../random.ts";
import { sha256Hex } from "./sha256.ts";

test("agrees with the platform on every length around the block borders", () => {
  const random = createRandom(1);
  for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
    const bytes = Uint8Array.from({ length }, () => random.int(256));
    expect(sha256Hex(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

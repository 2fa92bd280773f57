import { expect, it } from "vitest";
import { heldOutOf, packHeldOut, readHeldOut } from "./held-out-rows.ts";

it("what was said of a row comes back by its id, with the outcome then, and of others nothing", () => {
  const packed = packHeldOut(["a", "b", "c"], Uint8Array.of(0, 1, 1), Float64Array.of(0.2, 0.875, 1 - 1e-17));
  expect(packed).toHaveLength(36);
  const rows = readHeldOut(packed);
  expect(heldOutOf(rows, "a")).toEqual({ left: 0, probability: expect.closeTo(0.2, 6) as number });
  expect(heldOutOf(rows, "b")).toEqual({ left: 1, probability: expect.closeTo(0.875, 6) as number });
  // Sure beyond what a float tells apart from certain: being wrong must not cost infinitely much.
  expect(heldOutOf(rows, "c")?.probability).toBeLessThan(1);
  expect(heldOutOf(rows, "d")).toBeNull();
});

import { expect, test } from "vitest";

import { compileKernel } from "../../../build/compile-kernel.ts";
import { KERNEL_BASE64 } from "./kernel-binary.ts";

test("the binary in the source is what its source compiles to", async () => {
  expect(Buffer.from(await compileKernel()).toString("base64")).toBe(KERNEL_BASE64);
});

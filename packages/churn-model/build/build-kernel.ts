// node packages/churn-model/build/build-kernel.ts: writes src/models/boosting/kernel-binary.ts from its source.
import { writeFileSync } from "node:fs";

import { compileKernel } from "./compile-kernel.ts";

const base64 = Buffer.from(await compileKernel()).toString("base64");
writeFileSync(
  new URL("../src/models/boosting/kernel-binary.ts", import.meta.url),
  `/** assembly/kernel.as compiled by build/build-kernel.ts; a test compares the two. */\nexport const KERNEL_BASE64 =\n  "${base64}";\n`,
);

import { existsSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { longest } from "./longest-first.ts";
import { ROOT } from "./run-command.ts";

it("the longest files of tests are where they are said to be", () => {
  expect(longest.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { makeRunDirectory } from "./run-directory.ts";

it("is removed with all that is in it", async () => {
  const directory = await makeRunDirectory();
  await writeFile(path.join(directory.path, "file"), "");
  await directory.remove();
  expect(existsSync(directory.path)).toBe(false);
});

it("goes with a process that is killed", async () => {
  const script = `
    const { makeRunDirectory } = await import(${JSON.stringify(path.join(import.meta.dirname, "run-directory.ts"))});
    console.log((await makeRunDirectory()).path);
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [said] = (await once(holder.stdout, "data")) as [Buffer];
    const directory = said.toString().trim();
    expect(existsSync(directory)).toBe(true);
    holder.kill("SIGKILL");
    await expect.poll(() => existsSync(directory), { timeout: 600_000 }).toBe(false);
  } finally {
    holder.kill("SIGKILL");
  }
});

import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";

it("starts the sandboxes from the command line, with pages for a person, and ends when asked", async () => {
  const command = path.join(import.meta.dirname, "sandbox.ts");
  const child = spawn(process.execPath, [command], { stdio: ["ignore", "pipe", "inherit"] });
  const urls = new Map<string, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [, provider = "", url = ""] = /^(\w+) sandbox at (\S+),/.exec(line) ?? [];
    urls.set(provider, url);
    if (urls.size === 5) break;
  }
  for (const [provider, url] of urls) {
    const answer = await fetch(`${url}/sandbox`);
    expect([provider, answer.status]).toEqual([provider, 200]);
    expect(await answer.text()).toContain("Sandbox: a stand-in on this machine");
  }
  const ended = new Promise((resolve) => {
    child.once("exit", resolve);
  });
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

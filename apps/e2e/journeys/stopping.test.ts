import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

it("npm start that is told to stop takes everything with it", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "forestay-stopping-"));
  // Run as root, the database's own user has to get in.
  await chmod(dataDir, 0o755);
  const npm = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", DEMO: "off", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      npm.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString();
        const greeted = /is ready at (http\S+)/.exec(output)?.[1];
        if (greeted !== undefined) resolve(greeted);
      });
      npm.once("exit", () => reject(new Error(output)));
    });
    const isUp = () =>
      fetch(`${url}/api/health/live`).then(
        (answer) => answer.ok,
        () => false,
      );
    expect(await isUp()).toBe(true);
    npm.kill("SIGTERM");
    // Fails by the test's own timeout where it goes on.
    while (await isUp()) await delay(50);
  } finally {
    npm.kill("SIGKILL");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
});

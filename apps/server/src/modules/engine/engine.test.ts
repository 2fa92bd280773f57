import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { startEngine } from "./engine.ts";

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("the engine's process", () => {
  it("ends at once when the run is aborted, and says why to whoever waits and asks again", async () => {
    const stop = new AbortController();
    const engine = startEngine(stop.signal, { inBackground: true });
    const asked = engine.load("{}");
    stop.abort(new Error("stopped by a person"));
    await expect(asked).rejects.toThrow("stopped by a person");
    await engine.close();
    await expect(engine.load("{}")).rejects.toThrow("stopped by a person");
  });

  it("loads what reads, trains and scores, and nothing of HTTP, the hub, the queue or the contract's schemas", async () => {
    const child = fork(path.join(import.meta.dirname, "fixtures/loading-told-process.ts"), {
      execArgv: [],
      serialization: "advanced",
    });
    const loaded: string[] = [];
    const answered = new Promise<void>((resolve) => {
      child.on("message", (message: { kind: string; url?: string }) => {
        if (message.kind === "module") loaded.push(message.url ?? "");
        else resolve();
      });
    });
    child.send({ kind: "load", documentText: "{}" });
    await answered;
    child.kill("SIGKILL");
    for (const needed of ["/churn-model/src/index.ts", "/training/train-model.ts", "/score-selection.ts"])
      expect(loaded.some((url) => url.endsWith(needed))).toBe(true);
    const needless =
      /\/node_modules\/(zod|fastify|@fastify|pino|pg-boss|ws|jose|undici)\/|\/packages\/signalr\/|\/contracts\/src\/(index|routes|schemas)\.ts|\/platform\/(jobs|live|files|http\/(?!app-error))|\/routes\.ts$/;
    expect(loaded.filter((url) => needless.test(url))).toEqual([]);
  });

  it("does not outlive whoever started it, however that one ended", async () => {
    const starter = fork(path.join(import.meta.dirname, "fixtures/engine-starter-process.ts"), {
      execArgv: [],
    });
    const [pid] = (await once(starter, "message")) as [number];
    expect(isAlive(pid)).toBe(true);
    starter.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000, interval: 50 });
  });
});

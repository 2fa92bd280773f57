import { spawn } from "node:child_process";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "..");

/** Path of an installed command. */
export const bin = (name: string): string => path.join(ROOT, "node_modules/.bin", name);

export interface CommandResult {
  code: number;
  output: string;
  durationMs: number;
}

/** Runs a program from the repository's root; its output is shown as it comes, or collected with `quiet`. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<CommandResult> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env },
      stdio: options.quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    // It does not outlive whoever waits for it.
    const end = () => void child.kill();
    process.once("exit", end);
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("exit", end);
      resolve({ code: code ?? 1, output, durationMs: performance.now() - startedAt });
    });
  });
}

/** Runs tasks a few at a time, in order of start. */
export async function inParallel<T>(limit: number, tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: limit }, async () => {
      while (next < tasks.length) {
        const index = next++;
        const task = tasks[index];
        if (task) results[index] = await task();
      }
    }),
  );
  return results;
}

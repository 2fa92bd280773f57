import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";

const repoRoot = join(import.meta.dirname, "..", "..", "..");

interface Ready {
  url: string;
  password: string;
  emails: { owner: string; firstAdmin: string; secondAdmin: string };
}

export interface ClockedApp extends AsyncDisposable {
  baseUrl: string;
  /** Makes it so much later for the application; what was planned for until then falls due. */
  advance: (advanceMs: number) => Promise<void>;
  /** Signs in one of its people. */
  signIn: (context: BrowserContext, who: keyof Ready["emails"]) => Promise<void>;
}

/**
 * The real application (server, its own PostgreSQL, jobs, built web) with a clock that stands still until told otherwise, and
 * three people: the Owner of a company and two platform Admins, Ada Berg and Noor Haddad. Less than 15 minutes in all, or
 * who is signed in has to sign in again.
 */
export async function startClockedApp(): Promise<ClockedApp> {
  const child = fork("apps/server/src/testing/clocked-app-process.ts", { cwd: repoRoot, silent: true });
  const output: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const ended = once(child, "exit");
  const answer = async (): Promise<unknown> => {
    const [said] = (await Promise.race([
      once(child, "message"),
      ended.then(() => {
        throw new Error(`The application ended.\n${output.join("").slice(-4000)}`);
      }),
    ])) as [unknown];
    return said;
  };
  const { url, password, emails } = (await answer()) as Ready;
  return {
    baseUrl: url,
    advance: async (advanceMs) => {
      child.send({ advanceMs });
      await answer();
    },
    signIn: async (context, who) => {
      const response = await context.request.post("/api/auth/login", {
        data: { email: emails[who], password },
        headers: { origin: url },
      });
      if (!response.ok()) throw new Error(`Signing in failed: ${response.status()} ${await response.text()}`);
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.send("stop");
      await ended;
    },
  };
}

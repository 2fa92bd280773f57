import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { readConfig } from "#config";
import { startProblem } from "./start-problem.ts";

/** What the system really throws. */
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
const listening = (port: number, host: string) => {
  const server = createServer();
  server.listen(port, host);
  return once(server, "listening").finally(() => server.close());
};

describe("what whoever starts it has to change", () => {
  it("is the data directory where that is a file, may not be written, or is on a full disk", async () => {
    const file = readConfig({ DATA_DIR: import.meta.filename });
    const made = await errorOf(mkdir(import.meta.filename, { recursive: true }));
    expect(startProblem(made, file)).toContain("is a file; it has to be a directory");
    const config = readConfig({ DATA_DIR: "/srv/forestay" });
    const mkdirRefused = { code: "EACCES", syscall: "mkdir", path: "/srv/forestay" };
    expect(startProblem(Object.assign(new Error("denied"), mkdirRefused), config)).toContain(
      "This user may not write /srv/forestay",
    );
    const lockRefused = { code: "EACCES", syscall: "listen", address: "/srv/forestay/app.lock", port: -1 };
    expect(startProblem(Object.assign(new Error("denied"), lockRefused), config)).toContain(
      "This user may not write /srv/forestay/app.lock",
    );
    const full = new Error("initdb failed: could not extend file: No space left on device");
    expect(startProblem(full, config)).toBe(
      "The disk of DATA_DIR (/srv/forestay) is full. Make room there, or choose another DATA_DIR.",
    );
  });

  it("is the host where its name or address is not of this machine", async () => {
    const config = readConfig({ HOST: "nowhere.invalid" });
    expect(startProblem(await errorOf(lookup("nowhere.invalid")), config)).toMatch(
      /^HOST: the name 'nowhere.invalid' is not known/,
    );
    expect(startProblem(await errorOf(listening(0, "192.0.2.1")), config)).toBe(
      "This machine has no address 192.0.2.1. Correct HOST.",
    );
  });

  it("is the database's address where nothing answers, and its user where it is refused", async () => {
    const config = readConfig({ DATABASE_URL: "postgres://forestay:secret@127.0.0.1:9/forestay" });
    const away = await errorOf(once(connect(9, "127.0.0.1"), "connect"));
    expect(startProblem(away, config)).toBe(
      "DATABASE_URL: no PostgreSQL answers at 127.0.0.1:9 (ECONNREFUSED).",
    );
    const wrong = new Error('password authentication failed for user "forestay"');
    const words = startProblem(Object.assign(wrong, { code: "28P01" }), config);
    expect(words).toContain("the server at 127.0.0.1:9 refuses: password authentication failed");
    expect(words).not.toContain("secret");
  });

  it("is nothing of theirs for an error of ours", () => {
    expect(startProblem(new TypeError("x is not a function"), readConfig({}))).toBeNull();
  });
});

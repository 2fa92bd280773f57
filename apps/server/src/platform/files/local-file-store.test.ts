import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileStore } from "./file-store.ts";
import { createLocalFileStore } from "./local-file-store.ts";

let directory: string;
let files: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-store-"));
  files = createLocalFileStore(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const listFiles = async () =>
  (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

describe("the local file store", () => {
  it("gives back the bytes it was given, from any position, with their size and hash", async () => {
    const bytes = Buffer.from("name,plan\nAda,Pro\n");
    const stored = await files.put(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]));
    expect(stored).toMatchObject({
      sizeBytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(await buffer(await files.open(stored.key))).toEqual(bytes);
    expect((await buffer(await files.open(stored.key, { start: 10 }))).toString()).toBe("Ada,Pro\n");
    expect(await files.sizeBytes(stored.key)).toBe(bytes.length);
  });

  it("stops at the limit and leaves nothing behind", async () => {
    const tooMuch = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    await expect(files.put(tooMuch, { maxBytes: 1000 })).rejects.toMatchObject({ code: "payload_too_large" });
    expect(await listFiles()).toEqual([]);
  });

  it("leaves nothing behind when the sender breaks off", async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("half");
        throw new Error("connection lost");
      })(),
    );
    await expect(files.put(broken)).rejects.toThrow("connection lost");
    expect(await listFiles()).toEqual([]);
  });

  it("knows no file outside its directory", async () => {
    for (const key of ["../../etc/passwd", "ab/../../../etc/passwd", "", "ab/cd"]) {
      await expect(files.open(key)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("forgets a removed file, and removing it again is fine", async () => {
    const { key } = await files.put(Readable.from([Buffer.from("x")]));
    await files.remove(key);
    await files.remove(key);
    await expect(files.open(key)).rejects.toMatchObject({ code: "not_found" });
  });
});

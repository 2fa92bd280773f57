import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { FileStore } from "./file-store.ts";

export interface StoreUnderTest {
  files: FileStore;
  /** Names of everything stored, whole or in part. */
  list(): Promise<string[]>;
}

/** What every file store does; `current` gives the one that the surrounding suite made for this test. */
export function describesFileStore(current: () => StoreUnderTest): void {
  it("gives back the bytes it was given, from any position, with their size and hash", async () => {
    const { files } = current();
    const bytes = Buffer.from("name,plan\nAda,Pro\n");
    const stored = await files.put(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]));
    expect(stored).toMatchObject({
      sizeBytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(await buffer(await files.open(stored.key))).toEqual(bytes);
    expect((await buffer(await files.open(stored.key, { start: 10 }))).toString()).toBe("Ada,Pro\n");
    expect((await buffer(await files.open(stored.key, { start: bytes.length }))).length).toBe(0);
    expect(await files.sizeBytes(stored.key)).toBe(bytes.length);
  });

  it("puts a file back under the key it had, also where one lies there", async () => {
    const { files, list } = current();
    const { key } = await files.put(Readable.from([Buffer.from("as it was")]));
    const names = (await list()).toSorted();
    for (const text of ["as it was", "as it was then"]) {
      const stored = await files.put(Readable.from([Buffer.from(text)]), { key });
      expect(stored.key).toBe(key);
      expect((await buffer(await files.open(key))).toString()).toBe(text);
    }
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("half");
        throw new Error("connection lost");
      })(),
    );
    await expect(files.put(broken, { key })).rejects.toThrow("connection lost");
    expect((await buffer(await files.open(key))).toString()).toBe("as it was then");
    expect((await list()).toSorted()).toEqual(names);
    await expect(files.put(Readable.from([]), { key: "../x" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("keeps an empty file", async () => {
    const { files } = current();
    const { key } = await files.put(Readable.from([]));
    expect((await buffer(await files.open(key))).length).toBe(0);
  });

  it("stops at the limit and leaves nothing behind", async () => {
    const { files, list } = current();
    const tooMuch = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    await expect(files.put(tooMuch, { maxBytes: 1000 })).rejects.toMatchObject({ code: "payload_too_large" });
    expect(await list()).toEqual([]);
  });

  it("leaves nothing behind when the sender breaks off", async () => {
    const { files, list } = current();
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("half");
        throw new Error("connection lost");
      })(),
    );
    await expect(files.put(broken)).rejects.toThrow("connection lost");
    expect(await list()).toEqual([]);
  });

  it("knows no file outside its own", async () => {
    const { files } = current();
    for (const key of ["../../etc/passwd", "ab/../../../etc/passwd", "", "ab/cd"]) {
      await expect(files.open(key)).rejects.toMatchObject({ code: "not_found" });
      await expect(files.localPath(key)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("forgets a removed file, and removing it again is fine", async () => {
    const { files } = current();
    const { key } = await files.put(Readable.from([Buffer.from("x")]));
    await files.remove(key);
    await files.remove(key);
    await expect(files.open(key)).rejects.toMatchObject({ code: "not_found" });
    await expect(files.localPath(key)).rejects.toMatchObject({ code: "not_found" });
  });
}

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { startS3StandIn, type S3StandIn } from "#testing/index.ts";
import { describesFileStore } from "../file-store.contract.ts";
import { openFileStore } from "../open-file-store.ts";
import { createS3FileStore } from "./s3-file-store.ts";

const MIB = 1024 ** 2;
const outbound = createOutbound({ log: createLog("silent"), clock: systemClock, allowedHosts: [] });
let directory: string;
let s3: S3StandIn;

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-store-"));
  s3 = await startS3StandIn();
});
afterEach(async () => {
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

afterAll(() => outbound.close());

const store = (copies = "copies") => createS3FileStore(s3.settings, path.join(directory, copies), outbound);
/** Repeats at the length of no part. */
const pattern = Buffer.from(Uint8Array.from({ length: 65_521 }, (_, n) => (n * 7919) % 251));
const bytesOf = (length: number) => Buffer.alloc(length, pattern);
async function* inChunks(bytes: Buffer, size = 100_003) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("the file store in a bucket", () => {
  describesFileStore(() => ({
    files: store(),
    list: async () => [
      ...s3.objects.keys(),
      ...s3.openUploads.keys(),
      ...(await readdir(path.join(directory, "copies")).catch(() => [])),
    ],
  }));

  it("sends a large file in parts, and reads it back from another machine", async () => {
    const bytes = bytesOf(20 * MIB + 17);
    const { key, sizeBytes } = await store().put(Readable.from(inChunks(bytes)));
    expect(sizeBytes).toBe(bytes.length);
    expect(s3.asked.filter((line) => line.includes("partNumber"))).toHaveLength(3);
    expect(s3.objects.get(`files/${key}`)?.equals(bytes)).toBe(true);
    const elsewhere = store("other-machine");
    expect((await readFile(await elsewhere.localPath(key))).equals(bytes)).toBe(true);
    expect(
      (await buffer(await elsewhere.open(key, { start: 12 * MIB }))).equals(bytes.subarray(12 * MIB)),
    ).toBe(true);
  });

  it("has what it uploaded at hand: reading it asks the bucket nothing", async () => {
    const files = store();
    const { key } = await files.put(Readable.from([Buffer.from("a,b\n1,2\n")]));
    s3.asked.length = 0;
    expect(await readFile(await files.localPath(key), "utf8")).toBe("a,b\n1,2\n");
    expect(s3.asked).toEqual([]);
  });

  it("calls a large upload off when the sender breaks off", async () => {
    const broken = Readable.from(
      (async function* () {
        yield bytesOf(17 * MIB);
        throw new Error("connection lost");
      })(),
    );
    await expect(store().put(broken)).rejects.toThrow("connection lost");
    expect([...s3.objects.keys(), ...s3.openUploads.keys()]).toEqual([]);
  });

  it("tries again while the service is busy, and goes on with a download that broke off", async () => {
    const bytes = bytesOf(9 * MIB);
    s3.disturb({ times: 2, status: 503, matching: /partNumber=1/ });
    const { key } = await store().put(Readable.from(inChunks(bytes)));
    s3.disturb({ times: 2, status: "cut", matching: /^GET/ });
    expect((await readFile(await store("other-machine").localPath(key))).equals(bytes)).toBe(true);
    expect(s3.asked.filter((line) => line.startsWith("GET"))).toHaveLength(3);
  });

  it("says that it does not answer when it is away, and leaves no copy of what it could not keep", async () => {
    const { key } = await store().put(Readable.from([Buffer.from("x")]));
    s3.disturb({ times: 100, status: 503, matching: /./ });
    await expect(store("other-machine").localPath(key)).rejects.toMatchObject({ code: "unavailable" });
    await expect(store("fresh").put(Readable.from([Buffer.from("y")]))).rejects.toMatchObject({
      code: "unavailable",
    });
    expect(await readdir(path.join(directory, "fresh"))).toEqual([]);
  });
});

describe("a start with a bucket", () => {
  const start = (settings: Partial<S3StandIn["settings"]> = {}) =>
    openFileStore({ s3: { ...s3.settings, ...settings } }, directory, outbound);

  it("tries it, leaving nothing there", async () => {
    await start({ prefix: "forestay/" });
    expect(s3.asked.map((line) => line.replace(/[0-9a-f]{16}$/, "*"))).toEqual([
      "HEAD /files",
      "PUT /files/forestay/probe/*",
      "DELETE /files/forestay/probe/*",
    ]);
    expect([...s3.objects.keys()]).toEqual([]);
  });

  it("names the setting that is wrong", async () => {
    await expect(start({ bucket: "others" })).rejects.toThrow("S3_BUCKET: there is no bucket 'others'");
    await expect(start({ secretAccessKey: "wrong" })).rejects.toThrow(
      "S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY",
    );
    const gone = await startS3StandIn();
    await gone.close();
    await expect(start({ endpoint: gone.settings.endpoint })).rejects.toThrow(
      `S3_ENDPOINT: ${gone.settings.endpoint} does not answer (ECONNREFUSED)`,
    );
  });
});

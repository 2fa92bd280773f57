import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe } from "vitest";
import { describesFileStore } from "./file-store.contract.ts";
import type { FileStore } from "./file-store.ts";
import { createLocalFileStore } from "./local-file-store.ts";

let directory: string;
let files: FileStore;

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "forestay-store-"));
  files = createLocalFileStore(directory);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe("the local file store", () => {
  describesFileStore(() => ({
    files,
    list: async () =>
      (await readdir(directory, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
  }));
});

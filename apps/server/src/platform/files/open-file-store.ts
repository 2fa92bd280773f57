import path from "node:path";
import { ConfigError, type Config, type S3Settings } from "#config";
import type { Outbound } from "#platform/outbound/outbound.ts";
import type { FileStore } from "./file-store.ts";
import { createLocalFileStore } from "./local-file-store.ts";
import { S3Error } from "./s3/s3-client.ts";
import { createS3FileStore } from "./s3/s3-file-store.ts";

/**
 * Files where the settings want them: in the bucket of `S3_*`, else in the data directory. The bucket is tried at once:
 * throws ConfigError naming the setting that is wrong, before the first upload finds out.
 */
export async function openFileStore(
  config: Pick<Config, "s3">,
  dataDir: string,
  outbound: Outbound,
): Promise<FileStore> {
  if (config.s3 === null) return createLocalFileStore(path.join(dataDir, "files"));
  const store = createS3FileStore(config.s3, path.join(dataDir, "file-copies"), outbound);
  try {
    await store.probe();
  } catch (error) {
    if (error instanceof S3Error) throw new ConfigError(problemOf(error, config.s3), { cause: error });
    throw error;
  }
  return store;
}

function problemOf({ status, code, message }: S3Error, { endpoint, bucket, region }: S3Settings): string {
  if (status === 0) return `S3_ENDPOINT: ${endpoint} does not answer (${code})`;
  if (status === 404) return `S3_BUCKET: there is no bucket '${bucket}' at ${endpoint}`;
  if (status === 301 || status === 307 || status === 308 || status === 400) {
    return `S3_REGION: the bucket '${bucket}' is not reached in '${region}' (${code})`;
  }
  if (status === 401 || status === 403) {
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: they may not read, write and delete in the bucket '${bucket}' (${code})`;
  }
  return `S3_ENDPOINT: ${endpoint} does not work as object storage (${status}, ${message})`;
}

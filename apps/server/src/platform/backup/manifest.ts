import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { deriveKeys } from "#platform/crypto/secrets.ts";
import type { Migration } from "#platform/db/migrate.ts";
import { FILE_KEY } from "#platform/files/file-store.ts";

export const MANIFEST = "manifest.json";
export const SECRET_KEY_FILE = "secret-key";
/** Of the way a backup is written; a reader refuses one that it does not know. */
const FORMAT = 1;

/** What whoever backs up or restores has to know or change, in words. */
export class BackupError extends Error {
  override name = "BackupError";
}

const storedSchema = z.object({
  /** Path inside the backup. */
  file: z.string().regex(/^[\w./-]+$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
const tableSchema = storedSchema.extend({
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().nonnegative(),
  /** Sum of a hash of every row: the same however the rows lie. */
  contents: z.string().regex(/^-?\d+$/),
});
const manifestSchema = z.object({
  product: z.string(),
  format: z.literal(FORMAT),
  /** Of the product that wrote it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Tells whether an installation has the keys, and nothing of them. */
  keyFingerprints: z.array(z.string()),
  /** Where the installation made its key itself, it lies here too. */
  secretKey: storedSchema.nullable(),
  tables: z.array(tableSchema),
  /** Waiting and running jobs, one JSON object a line. */
  jobs: storedSchema.extend({ rows: z.number().int().nonnegative() }),
  files: z.array(storedSchema.extend({ key: z.string().regex(FILE_KEY) })),
  /** Keys that the database names and the file store does not have. */
  missingFiles: z.array(z.string()),
});

export type StoredPart = z.infer<typeof storedSchema>;
export type TableManifest = z.infer<typeof tableSchema>;
export type BackupManifest = z.infer<typeof manifestSchema>;
/** What a manifest begins with. */
export const MANIFEST_FORMAT = FORMAT;

/** Reads what a backup says of itself. Throws BackupError where it is none, or one that this version cannot read. */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(path.join(directory, MANIFEST), "utf8").catch(() => null);
  if (text === null) throw new BackupError(`${directory} is no backup: there is no ${MANIFEST} in it.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new BackupError(`${MANIFEST} of ${directory} is not whole.`, { cause });
  }
  const parsed = manifestSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if (typeof format === "number" && format > FORMAT) {
    throw new BackupError(
      `This backup was written by a newer version (${String(version)}). Restore it with that version.`,
    );
  }
  const [first] = parsed.error.issues;
  throw new BackupError(
    `${MANIFEST} of ${directory} is damaged: ${first?.path.join(".")}: ${first?.message}`,
  );
}

/** Refuses a backup whose database is ahead of this version's migrations, or went another way. */
export function requireKnownVersion(manifest: BackupManifest, known: readonly Migration[]): void {
  const checksums = new Map(known.map((migration) => [migration.name, migration.checksum]));
  for (const { name, checksum } of manifest.migrations) {
    if (!checksums.has(name)) {
      throw new BackupError(
        `This backup is of a newer version (${manifest.version}): its database has ${name}, which this one does not know. Restore it with that version or a later one.`,
      );
    }
    if (checksums.get(name) !== checksum) {
      throw new BackupError(
        `This backup was made by another line of versions: its ${name} is not ours. Restore it with the version that made it (${manifest.version}).`,
      );
    }
  }
  const applied = new Set(manifest.migrations.map(({ name }) => name));
  const newest = [...applied].sort().at(-1) ?? "";
  const between = known.find(({ name }) => name < newest && !applied.has(name));
  if (between !== undefined) {
    throw new BackupError(
      `This backup was made by another line of versions: it has ${newest}, but not ${between.name}. Restore it with the version that made it (${manifest.version}).`,
    );
  }
}

/** Reads every part once and compares it with what was written. Throws BackupError naming the first that differs. */
export async function verifyParts(directory: string, manifest: BackupManifest): Promise<void> {
  const { secretKey, tables, jobs, files } = manifest;
  for (const part of [...tables, jobs, ...files, ...(secretKey === null ? [] : [secretKey])]) {
    const hash = createHash("sha256");
    let bytes = 0;
    try {
      await pipeline(createReadStream(path.join(directory, part.file)), async (chunks) => {
        for await (const chunk of chunks as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          hash.update(chunk);
        }
      });
    } catch (cause) {
      throw new BackupError(`${part.file} of the backup cannot be read: ${(cause as Error).message}`, {
        cause,
      });
    }
    if (bytes !== part.bytes || hash.digest("hex") !== part.sha256) {
      throw new BackupError(
        `${part.file} of the backup is damaged: it is not what was written (${part.bytes} bytes then, ${bytes} now).`,
      );
    }
  }
}

/** What tells keys apart without telling anything of them. */
export function fingerprintsOf(secretKeys: readonly string[]): string[] {
  return deriveKeys(secretKeys, "backup fingerprint").map((key) =>
    createHash("sha256").update(key).digest("hex").slice(0, 16),
  );
}

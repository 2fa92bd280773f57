import "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { FileStore, StoredFile } from "#platform/files/file-store.ts";
import { AppError } from "#platform/http/app-error.ts";

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;

export interface Upload {
  file: StoredFile;
  /** As the browser named it, cut to its last path part and 255 characters; for display only. */
  fileName: string;
  fields: Readonly<Record<string, string>>;
}

/**
 * Streams the one file of a multipart request into the file store; text fields may stand before or after it. Throws
 * `payload_too_large` past `maxBytes`, `validation_failed` without a file field `file`; nothing is left behind then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  files: FileStore,
  options: { maxBytes: number },
): Promise<Upload> {
  const fields: Record<string, string> = {};
  let received: { file: StoredFile; fileName: string } | null = null;
  try {
    const limits = {
      fileSize: options.maxBytes + 1,
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        fields[part.fieldname] = String(part.value);
      } else if (part.fieldname === "file" && received === null) {
        const file = await files.put(part.file, { maxBytes: options.maxBytes });
        received = { file, fileName: displayName(part.filename) };
      } else {
        part.file.resume();
      }
    }
  } catch (error) {
    if (received) await files.remove(received.file.key);
    throw error;
  }
  if (received === null) {
    throw new AppError("validation_failed", { fields: { file: "Choose a file to upload" } });
  }
  return { ...received, fields };
}

function displayName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? "";
  // Control characters in a name would reach headers and logs.
  return (
    last
      .toWellFormed()
      .replace(/\p{Cc}/gu, "")
      .slice(0, 255) || "upload"
  );
}

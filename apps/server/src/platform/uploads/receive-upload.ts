import "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { FileStore, StoredFile } from "#platform/files/file-store.ts";
import { AppError } from "#platform/http/app-error.ts";
import { noteUpload, uploadLimits } from "#platform/http/upload-content.ts";

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
  let received: { file: StoredFile; fileName: string; givenName: string } | null = null;
  try {
    const limits = { ...uploadLimits, fileSize: options.maxBytes + 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        fields[part.fieldname] = String(part.value);
      } else if (part.fieldname === "file" && received === null) {
        const file = await files.put(part.file, { maxBytes: options.maxBytes });
        received = { file, fileName: displayName(part.filename), givenName: part.filename };
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
  const { file, fileName, givenName } = received;
  noteUpload(request, { fields, fileName: givenName, sha256: file.sha256 });
  return { file, fileName, fields };
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

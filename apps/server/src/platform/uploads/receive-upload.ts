import "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { FileStore, StoredFile } from "#platform/files/file-store.ts";
import { AppError } from "#platform/http/app-error.ts";
import { noteUpload, uploadLimits } from "#platform/http/upload-content.ts";

export interface Upload<F extends z.ZodObject> {
  file: StoredFile;
  /** As the browser named it, cut to its last path part and 255 characters; for display only. */
  fileName: string;
  fields: z.output<F>;
}

/**
 * Streams the one file of a multipart request into the file store; text fields, those of `form`, may stand before or
 * after it. Throws `payload_too_large` past `maxBytes`, `validation_failed` without a file field `file` or with a field
 * that `form` refuses or does not know; nothing is left behind then.
 */
export async function receiveUpload<F extends z.ZodObject>(
  request: FastifyRequest,
  files: FileStore,
  options: { maxBytes: number; form: F },
): Promise<Upload<F>> {
  const texts = Object.create(null) as Record<string, string>;
  let received: { file: StoredFile; fileName: string; givenName: string } | null = null;
  try {
    const limits = { ...uploadLimits, fileSize: options.maxBytes + 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === "field") {
        texts[part.fieldname] = String(part.value);
      } else if (part.fieldname === "file" && received === null) {
        const file = await files.put(part.file, { maxBytes: options.maxBytes });
        received = { file, fileName: displayName(part.filename), givenName: part.filename };
      } else {
        part.file.resume();
      }
    }
    if (received === null) {
      throw new AppError("validation_failed", { fields: { file: "Choose a file to upload" } });
    }
    const { file, fileName, givenName } = received;
    const fields = checked(options.form, texts);
    noteUpload(request, { fields: texts, fileName: givenName, sha256: file.sha256 });
    return { file, fileName, fields };
  } catch (error) {
    if (received) await files.remove(received.file.key);
    throw error;
  }
}

function checked<F extends z.ZodObject>(form: F, texts: Record<string, string>): z.output<F> {
  const result = form.strict().safeParse({ ...texts });
  if (result.success) return result.data as z.output<F>;
  const fields = Object.create(null) as Record<string, string>;
  for (const { path, message } of result.error.issues) fields[path.join(".") || "request"] ??= message;
  throw new AppError("validation_failed", { fields });
}

/** The last part of a path that somebody else named, fit to be shown. */
export function displayName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? "";
  // Control characters in a name would reach headers and logs.
  return (
    last
      .toWellFormed()
      .replace(/\p{Cc}/gu, "")
      .slice(0, 255) || "upload"
  );
}

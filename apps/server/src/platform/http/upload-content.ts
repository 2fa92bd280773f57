import { createHash } from "node:crypto";
import "@fastify/multipart";
import type { FastifyRequest } from "fastify";

const MAX_FIELDS = 20;
/** Room for the mapping of a file of hundreds of columns; what is longer arrives cut off. */
const MAX_FIELD_BYTES = 200_000;
/** Of every upload, whoever reads it. */
export const uploadLimits = { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };

/** What an upload holds, whatever boundary its client put between the parts. */
export interface UploadContent {
  fields: Readonly<Record<string, string>>;
  fileName: string;
  /** Of the file's bytes, lower-case hex. */
  sha256: string;
}

const received = new WeakMap<FastifyRequest, string>();

const inWords = ({ fields, fileName, sha256 }: UploadContent) =>
  JSON.stringify([sha256, fileName, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Remembers what a request's upload held, once it has been received. */
export function noteUpload(request: FastifyRequest, content: UploadContent): void {
  received.set(request, inWords(content));
}

/** What the request's upload held, as text that is the same for the same content; reads it where nobody has, and keeps nothing. */
export async function uploadContentOf(request: FastifyRequest): Promise<string> {
  const known = received.get(request);
  if (known !== undefined) return known;
  const fields: Record<string, string> = {};
  let file: { fileName: string; sha256: string } | null = null;
  for await (const part of request.parts({ limits: uploadLimits })) {
    if (part.type === "field") {
      fields[part.fieldname] = String(part.value);
    } else if (part.fieldname === "file" && file === null) {
      const hash = createHash("sha256");
      for await (const chunk of part.file as AsyncIterable<Buffer>) hash.update(chunk);
      file = { fileName: part.filename, sha256: hash.digest("hex") };
    } else {
      part.file.resume();
    }
  }
  return inWords({ fields, ...(file ?? { fileName: "", sha256: "" }) });
}

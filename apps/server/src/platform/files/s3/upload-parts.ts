import type { S3Client } from "./s3-client.ts";

/** S3 wants 5 MiB at least of every part but the last, and takes 10,000 parts. */
const PART_BYTES = 8 * 1024 ** 2;
const MOST_PARTS = 10_000;
/** Parts on their way while the next one gathers. */
const PARALLEL_PARTS = 1;

/**
 * Streams into one object: in one request while it fits a part, else as a multipart upload that is called off when the
 * source or the service fails. At most two parts are held. The object appears whole or not at all.
 */
export async function uploadParts(
  send: S3Client,
  key: string,
  source: AsyncIterable<Buffer>,
  maxBytes = 0,
): Promise<void> {
  const partBytes = Math.max(PART_BYTES, Math.ceil(maxBytes / MOST_PARTS));
  const parts = inParts(source, partBytes);
  try {
    await upload(send, key, parts, partBytes);
  } finally {
    // Whoever sends is told to stop, wherever it broke off.
    await parts.return(undefined);
  }
}

async function upload(
  send: S3Client,
  key: string,
  parts: AsyncGenerator<Buffer, undefined>,
  partBytes: number,
): Promise<void> {
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  if (first.length < partBytes) {
    // The source may still fail after its last bytes.
    await parts.next();
    await send({ method: "PUT", key, body: first });
    return;
  }
  const uploadId = await beginUpload(send, key);
  const sending = new Set<Promise<void>>();
  const etags: string[] = [];
  const sendPart = (body: Buffer, partNumber: number) => {
    const query = { partNumber: String(partNumber), uploadId };
    const sent = send({ method: "PUT", key, query, body }).then((answer) => {
      etags[partNumber - 1] = answer.headers.get("etag") ?? "";
      sending.delete(sent);
    });
    // Waited for below; a failure meanwhile must not count as unhandled.
    sent.catch(() => undefined);
    sending.add(sent);
  };
  try {
    let partNumber = 1;
    sendPart(first, partNumber);
    for await (const part of parts) {
      if (sending.size >= PARALLEL_PARTS) await Promise.race(sending);
      partNumber += 1;
      sendPart(part, partNumber);
    }
    await Promise.all(sending);
    await completeUpload(send, key, uploadId, etags);
  } catch (error) {
    await Promise.allSettled(sending);
    // What is not called off costs its owner storage until the bucket's own rule removes it.
    await send({ method: "DELETE", key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

async function* inParts(source: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer, undefined> {
  let gathered: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let rest = chunk;
    while (length + rest.length >= partBytes) {
      const taken = partBytes - length;
      yield Buffer.concat([...gathered, rest.subarray(0, taken)], partBytes);
      rest = rest.subarray(taken);
      gathered = [];
      length = 0;
    }
    if (rest.length > 0) gathered.push(rest);
    length += rest.length;
  }
  if (length > 0) yield Buffer.concat(gathered, length);
}

async function beginUpload(send: S3Client, key: string): Promise<string> {
  const answer = await send({ method: "POST", key, query: { uploads: "" } });
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1];
  if (uploadId === undefined) throw new Error("The object storage began no upload");
  return uploadId;
}

async function completeUpload(
  send: S3Client,
  key: string,
  uploadId: string,
  etags: readonly string[],
): Promise<void> {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', "&quot;")}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`);
  const answer = await send({ method: "POST", key, query: { uploadId }, body });
  // S3 answers 200 before it is done, and tells a failure in the body.
  const text = await answer.text();
  if (text.includes("<Error>"))
    throw new Error(`The object storage could not complete the upload: ${text.slice(0, 300)}`);
}

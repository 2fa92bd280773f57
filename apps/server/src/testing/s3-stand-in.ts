import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Settings } from "#config";
import { signRequest } from "./aws-signature.ts";

/** S3's least size of every part but the last. */
const LEAST_PART_BYTES = 5 * 1024 ** 2;

export interface S3StandIn {
  settings: S3Settings;
  /** By `bucket/key`. */
  objects: ReadonlyMap<string, Buffer>;
  /** Multipart uploads begun and neither completed nor called off. */
  openUploads: ReadonlyMap<string, Map<number, Buffer>>;
  /** `METHOD path?query` of everything asked so far. */
  asked: string[];
  /** Answers this many coming requests that match with an error, or cuts their body off half way. */
  disturb(what: { times: number; status: number | "cut"; matching: RegExp }): void;
  close(): Promise<void>;
}

/** A server that speaks as much of S3's wire as we use: signatures and body hashes are checked, parts counted. */
export async function startS3StandIn(bucket = "files"): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>();
  const openUploads = new Map<string, Map<number, Buffer>>();
  const asked: string[] = [];
  let disturbance = { times: 0, status: 500 as number | "cut", matching: /./ };
  const credentials = { accessKeyId: "stand-in", secretAccessKey: "stand-in-secret" };

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  // Never closed for being idle: on a busy machine a call would meet the closing, and fail for no reason of its own.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", endpoint);
    const body = await buffer(request);
    const line = `${request.method} ${url.pathname}${url.search}`;
    asked.push(line);
    const disturbed = disturbance.times > 0 && disturbance.matching.test(line);
    if (disturbed) disturbance.times -= 1;
    if (disturbed && disturbance.status !== "cut") return refuse(response, disturbance.status, "SlowDown");
    if (!isSigned(request, url, body)) return refuse(response, 403, "SignatureDoesNotMatch");
    const [, theBucket, ...rest] = url.pathname.split("/");
    if (theBucket !== bucket) return refuse(response, 404, "NoSuchBucket");
    const name = `${bucket}/${rest.join("/")}`;
    if (rest.length === 0) return void response.end();
    const query = url.searchParams;
    const uploadId = query.get("uploadId");
    if (uploadId !== null || query.has("uploads")) return multipart(request, response, query, name, body);
    if (request.method === "PUT") {
      objects.set(name, body);
      return void response.setHeader("etag", etagOf(body)).end();
    }
    if (request.method === "DELETE") {
      objects.delete(name);
      return void response.writeHead(204).end();
    }
    const object = objects.get(name);
    if (object === undefined) return refuse(response, 404, "NoSuchKey");
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "bytes=0-")?.[1]);
    if (start > 0 && start >= object.length) return refuse(response, 416, "InvalidRange");
    const part = object.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, { "content-length": part.length });
    if (request.method === "HEAD") return void response.end();
    if (!disturbed) return void response.end(part);
    response.write(part.subarray(0, Math.floor(part.length / 2)), () => response.destroy());
  }

  function multipart(
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
    name: string,
    body: Buffer,
  ): void {
    if (query.has("uploads")) {
      const id = randomUUID();
      openUploads.set(id, new Map());
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
      return;
    }
    const id = query.get("uploadId") ?? "";
    const parts = openUploads.get(id);
    if (parts === undefined) return refuse(response, 404, "NoSuchUpload");
    if (request.method === "PUT") {
      parts.set(Number(query.get("partNumber")), body);
      return void response.setHeader("etag", etagOf(body)).end();
    }
    openUploads.delete(id);
    if (request.method === "DELETE") return void response.writeHead(204).end();
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const whole = named.map(([, number]) => parts.get(Number(number)) ?? Buffer.alloc(0));
    const right = named.every(
      ([, , etag], index) => etag?.replaceAll("&quot;", '"') === etagOf(whole[index] ?? body),
    );
    if (!right || named.length !== parts.size) return refuse(response, 400, "InvalidPart");
    if (whole.slice(0, -1).some((part) => part.length < LEAST_PART_BYTES))
      return refuse(response, 400, "EntityTooSmall");
    objects.set(name, Buffer.concat(whole));
    response.end("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
  }

  function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
    const { authorization = "", "x-amz-date": time = "" } = request.headers as Record<string, string>;
    const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? [];
    const headers = Object.fromEntries(
      names
        .filter((one) => one !== "host" && !one.startsWith("x-amz-"))
        .map((one) => [one, String(request.headers[one])]),
    );
    const now = new Date(
      String(time).replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
    );
    const bodySha256 = createHash("sha256").update(body).digest("hex");
    const method = request.method ?? "";
    return (
      authorization !== "" &&
      signRequest({ method, url, headers, bodySha256 }, credentials, "us-east-1", now)["authorization"] ===
        authorization
    );
  }

  return {
    settings: { ...credentials, endpoint, region: "us-east-1", bucket, prefix: "", pathStyle: true },
    objects,
    openUploads,
    asked,
    disturb: (what) => (disturbance = { ...what }),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function etagOf(body: Buffer): string {
  return `"${createHash("md5").update(body).digest("hex")}"`;
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<Error><Code>${code}</Code><Message>${code} by the stand-in</Message></Error>`);
}

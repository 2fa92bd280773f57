import { createHash, createHmac } from "node:crypto";

interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

interface UnsignedRequest {
  method: string;
  url: URL;
  /** Lower-case names; all of them are signed. */
  headers: Readonly<Record<string, string>>;
  /** Hex SHA-256 of the body. */
  bodySha256: string;
}

export const EMPTY_SHA256 = createHash("sha256").digest("hex");

/**
 * The headers of a request signed with AWS Signature Version 4, written out from its definition, so that the stand-in checks
 * what the library of platform/files/s3 signs by something else
 * (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). Body and headers are part of the signature.
 */
export function signRequest(
  { method, url, headers, bodySha256 }: UnsignedRequest,
  { accessKeyId, secretAccessKey }: S3Credentials,
  region: string,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": bodySha256,
    "x-amz-date": time,
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    url.pathname
      .split("/")
      .map((part) => encode(decodeURIComponent(part)))
      .join("/"),
    canonicalQuery(url),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    "",
    names.join(";"),
    bodySha256,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, createHash("sha256").update(canonical).digest("hex")].join(
    "\n",
  );
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
}

/** Percent-encoding of RFC 3986: `encodeURIComponent` leaves five characters that S3 wants encoded. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

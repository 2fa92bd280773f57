import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { S3Settings } from "#config";

interface UnsignedRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | undefined;
}

/** The headers of a request under AWS Signature Version 4; all of them and the hash of the body are part of it. */
export async function signRequest(
  { method, url, headers, body }: UnsignedRequest,
  { accessKeyId, secretAccessKey, region }: S3Settings,
): Promise<Record<string, string>> {
  // Given to the signer, which for S3 leaves the body out of the signature otherwise.
  const bodySha256 = createHash("sha256")
    .update(body ?? "")
    .digest("hex");
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, "x-amz-content-sha256": bodySha256 },
    accessKeyId,
    secretAccessKey,
    region,
    service: "s3",
    allHeaders: true,
  });
  return Object.fromEntries((await signer.sign()).headers);
}

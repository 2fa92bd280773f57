import { describe, expect, it } from "vitest";
import { EMPTY_SHA256, signRequest } from "./aws-signature.ts";

// The examples that AWS publishes with the definition of the signature.
const credentials = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const now = new Date("2013-05-24T00:00:00Z");
const signatureOf = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  bodySha256 = EMPTY_SHA256,
) =>
  signRequest(
    { method, url: new URL(url, "https://examplebucket.s3.amazonaws.com"), headers, bodySha256 },
    credentials,
    "us-east-1",
    now,
  ).authorization?.split("Signature=")[1];

describe("the signature of a request", () => {
  it("is AWS's own for a range of an object", () => {
    expect(signatureOf("GET", "/test.txt", { range: "bytes=0-9" })).toBe(
      "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    );
  });

  it("is AWS's own for an upload with a name to be encoded and headers of its own", () => {
    const headers = { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" };
    const body = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
    expect(signatureOf("PUT", "/test$file.text", headers, body)).toBe(
      "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    );
  });

  it("is AWS's own for a query without a value, and for one with two", () => {
    expect(signatureOf("GET", "/?lifecycle")).toBe(
      "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    );
    expect(signatureOf("GET", "/?max-keys=2&prefix=J")).toBe(
      "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    );
  });
});

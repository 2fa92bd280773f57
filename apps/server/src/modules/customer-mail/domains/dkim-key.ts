import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { openSecret, sealSecret } from "#platform/crypto/seal.ts";

export const PURPOSE = "customer-mail-dkim";
/** RFC 8301: at least 1024, and 2048 should be used. */
const BITS = 2048;
const makeKeyPair = promisify(generateKeyPair);

export interface SealedKey {
  selector: string;
  /** Base64 DER, as the record says it. */
  publicKey: string;
  sealedPrivateKey: Buffer;
}

/** What a key is tied to. */
export const boundTo = (companyId: string, domainId: string): string => `${companyId}/${domainId}`;

/** A key of 2048 bits, made here; its private half is sealed and never leaves. */
export async function createDkimKey(
  secretKeys: readonly string[],
  companyId: string,
  domainId: string,
): Promise<SealedKey> {
  const pair = await makeKeyPair("rsa", {
    modulusLength: BITS,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    selector: `fs${randomBytes(4).toString("hex")}`,
    publicKey: pair.publicKey.toString("base64"),
    sealedPrivateKey: sealSecret(
      secretKeys,
      PURPOSE,
      boundTo(companyId, domainId),
      Buffer.from(pair.privateKey),
    ),
  };
}

/** The private half as PEM. Throws where its key is gone from SECRET_KEYS. */
export function openDkimKey(
  secretKeys: readonly string[],
  { companyId, domainId, sealed }: { companyId: string; domainId: string; sealed: Buffer },
): string {
  return openSecret(secretKeys, PURPOSE, boundTo(companyId, domainId), sealed).toString("utf8");
}

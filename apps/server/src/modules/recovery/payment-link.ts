import { createHmac, timingSafeEqual } from "node:crypto";
import { DAY_MS } from "@forestay/contracts";
import { deriveKeys } from "#platform/crypto/secrets.ts";

const PURPOSE = "recovery-payment-link";
const UUID_BYTES = 16;
const TIME_BYTES = 6;
/** 128 bits: nobody guesses one over a network. */
const MAC_BYTES = 16;
const LINK_DAYS = 30;

/** The one failed payment that a link is good for. */
export interface PaymentLink {
  companyId: string;
  caseId: string;
  expiresAt: Date;
}

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
const sign = (key: Uint8Array, said: Buffer) =>
  createHmac("sha256", key).update(said).digest().subarray(0, MAC_BYTES);

/** The secret of a link: it says which payment it is of and until when it is good, and nothing else can be done with it. */
export function paymentLinkToken(
  secretKeys: readonly string[],
  { companyId, caseId }: Omit<PaymentLink, "expiresAt">,
  now: Date,
): string {
  const [key] = deriveKeys(secretKeys, PURPOSE);
  if (!key) throw new Error("Signing needs a secret key");
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(now.getTime() + LINK_DAYS * DAY_MS, 0, TIME_BYTES);
  const said = Buffer.concat([bytesOf(companyId), bytesOf(caseId), time]);
  return Buffer.concat([said, sign(key, said)]).toString("base64url");
}

/** Null for a token that no key of ours signed; one that is over says so by its time. */
export function readPaymentLink(secretKeys: readonly string[], token: string): PaymentLink | null {
  const all = Buffer.from(token, "base64url");
  const length = 2 * UUID_BYTES + TIME_BYTES;
  if (all.length !== length + MAC_BYTES) return null;
  const said = all.subarray(0, length);
  const isOurs = deriveKeys(secretKeys, PURPOSE).some((key) =>
    timingSafeEqual(sign(key, said), all.subarray(length)),
  );
  if (!isOurs) return null;
  return {
    companyId: idOf(said.subarray(0, UUID_BYTES)),
    caseId: idOf(said.subarray(UUID_BYTES, 2 * UUID_BYTES)),
    expiresAt: new Date(said.readUIntBE(2 * UUID_BYTES, TIME_BYTES)),
  };
}

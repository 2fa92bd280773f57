import { DAY_MS } from "@forestay/contracts";
import { readSignedLink, signLink } from "#platform/crypto/signed-link.ts";

const PURPOSE = "recovery-payment-link";
const LINK_DAYS = 30;

/** The one failed payment that a link is good for. */
export interface PaymentLink {
  companyId: string;
  caseId: string;
  expiresAt: Date;
}

/** The secret of a link: it says which payment it is of and until when it is good, and nothing else can be done with it. */
export function paymentLinkToken(
  secretKeys: readonly string[],
  { companyId, caseId }: Omit<PaymentLink, "expiresAt">,
  now: Date,
): string {
  const expiresAt = new Date(now.getTime() + LINK_DAYS * DAY_MS);
  return signLink(secretKeys, PURPOSE, { companyId, id: caseId, expiresAt });
}

/** Null for a token that no key of ours signed; one that is over says so by its time. */
export function readPaymentLink(secretKeys: readonly string[], token: string): PaymentLink | null {
  const link = readSignedLink(secretKeys, PURPOSE, token);
  return link === null ? null : { companyId: link.companyId, caseId: link.id, expiresAt: link.expiresAt };
}

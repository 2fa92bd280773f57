import DKIM from "nodemailer/lib/dkim";

export interface DkimKey {
  domain: string;
  selector: string;
  /** PEM. */
  privateKey: string;
}

/** Both headers of one-click unsubscribing have to be signed (RFC 8058, 4); the library's own list leaves the second out. */
const SIGNED_HEADERS =
  "From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post:Feedback-ID";

/** The same mail with a DKIM signature of its sender's domain in front (RFC 6376, relaxed/relaxed, rsa-sha256). */
export async function signMail(raw: Buffer, { domain, selector, privateKey }: DkimKey): Promise<Buffer> {
  const signer = new DKIM({
    domainName: domain,
    keySelector: selector,
    privateKey,
    headerFieldNames: SIGNED_HEADERS,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of signer.sign(raw)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

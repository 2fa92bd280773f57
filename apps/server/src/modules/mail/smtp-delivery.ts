import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";

const CONNECT_TIMEOUT_MS = 10_000;
/** RFC 5321 section 4.5.3.2.6 allows a server ten minutes after the last byte; a worker does not wait that long. */
const SOCKET_TIMEOUT_MS = 60_000;

/** How an attempt ended. `unknown`: the text was on its way when the connection broke, so it may have arrived. */
export type Delivery =
  | { outcome: "sent" }
  | { outcome: "refused"; isPermanent: boolean; reason: string }
  | { outcome: "unknown"; reason: string };

export interface Envelope {
  from: string;
  to: string;
}

/**
 * Hands one mail to the SMTP server of `smtpUrl` (`smtp://` with STARTTLS where offered, `smtps://` with TLS;
 * `?requireTLS=true` insists). Never throws: every ending is one of the three outcomes.
 */
export async function deliverBySmtp(smtpUrl: string, envelope: Envelope, raw: Buffer): Promise<Delivery> {
  let hasBegun = false;
  // nodemailer reads the text only after the server has said 354, so the first read is the point of no return.
  const text = new Readable({
    read() {
      hasBegun = true;
      this.push(raw);
      this.push(null);
    },
  });
  try {
    await withConnection(
      smtpUrl,
      (connection) =>
        new Promise<void>((resolve, reject) =>
          connection.send(envelope, text, (error) => (error ? reject(error) : resolve())),
        ),
    );
    return { outcome: "sent" };
  } catch (error) {
    const { code, responseCode, message } = error as {
      code?: string;
      responseCode?: number;
      message: string;
    };
    if (hasBegun && responseCode === undefined) return { outcome: "unknown", reason: message };
    // A wrong password is ours to mend; the mail itself is not refused for good.
    const isPermanent = responseCode !== undefined && responseCode >= 500 && code !== "EAUTH";
    return { outcome: "refused", isPermanent, reason: message };
  }
}

/** Connects and signs in without sending; throws what went wrong. */
export function checkSmtp(smtpUrl: string): Promise<void> {
  return withConnection(smtpUrl, async () => {});
}

async function withConnection(
  smtpUrl: string,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  const url = new URL(smtpUrl);
  const secure = url.protocol === "smtps:";
  const connection = new SMTPConnection({
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: url.searchParams.get("requireTLS") === "true",
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  try {
    const broken = new Promise<never>((_resolve, reject) => connection.once("error", reject));
    broken.catch(() => undefined);
    // A late second error has nobody left to hear it.
    connection.on("error", () => undefined);
    const connected = new Promise<void>((resolve, reject) =>
      connection.connect((error) => (error ? reject(error) : resolve())),
    );
    await Promise.race([connected, broken]);
    if (url.username !== "") {
      const credentials = {
        user: decodeURIComponent(url.username),
        pass: decodeURIComponent(url.password),
      };
      const signedIn = new Promise<void>((resolve, reject) =>
        connection.login({ credentials }, (error) => (error ? reject(error) : resolve())),
      );
      await Promise.race([signedIn, broken]);
    }
    await Promise.race([work(connection), broken]);
    connection.quit();
  } finally {
    connection.close();
  }
}

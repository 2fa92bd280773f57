import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { refuseWithinTransaction } from "#platform/db/open-transaction.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** RFC 5321 section 4.5.3.2.6 allows a server ten minutes after the last byte; a worker does not wait that long. */
const SOCKET_TIMEOUT_MS = 60_000;

/**
 * How an attempt ended. `unknown`: the text was on its way when the connection broke, so it may have arrived. `isAddress`:
 * what was refused is its receiver, and not the mail, its sender or everybody.
 */
export type Delivery =
  | { outcome: "sent" }
  | { outcome: "refused"; isPermanent: boolean; isAddress: boolean; reason: string }
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
  return handOver(envelope, raw, (send) => withConnection(smtpUrl, send));
}

/** Connections that stay open from one mail to the next; one mail at a time goes through each. */
export interface SmtpLine {
  /** As deliverBySmtp: never throws. */
  deliver(envelope: Envelope, raw: Buffer): Promise<Delivery>;
  close(): void;
}

/** A line to the SMTP server of `smtpUrl`: opened with its first mail, and anew after whatever broke it. */
export function openSmtpLine(smtpUrl: string): SmtpLine {
  let open: SMTPConnection | null = null;
  const close = () => {
    open?.quit();
    open?.close();
    open = null;
  };
  async function through(work: (connection: SMTPConnection) => Promise<void>): Promise<void> {
    const connection = open ?? (await connect(smtpUrl));
    if (open === null) {
      open = connection;
      // Closed by the other side while nobody sends: the next mail opens another.
      connection.once("end", () => {
        if (open === connection) open = null;
      });
    }
    try {
      await broken(connection, work(connection));
    } catch (error) {
      // A refused receiver leaves the session in the middle of an envelope; anything else leaves it in doubt.
      if ((error as { code?: string }).code !== "EENVELOPE" || !(await isReset(connection))) close();
      throw error;
    }
  }
  return { deliver: (envelope, raw) => handOver(envelope, raw, through), close };
}

const isReset = (connection: SMTPConnection) =>
  new Promise<boolean>((resolve) => {
    connection.once("error", () => resolve(false));
    connection.once("end", () => resolve(false));
    connection.reset((error) => resolve(!error));
  });

async function handOver(
  envelope: Envelope,
  raw: Buffer,
  through: (work: (connection: SMTPConnection) => Promise<void>) => Promise<void>,
): Promise<Delivery> {
  refuseWithinTransaction("A mail to its server");
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
    await through(
      (connection) =>
        new Promise<void>((resolve, reject) =>
          connection.send(envelope, text, (error) => (error ? reject(error) : resolve())),
        ),
    );
    return { outcome: "sent" };
  } catch (error) {
    const { code, command, responseCode, response, message } = error as {
      code?: string;
      command?: string;
      responseCode?: number;
      response?: string;
      message: string;
    };
    if (hasBegun && responseCode === undefined) return { outcome: "unknown", reason: message };
    // A wrong password is ours to mend; the mail itself is not refused for good.
    const isPermanent = responseCode !== undefined && responseCode >= 500 && code !== "EAUTH";
    // RFC 3463: x.1.y and x.2.y are of an address and its mailbox, x.7.y is of policy.
    const status = /^\d{3}[ -][245]\.(\d)\./.exec(response ?? "")?.[1];
    const isAddress = status === undefined ? command === "RCPT TO" : status === "1" || status === "2";
    return { outcome: "refused", isPermanent, isAddress, reason: message };
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
  const connection = await connect(smtpUrl);
  try {
    await broken(connection, work(connection));
    connection.quit();
  } finally {
    connection.close();
  }
}

/** Connected and signed in. */
async function connect(smtpUrl: string): Promise<SMTPConnection> {
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
  // A late second error has nobody left to hear it.
  connection.on("error", () => undefined);
  try {
    await broken(
      connection,
      new Promise<void>((resolve, reject) =>
        connection.connect((error) => (error ? reject(error) : resolve())),
      ),
    );
    if (url.username !== "") {
      const credentials = {
        user: decodeURIComponent(url.username),
        pass: decodeURIComponent(url.password),
      };
      await broken(
        connection,
        new Promise<void>((resolve, reject) =>
          connection.login({ credentials }, (error) => (error ? reject(error) : resolve())),
        ),
      );
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** What work comes to, or what broke its connection meanwhile. */
async function broken(connection: SMTPConnection, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const onEnd = () => reject(new Error("Connection closed"));
  connection.once("error", reject);
  connection.once("end", onEnd);
  try {
    await Promise.race([work, promise]);
  } finally {
    connection.off("error", reject);
    connection.off("end", onEnd);
  }
}

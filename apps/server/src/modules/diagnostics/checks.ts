import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { diagnosticCheckSchema } from "@forestay/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import { listCompanyIds } from "#modules/companies/index.ts";
import { domainSeals } from "#modules/customer-mail/index.ts";
import { integrationSeals } from "#modules/integrations/index.ts";
import { checkSmtp } from "#modules/mail/index.ts";
import { webhookSeals } from "#modules/webhooks/index.ts";
import { holdInWords } from "#platform/backup/outgoing-hold.ts";
import { countOlderSeals } from "#platform/crypto/rewrap-rows.ts";
import { withSystem, withTenant } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";

type DiagnosticCheck = z.input<typeof diagnosticCheckSchema>;

/** A check that takes longer has failed: the answer has to come while somebody waits for it. */
const CHECK_TIMEOUT_MS = 4000;
/** A due job that nobody has taken for this long has no worker. */
const LONGEST_WAIT_SECONDS = 60;

interface Finding {
  ok?: boolean;
  /** Null where the check has no round trip; else the time it took. */
  latencyMs?: number | null;
  /** In words, without secrets, host names and addresses. */
  detail: string;
}

/** Tries everything the product stands on, at once and for real: nothing is remembered from before. */
export function runChecks(context: ModuleContext): Promise<DiagnosticCheck[]> {
  return Promise.all([
    check("database", "The database does not answer.", () => checkDatabase(context)),
    check("queue", "The job queue does not answer.", () => checkQueue(context)),
    check("mail", "The SMTP server cannot be reached, or does not let us sign in.", () => checkMail(context)),
    check(
      "hub",
      `A message did not come through from a commit to the live hub by ${wayOf(context)}. What is committed waits, and goes out when the way is open again.`,
      () => checkHub(context),
    ),
    check("secrets", "What is sealed could not be looked at.", () => checkSecrets(context)),
    check("files", "A file could not be written, read back and removed.", () => checkFiles(context)),
  ]);

  async function check(
    name: DiagnosticCheck["name"],
    failure: string,
    look: () => Promise<Finding>,
  ): Promise<DiagnosticCheck> {
    const startedAtMs = performance.now();
    const tookMs = () => Math.round((performance.now() - startedAtMs) * 10) / 10;
    try {
      const { ok = true, latencyMs, detail } = await withinTime(look());
      return { name, ok, latencyMs: latencyMs === undefined ? tookMs() : latencyMs, detail };
    } catch (error) {
      context.log.warn({ err: error, check: name }, "diagnostic check failed");
      return { name, ok: false, latencyMs: tookMs(), detail: failure };
    }
  }
}

async function checkDatabase({ db }: ModuleContext): Promise<Finding> {
  await db.pool.query("select 1");
  const { totalCount, idleCount, waitingCount } = db.pool;
  return {
    detail: `Answers; ${totalCount - idleCount} of ${totalCount} connections of this process are busy, ${waitingCount} requests wait for one.`,
  };
}

async function checkQueue({ db }: ModuleContext): Promise<Finding> {
  const { rows } = await withSystem(db, (tx) =>
    sql<{ due: number; running: number; oldestSeconds: number | null }>`
      select count(*) filter (where state in ('created', 'retry'))::int as due,
        count(*) filter (where state = 'active')::int as running,
        extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry')))::float8 as "oldestSeconds"
      from pgboss.job where state = 'active' or (state in ('created', 'retry') and start_after <= now())`.execute(
      tx,
    ),
  );
  const { due = 0, running = 0, oldestSeconds = null } = rows[0] ?? {};
  const isStuck = oldestSeconds !== null && oldestSeconds > LONGEST_WAIT_SECONDS && running === 0;
  const waiting =
    due === 0 ? "no job waits" : `${due} due, the oldest for ${Math.round(oldestSeconds ?? 0)} s`;
  return {
    ok: !isStuck,
    detail: isStuck ? `No worker takes jobs: ${waiting}.` : `${running} running, ${waiting}.`,
  };
}

async function checkMail({ config }: ModuleContext): Promise<Finding> {
  if (config.outgoingHold !== null) {
    return { ok: false, latencyMs: null, detail: holdInWords(config.outgoingHold) };
  }
  if (config.smtpUrl === null) {
    return {
      latencyMs: null,
      detail: "No SMTP server is set: mail does not leave this server, the outbox keeps it.",
    };
  }
  await checkSmtp(config.smtpUrl);
  return { detail: "The SMTP server answers and lets us in." };
}

/** What carries events from process to process. */
const wayOf = ({ config }: ModuleContext) => (config.redisUrl === null ? "Postgres" : "Redis");

async function checkHub(context: ModuleContext): Promise<Finding> {
  const { live } = context;
  const latencyMs = Math.round((await live.probe()) * 10) / 10;
  const { pendingConnections, bufferedBytes } = live.stats();
  return {
    latencyMs,
    detail: `A message came through from a commit by ${wayOf(context)}; ${pendingConnections} connections are being opened, ${bufferedBytes} bytes wait to be sent.`,
  };
}

/** What can be opened by an older key alone: until there is none, that key may not be taken away. */
async function checkSecrets({ db, secretKeys }: ModuleContext): Promise<Finding> {
  const columns = [...integrationSeals, ...webhookSeals, ...domainSeals];
  let older = 0;
  for (const companyId of await withSystem(db, listCompanyIds))
    older += await withTenant(db, companyId, (tx) => countOlderSeals(tx, secretKeys, companyId, columns));
  return {
    detail:
      older === 0
        ? "All secrets of companies are sealed under the newest key."
        : `${older} ${older === 1 ? "secret needs" : "secrets need"} an older key of SECRET_KEYS. Keep it until the night has sealed them under the newest one.`,
  };
}

async function checkFiles({ files, config }: ModuleContext): Promise<Finding> {
  const written = `probe ${performance.now()}`;
  const { key } = await files.put(Readable.from([Buffer.from(written)]));
  try {
    if ((await text(await files.open(key))) !== written) throw new Error("read back something else");
  } finally {
    await files.remove(key);
  }
  const place = config.s3 === null ? "in the data directory" : "in the object storage";
  return { detail: `A file was written, read back and removed ${place}.` };
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("took too long")), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

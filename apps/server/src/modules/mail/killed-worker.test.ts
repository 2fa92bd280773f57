import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { withSystem } from "#platform/db/transaction.ts";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { startSmtp, type TestSmtp } from "./fixtures/smtp-server.ts";
import { sendMail } from "./index.ts";

let app: TestApp;
let smtp: TestSmtp;
let worker: ChildProcess;

afterEach(async () => {
  worker.kill("SIGKILL");
  await app.close();
  await smtp.close();
});

it("leaves once, whatever was its worker's: killed after the mail was handed over and before it was written down", async () => {
  const killed = Promise.withResolvers<void>();
  smtp = await startSmtp(async () => {
    // The whole text is here, and nobody has heard "accepted" yet.
    const exited = once(worker, "exit");
    worker.kill("SIGKILL");
    await exited;
    killed.resolve();
    return null;
  });
  app = await createTestApp({ smtpUrl: smtp.url });
  const send = () =>
    withSystem(app.db, (tx) =>
      sendMail(app.context, tx, {
        to: "ines@example.test",
        subject: "Once",
        companyId: null,
        uniqueKey: "once",
        template: { title: "Once", paragraphs: [], footer: "" },
      }),
    );
  expect(await send()).not.toBeNull();
  const script = path.join(import.meta.dirname, "fixtures/worker-process.ts");
  worker = spawn(process.execPath, [script, app.connectionString, smtp.url], { stdio: "ignore" });
  await killed.promise;
  const status = async () => (await app.queryAsAdmin("select status, failure, sent_at from mails"))[0];
  expect(await status()).toEqual({ status: "sending", failure: null, sent_at: null });

  // What the queue does once the heartbeat of the dead one has been silent for long enough.
  const taken = await app.queryAsAdmin(
    "update pgboss.job set state = 'retry', start_after = now() where name = 'mail.deliver' and state = 'active' returning id",
  );
  expect(taken).toHaveLength(1);
  expect(await app.drainJobs({ ignoreRunAt: true })).toBe(1);
  expect(await status()).toMatchObject({
    status: "unknown",
    failure: expect.stringContaining("is not sent again"),
  });
  // And its cause, run again, makes no second one.
  expect(await send()).toBeNull();
  await app.drainJobs({ ignoreRunAt: true });
  expect(smtp.received.map(({ to }) => to)).toEqual(["ines@example.test"]);
});

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildCompany, buildUser, createTestApp, type TestApp } from "#testing/index.ts";
import { startWorker } from "#testing/start-worker.ts";
import { addWebhook, deliveriesOf, happen } from "./fixtures/deliveries.ts";
import { startReceiver, verified, type Receiver } from "./fixtures/receiver.ts";
import { spreadJob } from "./messages/spread-messages.ts";

let app: TestApp;
let receiver: Receiver;
let worker: ChildProcess;

beforeEach(async () => {
  app = await createTestApp({ outboundAllowedHosts: ["127.0.0.1"] });
  receiver = await startReceiver();
});
afterEach(async () => {
  worker.kill("SIGKILL");
  await app.close();
  await receiver.close();
});

it("a delivery whose worker was killed after it arrived and before it was written down is sent again under its id", async () => {
  const killed = Promise.withResolvers<void>();
  receiver.answer(async (_request, response) => {
    const exited = once(worker, "exit");
    worker.kill("SIGKILL");
    await exited;
    response.destroy();
    killed.resolve();
  });
  const { id: companyId } = await buildCompany(app.db);
  const owner = (await buildUser(app.db, companyId, "Owner")).actor;
  const { id, secret } = await addWebhook(app, owner, { url: receiver.url });
  await happen(app, companyId);
  await app.runJob(spreadJob.company, { companyId });
  worker = startWorker(app, ["webhooks.deliver"]);
  await killed.promise;
  expect(await deliveriesOf(app, id)).toMatchObject([{ status: "waiting", attempts: 0 }]);

  // What the queue does once the heartbeat of the dead one has been silent for long enough.
  const taken = await app.queryAsAdmin(
    "update pgboss.job set state = 'retry', start_after = now() where name = 'webhooks.deliver' and state = 'active' returning id",
  );
  expect(taken).toHaveLength(1);
  receiver.answer((_request, response) => response.writeHead(204).end());
  await app.drainJobs({ ignoreRunAt: true });
  await app.drainJobs({ ignoreRunAt: true });
  expect(await deliveriesOf(app, id)).toMatchObject([{ status: "delivered", attempts: 1 }]);
  const [first, second] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
  expect(second!.body).toBe(first!.body);
  verified(secret, second!);
});

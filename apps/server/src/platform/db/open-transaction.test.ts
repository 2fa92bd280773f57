import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "#testing/index.ts";
import { refuseWithinTransaction } from "./open-transaction.ts";
import { withSystem } from "./transaction.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it("a call to another machine is refused while a transaction is open around it, and only then", async () => {
  const refused = /A call to example\.test within an open transaction/;
  const call = () =>
    app.context.outbound.call({ url: new URL("https://example.test/"), isConfigured: false });
  await expect(withSystem(app.db, call)).rejects.toThrow(refused);
  await expect(withSystem(app.db, () => app.context.outbound.readTxt("example.test"))).rejects.toThrow(
    "within an open transaction",
  );
  // What a transaction left behind may call once it has ended, and one within another takes nothing from it.
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let after: Promise<unknown> = Promise.resolve();
  await withSystem(app.db, async () => {
    after = ended.then(() => refuseWithinTransaction("A call"));
    await withSystem(app.db, async () => {});
    expect(() => refuseWithinTransaction("A call")).toThrow("A call within an open transaction");
  });
  end();
  await expect(after).resolves.toBeUndefined();
});

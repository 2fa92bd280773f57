import { webhookRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { deliveries, delivery, detail, failed, webhook } from "./examples/webhooks.ts";

const path = "/app/settings?section=webhooks";
const one = `${path}&webhook=${webhook().id}`;
const secret = "whsec_dGhlIHNlY3JldCBvZiB0aGlzIHRlc3QgYW5kIG5vIG90aGVy";

describe("webhooks", () => {
  it("are added with what they are told, refused at the address, and the secret is shown once", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(webhookRoutes.list, { items: [] }),
    });
    const { page, api } = opened;
    await page.getByText("No webhooks yet").waitFor();
    await lookEveryWay(page, "no webhooks");
    await page.getByRole("button", { name: "Add a webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a webhook" });
    await dialog.getByLabel("Address").fill("https://10.0.0.7/hook");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await dialog.getByText("Choose at least one").waitFor();
    await dialog.getByRole("checkbox", { name: /^Risk levels changed/ }).check();
    api.refuse(webhookRoutes.create, "validation_failed", {
      fields: { url: "10.0.0.7: not a public address." },
    });
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await dialog.getByText("10.0.0.7: not a public address.").waitFor();
    await lookEveryWay(page, "an address that is refused");
    await dialog.getByLabel("Address").fill(webhook().url);
    await dialog.getByLabel("Description").fill("Warehouse");
    api
      .answer(webhookRoutes.create, { webhook: webhook({ lastDeliveredAt: null }), secret })
      .answer(webhookRoutes.list, { items: [webhook({ lastDeliveredAt: null })] });
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await page.getByText(secret, { exact: true }).waitFor();
    expect((await api.called(webhookRoutes.create, 2)).body).toEqual({
      url: webhook().url,
      description: "Warehouse",
      kinds: ["customer.risk_level_changed"],
    });
    await page.getByText("Nothing delivered yet").waitFor();
    await lookEveryWay(page, "webhook secret, shown once");
    await page.getByRole("button", { name: "I have kept it" }).click();
    await page.getByText(secret, { exact: true }).waitFor({ state: "detached" });
  });

  it("say how each does, and that they did not load", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.refuse(webhookRoutes.list, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "The webhooks did not load" });
    const failing = webhook({
      id: "01a20600-0000-7b02-beb1-3611e12c0051",
      description: "",
      failingSince: "2026-11-22T10:00:00.000Z",
      waitingCount: 3,
      undeliveredCount: 1,
      nextTryAt: "2026-11-22T14:05:00.000Z",
    });
    await tryAgain(opened, said, () => api.answer(webhookRoutes.list, { items: [webhook(), failing] }));
    await page.getByText("2 kinds of event · Last delivered 2m ago", { exact: true }).waitFor();
    await page
      .getByText(/began to fail 2h ago · 3 deliveries waiting, next try .* · 1 delivery not delivered/)
      .waitFor();
    await lookEveryWay(page, "webhooks");
  });

  it("are tested, and the answer stands beside the button", async () => {
    const ping = delivery({ id: "01a20600-0000-7b02-beb1-3611e12c0070", kind: "ping" });
    await using opened = await openPage(one, {
      api: (api) =>
        api
          .answer(webhookRoutes.list, { items: [webhook()] })
          .answer(webhookRoutes.listDeliveries, deliveries([]))
          .answer(webhookRoutes.test, { ...ping, status: "waiting", attempts: 0 })
          .answer(
            webhookRoutes.getDelivery,
            detail({ ...ping, status: "failed", failure: "The receiver answered 500." }),
          ),
    });
    const { page, api } = opened;
    await page.getByText("Nothing was sent yet.").waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("The test did not arrive.").waitFor();
    await page.getByText("The receiver answered 500.").first().waitFor();
    expect((await api.called(webhookRoutes.test)).params).toEqual({ id: webhook().id });
    await lookEveryWay(page, "a test that failed");
  });

  it("open what was sent and what came back, and send it again", async () => {
    await using opened = await openPage(one, {
      api: (api) =>
        api
          .answer(webhookRoutes.list, { items: [webhook({ undeliveredCount: 1 })] })
          .answer(webhookRoutes.listDeliveries, deliveries([delivery(), failed()]))
          .answer(webhookRoutes.getDelivery, detail(failed(), "we are down")),
    });
    const { page, api } = opened;
    const row = page.getByRole("button", { name: /Came into a segment/ });
    await row.click();
    await page.getByText("we are down").waitFor();
    await page.getByText('"segmentName": "Quiet large accounts"').waitFor();
    await lookEveryWay(page, "a delivery, opened");
    const detailOf = page.getByRole("listitem").filter({ hasText: "we are down" });
    api.answer(webhookRoutes.replayDelivery, failed({ status: "waiting", attempts: 0 }));
    await detailOf.getByRole("button", { name: "Send again" }).click();
    expect((await api.called(webhookRoutes.replayDelivery)).params).toEqual({
      id: webhook().id,
      deliveryId: failed().id,
    });
    api.answer(webhookRoutes.replay, { replayed: 1 });
    await page.getByRole("button", { name: "Send again" }).first().click();
    await page.getByText("1 delivery on the way again").waitFor();
    expect((await api.called(webhookRoutes.replay)).body).toEqual({ since: null });
    await page.getByRole("combobox", { name: "State" }).click();
    api.answer(webhookRoutes.listDeliveries, deliveries([]));
    await page.getByRole("option", { name: "Failed" }).click();
    await page.getByText("No delivery matches").waitFor();
    expect(api.asked(webhookRoutes.listDeliveries).at(-1)?.query).toMatchObject({ status: "failed" });
  });

  it("that were stopped say why and are resumed, get a new secret, and are removed after a question", async () => {
    const stopped = webhook({
      status: "stopped",
      stoppedBecause: "Nothing has arrived for three days, in 11 tries.",
      undeliveredCount: 4,
    });
    await using opened = await openPage(one, {
      api: (api) =>
        api
          .answer(webhookRoutes.list, { items: [stopped] })
          .answer(webhookRoutes.listDeliveries, deliveries([failed({ status: "held", attempts: 0 })])),
    });
    const { page, api } = opened;
    await page.getByText("Nothing has arrived for three days, in 11 tries.").waitFor();
    await lookEveryWay(page, "a webhook that was stopped");
    api
      .answer(webhookRoutes.resume, webhook())
      .whenCalled(webhookRoutes.resume, () => api.answer(webhookRoutes.list, { items: [webhook()] }));
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByRole("button", { name: "New secret" }).click();
    api.answer(webhookRoutes.rotateSecret, { webhook: webhook(), secret });
    await page.getByRole("dialog").getByRole("button", { name: "Make it" }).click();
    await page.getByText(secret, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove" }).click();
    api
      .answer(webhookRoutes.remove, {})
      .whenCalled(webhookRoutes.remove, () => api.answer(webhookRoutes.list, { items: [] }));
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("No webhooks yet").waitFor();
  });

  it("are not for others than Owners, and nothing is asked", async () => {
    await using opened = await openPage(path, { as: person({ companyRole: "Staff" }) });
    await opened.page.getByText("Owners of the company can open this.").waitFor();
  });
});

it("the page about webhooks shows how a signature is checked, and a message of each kind", async () => {
  await using opened = await openPage("/app/docs/webhooks");
  const { page } = opened;
  await page.getByRole("group", { name: "Checking the signature: JavaScript" }).waitFor();
  await page.getByText("def is_genuine").waitFor();
  await page.getByText("This example is run by the tests.").first().waitFor();
  await page.getByText('"type": "customer.erased"').waitFor();
  await lookEveryWay(page, "docs, webhooks");
});

import {
  defaultRecoveryPolicy,
  paymentLinkRoutes,
  recoveryCardRoutes,
  recoveryPolicyRoutes,
  recoveryWorkRoutes,
} from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { endingCard, endingCards, renewedCard } from "./examples/ending-cards.ts";
import { replayed, workSettings } from "./examples/recovery.ts";

it("says which cards end before their next payment, who is asked and when, what asking changes, and what became of each", async () => {
  const over = endingCard({ outcome: "failed", closedAt: "2026-10-14T08:00:00.000Z", nextMessageAt: null });
  await using opened = await openPage("/app/recovery/cards", {
    api: (api) =>
      api.answer(recoveryCardRoutes.list, ({ query }) =>
        endingCards(query.state === "closed" ? [over] : [endingCard(), renewedCard]),
      ),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "14 cards end before their next payment" }).waitFor();
  await page
    .getByText("5 customers were asked, 3 still to be asked, 6 usually renewed by the network.")
    .waitFor();
  await page.getByRole("row", { name: /Renata Salgado.*Visa 4242.*link opened.*E-mail, Nov 5/ }).waitFor();
  await page.getByRole("row", { name: /Luis Carvalho.*Usually renewed by its network/ }).waitFor();
  await lookEveryWay(page, "recovery-cards");
  await page.getByRole("link", { name: "The payment failed" }).click();
  await page.getByRole("row", { name: /Renata Salgado.*The payment failed, Oct 14/ }).waitFor();
  expect(await page.getByRole("radio", { name: "Over" }).getAttribute("aria-checked")).toBe("true");
  expect((await api.called(recoveryCardRoutes.list)).query).toMatchObject({ state: "open" });
});

it("says how to have cards read where no system charges any, and what stands against it where one does not answer", async () => {
  const none = { open: 0, toAsk: 0, asked: 0, renewed: 0, outcomes: [] };
  await using opened = await openPage("/app/recovery/cards", {
    api: (api) =>
      api.answer(
        recoveryCardRoutes.list,
        endingCards([], { summary: none, hasSource: false, readAt: null, sends: false }),
      ),
  });
  await opened.page.getByRole("link", { name: "Connect Stripe" }).waitFor();
  await lookEveryWay(opened.page, "recovery-cards-empty");
  await using refused = await openPage("/app/recovery/cards", {
    api: (api) =>
      api.answer(
        recoveryCardRoutes.list,
        endingCards([], { summary: none, sends: false, problem: "The key may not read payment methods." }),
      ),
  });
  await refused.page.getByRole("alert").getByText("The key may not read payment methods.").waitFor();
  await refused.page.getByRole("link", { name: "Switch them on in the policy" }).waitFor();
  await lookEveryWay(refused.page, "recovery-cards-refused");
});

it("lets the messages before a card ends be read as a customer gets them, and changed with the policy", async () => {
  const policies = {
    inUse: { version: 0, policy: defaultRecoveryPolicy, since: null },
    draft: null,
    versions: [],
    plans: [],
    currency: "USD",
  };
  await using opened = await openPage("/app/recovery/policy", {
    api: (api) =>
      api
        .answer(recoveryPolicyRoutes.get, policies)
        .answer(recoveryPolicyRoutes.replay, replayed())
        .answer(recoveryPolicyRoutes.save, policies)
        .answer(recoveryWorkRoutes.settings, workSettings())
        .answer(recoveryCardRoutes.preview, {
          customerName: "Renata Salgado",
          to: "renata@harborline.example",
          from: "Harborline <hello@harborline.example>",
          subject: "Your card for Harborline ends soon",
          html: "<p>Hello Renata</p>",
          text: "Hello Renata",
          missing: [],
        }),
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Edit the messages before a card ends" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("As Renata Salgado would get it at renata@harborline.example").waitFor();
  await lookEveryWay(page, "recovery-card-messages");
  await dialog.getByLabel("Days before", { exact: true }).fill("7");
  await dialog.getByText("Two messages leave on the same day").waitFor();
  expect(await dialog.getByRole("button", { name: "Keep" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Days before", { exact: true }).fill("21");
  await dialog.getByRole("button", { name: "Keep" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("switch", { name: "Also ask whose card is usually renewed by its network" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  const { body } = await api.called(recoveryPolicyRoutes.save);
  expect(body.cardMessages?.map(({ daysBefore }) => daysBefore)).toEqual([21, 7]);
  expect(body.asksRenewedCards).toBe(true);
});

it("leads a customer to the provider's page for another card without signing in, and thanks who comes back", async () => {
  const link = {
    kind: "card" as const,
    state: "open" as const,
    companyName: "Harbor Software",
    amount: null,
    currency: null,
  };
  const token = "a".repeat(72);
  await using opened = await openPage(`/pay?token=${token}`, {
    as: null,
    api: (api) =>
      api
        .answer(paymentLinkRoutes.look, link)
        .answer(paymentLinkRoutes.open, { state: "unavailable", url: null }),
  });
  const { page } = opened;
  await page.getByRole("heading", { name: "Another card for Harbor Software" }).waitFor();
  await lookEveryWay(page, "card-link");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("button", { name: "Go to the card page" }).click();
  await page.getByText("The card page cannot be opened at the moment").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await using back = await openPage(`/pay?token=${token}&back=1`, {
    as: null,
    api: (api) => api.answer(paymentLinkRoutes.look, link),
  });
  await back.page.getByRole("heading", { name: "Thank you" }).waitFor();
  await back.page.getByRole("button", { name: "Go to the card page again" }).waitFor();
});

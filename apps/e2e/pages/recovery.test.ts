import {
  defaultRecoveryPolicy,
  paymentLinkRoutes,
  recoveryPolicyRoutes,
  recoveryRoutes,
  recoveryWorkRoutes,
} from "@forestay/contracts";
import type { RecoveryPolicies } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import {
  caseDetail,
  casesOf,
  expiredCard,
  failedPayment,
  recoveryFigures,
  recoveryResults,
  replayed,
  workSettings,
} from "./examples/recovery.ts";

it("says what of a month's failed payments came in, why they failed, and what is open", async () => {
  await using opened = await openPage("/app/recovery?month=2026-10", {
    api: (api) =>
      api
        .answer(recoveryRoutes.get, recoveryFigures())
        .answer(recoveryRoutes.cases, casesOf(failedPayment(), expiredCard)),
  });
  const { page, api } = opened;
  await page.getByText("Recovered so far").waitFor();
  await page.getByText("6 pts above September at the same age").waitFor();
  await page.getByText("61% of failed payments are paid within 28 days").waitFor();
  await page.getByRole("row", { name: /Luis Carvalho.*Card expired.*Waits for a new card/ }).waitFor();
  await lookEveryWay(page, "recovery");
  // Each number leads to its payments.
  const reasons = page.getByRole("table", { name: "Failed payments by reason" });
  const path = await reasons.getByRole("link", { name: "Card expired" }).getAttribute("href");
  expect(path).toBe("/app/recovery/cases?month=2026-10&currency=USD&reason=card_expired");

  api.answer(
    recoveryRoutes.pause,
    failedPayment({ pausedAt: "2026-10-20T08:00:00.000Z", nextStep: "paused" }),
  );
  await page.getByRole("button", { name: "Actions for Renata Salgado, in_1042" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await api.called(recoveryRoutes.pause);

  api.answer(recoveryRoutes.mark, failedPayment({ status: "manual" }));
  await page.getByRole("button", { name: "Actions for Renata Salgado, in_1042" }).click();
  await page.getByRole("menuitem", { name: "Mark as paid" }).click();
  await page.getByLabel("Note").fill("By bank transfer");
  await page.getByRole("button", { name: "Mark as paid" }).click();
  expect((await api.called(recoveryRoutes.mark)).body).toEqual({ as: "paid", note: "By bank transfer" });
});

it("opens the payments behind a number, with their sum", async () => {
  const paid = failedPayment({
    status: "recovered",
    recovered: 1240,
    credit: "silent",
    nextStep: null,
    closedAt: "2026-10-18T08:00:00.000Z",
    chance: null,
    paymentStatus: 0,
  });
  await using opened = await openPage("/app/recovery/cases?month=2026-10&part=recovered&currency=USD", {
    api: (api) => api.answer(recoveryRoutes.cases, casesOf(paid)),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "Recovered in October 2026" }).waitFor();
  await page.getByText("1 failed payment · $1,240.00 failed, $1,240.00 recovered").waitFor();
  await page.getByText("Before any message").first().waitFor();
  expect((await api.called(recoveryRoutes.cases)).query).toMatchObject({
    part: "recovered",
    month: "2026-10",
  });
  await lookEveryWay(page, "recovery-cases");
});

it("says where failed payments come from while none is known, and what went wrong where it was refused", async () => {
  await using opened = await openPage("/app/recovery", {
    api: (api) =>
      api.answer(
        recoveryRoutes.get,
        recoveryFigures({ hasCases: false, cases: 0, amount: 0, recovered: 0, rate: null, before: null }),
      ),
  });
  await opened.page.getByRole("link", { name: "Connect Stripe" }).waitFor();
  await lookEveryWay(opened.page, "recovery-empty");
  await using refused = await openPage("/app/recovery", {
    api: (api) => api.refuse(recoveryRoutes.get, "unavailable"),
  });
  await refused.page.getByText("Recovery did not load").waitFor();
});

it("replays the last 90 days through a policy while it is changed, saves it as a draft and puts it into use", async () => {
  const policies: RecoveryPolicies = {
    inUse: { version: 0, policy: defaultRecoveryPolicy, since: null },
    draft: null,
    versions: [],
    plans: ["Growth", "Scale"],
    currency: "USD",
  };
  const draft = {
    version: 1,
    policy: { ...defaultRecoveryPolicy, softHours: [24, 72] },
    savedBy: "Maya Okafor",
    savedAt: "2026-10-20T08:00:00.000Z",
  };
  await using opened = await openPage("/app/recovery/policy", {
    api: (api) =>
      api
        .answer(recoveryPolicyRoutes.get, policies)
        .answer(recoveryWorkRoutes.settings, workSettings())
        .answer(recoveryWorkRoutes.preview, {
          customerName: "Renata Salgado",
          to: "renata@harborline.example",
          from: "Harborline <hello@harborline.example>",
          subject: "Your payment to Harborline did not go through",
          html: "<p>Hello Renata</p>",
          text: "Hello Renata",
          missing: [],
        })
        .answer(recoveryPolicyRoutes.replay, ({ body }) =>
          replayed({ retries: body.softHours.length === 2 ? 96 : 214 }),
        )
        .answer(recoveryPolicyRoutes.save, { ...policies, draft })
        .answer(recoveryPolicyRoutes.use, policies),
  });
  const { page, api } = opened;
  await page.getByText("Would have tried 214 times, sent 96 e-mails").waitFor();
  await page.getByText("Tries after 6 h, 24 h and 3 d; e-mails on day 2 and 5").waitFor();
  await lookEveryWay(page, "recovery-policy");
  await page.getByRole("button", { name: "Change the tries of Soft" }).click();
  await page.getByLabel("Tries of class Soft after the failure").fill("24 h, 3 d");
  await page.keyboard.press("Enter");
  await page.getByText("Would have tried 96 times, sent 96 e-mails").waitFor();
  await page.getByRole("button", { name: "Edit the messages of Soft declines" }).click();
  await page.getByRole("dialog").getByLabel("Subject").waitFor();
  await page.getByText("As Renata Salgado would get it at renata@harborline.example").waitFor();
  await lookEveryWay(page, "recovery-sequence");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  expect((await api.called(recoveryPolicyRoutes.save)).body.softHours).toEqual([24, 72]);
  await page.getByText("Draft 1, not in use").waitFor();
  await page.getByRole("button", { name: "Use from now" }).click();
  await api.called(recoveryPolicyRoutes.use);
});

it("switches messages on at once, and asks before cards are charged from here", async () => {
  await using opened = await openPage("/app/recovery/policy", {
    api: (api) =>
      api
        .answer(recoveryPolicyRoutes.get, {
          inUse: { version: 0, policy: defaultRecoveryPolicy, since: null },
          draft: null,
          versions: [],
          plans: [],
          currency: "USD",
        })
        .answer(recoveryPolicyRoutes.replay, replayed())
        .answer(recoveryWorkRoutes.settings, workSettings()),
  });
  const { page, api } = opened;
  api.answer(
    recoveryWorkRoutes.saveSettings,
    workSettings({ sends: true, sendsSince: "2026-10-20T08:00:00.000Z" }),
  );
  await page.getByRole("switch", { name: "Write to customers by the sequences below" }).click();
  expect((await api.called(recoveryWorkRoutes.saveSettings)).body).toMatchObject({ sends: true });
  await page.getByText("Failures since Oct 20").waitFor();
  await page.getByRole("radio", { name: /We try on the schedule below/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox").check();
  await lookEveryWay(page, "recovery-own");
  api.answer(recoveryWorkRoutes.saveSettings, workSettings({ sends: true, retries: "own" }));
  await dialog.getByRole("button", { name: "Try from here" }).click();
  await dialog.waitFor({ state: "hidden" });
});

it("tells all that was done about one failed payment, sends its link and has it tried", async () => {
  const one = failedPayment({ nextStep: "try", nextAt: "2026-10-17T06:00:00.000Z" });
  await using opened = await openPage(`/app/recovery/cases/${one.id}`, {
    api: (api) => api.answer(recoveryWorkRoutes.detail, caseDetail(one)),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "$1,240.00 of Renata Salgado" }).waitFor();
  await page.getByText("Next try, Oct 17").waitFor();
  await page.getByText("Sent · renata@harborline.example · opened").waitFor();
  await lookEveryWay(page, "recovery-case");
  api.answer(recoveryWorkRoutes.sendLink, one);
  await page.getByRole("button", { name: "Actions for Renata Salgado, in_1042" }).click();
  await page.getByRole("menuitem", { name: "Send link" }).click();
  await page.getByText("To renata@harborline.example.").waitFor();
  await api.called(recoveryWorkRoutes.sendLink);
  api.answer(recoveryWorkRoutes.retry, {
    case: one,
    outcome: "declined",
    words: "Declined: card limit reached",
  });
  await page.getByRole("button", { name: "Actions for Renata Salgado, in_1042" }).click();
  await page.getByRole("menuitem", { name: "Retry now" }).click();
  await page.getByText("Declined: card limit reached").waitFor();
});

it("says what messages add over tries alone, or why nobody can tell yet", async () => {
  await using opened = await openPage("/app/recovery/results", {
    api: (api) => api.answer(recoveryWorkRoutes.results, recoveryResults()),
  });
  const { page } = opened;
  await page.getByRole("heading", { name: "Messages add 13.8 points over tries alone" }).waitFor();
  await page.getByText("13.8 points, between 6.4 and 21.0").waitFor();
  await lookEveryWay(page, "recovery-results");
  const path = await page.getByRole("link", { name: "October 2026" }).getAttribute("href");
  expect(path).toBe("/app/recovery/cases?month=2026-10&currency=USD");
  await using early = await openPage("/app/recovery/results", {
    api: (api) =>
      api.answer(
        recoveryWorkRoutes.results,
        recoveryResults({
          finding: "too_early",
          headline: "Too early to say",
          difference: null,
          alwaysValid: null,
          added: null,
          cohorts: [],
        }),
      ),
  });
  await early.page.getByText("Not known yet.").waitFor();
  await lookEveryWay(early.page, "recovery-results-early");
});

it("lets a customer settle a failed payment without signing in, also on a narrow phone", async () => {
  const link = {
    kind: "payment" as const,
    state: "open" as const,
    companyName: "Harbor Software",
    amount: 49,
    currency: "USD",
  };
  await using opened = await openPage(`/pay?token=${"a".repeat(72)}`, {
    as: null,
    api: (api) =>
      api
        .answer(paymentLinkRoutes.look, link)
        .answer(paymentLinkRoutes.open, { state: "unavailable", url: null }),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "$49.00 to Harbor Software" }).waitFor();
  await lookEveryWay(page, "payment-link");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("button", { name: "Go to the payment page" }).click();
  await page.getByText("cannot be opened at the moment").waitFor();
  api.answer(paymentLinkRoutes.open, { state: "settled", url: null });
  await page.getByRole("button", { name: "Go to the payment page" }).click();
  await page.getByRole("heading", { name: "Thank you, it is settled" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // Back from the provider's page it says what became of it, without being asked.
  const back = `/pay?token=${"a".repeat(72)}&back=1`;
  api.answer(paymentLinkRoutes.open, { state: "declined", url: "https://pay.example/card" });
  await page.goto(back);
  await page.getByRole("heading", { name: "Not paid yet" }).waitFor();
  await lookEveryWay(page, "payment-link-declined");
  api.answer(paymentLinkRoutes.open, { state: "open", url: "https://pay.example/card" });
  await page.goto(back);
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await page.getByRole("button", { name: "Go to the payment page again" }).waitFor();
  api.answer(paymentLinkRoutes.open, { state: "settled", url: null });
  await page.goto(back);
  await page.getByRole("heading", { name: "Thank you, it is settled" }).waitFor();
});

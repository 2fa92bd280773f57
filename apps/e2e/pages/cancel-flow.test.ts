import { cancelFlowRoutes, cancelSessionRoutes, defaultCancelFlow } from "@forestay/contracts";
import type { CancelSeen, CancelSession } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";

const seen = (changed: Partial<CancelSeen> = {}): CancelSeen => ({
  state: "open",
  companyName: "Harbor Software",
  reasons: defaultCancelFlow.reasons.map(({ id, label }) => ({ id, label })),
  asksForWords: true,
  reasonId: null,
  offer: null,
  outcome: null,
  returnUrl: null,
  ...changed,
});

it("asks a customer why, offers what fits, and has the button that cancels on every step, also on a narrow phone", async () => {
  await using opened = await openPage(`/cancel?token=${"a".repeat(72)}`, {
    as: null,
    api: (api) => api.answer(cancelSessionRoutes.look, seen()),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "Before you leave Harbor Software" }).waitFor();
  await page.getByRole("button", { name: "Cancel now" }).waitFor();
  await lookEveryWay(page, "cancel-reason");
  await page.setViewportSize({ width: 360, height: 640 });
  api.answer(
    cancelSessionRoutes.say,
    seen({ reasonId: "price", offer: { kind: "discount", percent: 25, months: 3 } }),
  );
  await page.getByRole("radio", { name: "It is too expensive" }).click();
  await page.getByLabel("In your own words").fill("Too much for us");
  await page.getByRole("button", { name: "Continue" }).click();
  expect((await api.called(cancelSessionRoutes.say)).body).toEqual({
    reasonId: "price",
    words: "Too much for us",
  });
  await page.getByRole("heading", { name: "25% off for 3 months?" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await lookEveryWay(page, "cancel-offer");
  api.answer(
    cancelSessionRoutes.decide,
    seen({ state: "decided", outcome: "canceled", returnUrl: "https://shop.test/?outcome=canceled" }),
  );
  await page.getByRole("button", { name: "Cancel now" }).click();
  expect((await api.called(cancelSessionRoutes.decide)).body).toEqual({ decision: "cancel" });
  await page.getByRole("heading", { name: "Your cancellation has been passed on" }).waitFor();
  await page.getByRole("link", { name: "Back to Harbor Software" }).waitFor();
});

it("shows staff what is to be put into effect, what offers keep, and lets them change reasons and offers", async () => {
  const session: CancelSession = {
    id: "01a1ffb5-2374-76e5-8bef-1ae334d8d911",
    customer: { id: "01a1ffb5-2374-76e5-8bef-1ae334d8d902", name: "Renata Salgado", externalId: "C-1" },
    createdAt: "2026-11-20T08:00:00.000Z",
    reasonId: "price",
    reason: "It is too expensive",
    words: "Too much for us",
    offer: { kind: "pause", months: 2 },
    outcome: "canceled",
    decidedAt: "2026-11-20T08:02:00.000Z",
    settledAt: null,
    settledBy: null,
    endsOn: null,
  };
  const list = { items: [session], totalCount: 1, page: 1, pageSize: 25, totalPages: 1 };
  await using opened = await openPage("/app/recovery/cancel-flow", {
    api: (api) =>
      api
        .answer(cancelFlowRoutes.get, { flow: defaultCancelFlow, savedBy: null, savedAt: null })
        .answer(cancelFlowRoutes.sessions, list)
        .answer(cancelFlowRoutes.results, {
          started: 212,
          decided: 180,
          canceled: 104,
          offers: [
            {
              words: "25% off for 3 months",
              shown: 90,
              accepted: 49,
              measured: 31,
              retained: 15,
              stillThere: 16,
            },
            {
              words: "Pause for 2 months",
              shown: 60,
              accepted: 11,
              measured: 0,
              retained: 0,
              stillThere: 11,
            },
          ],
          reasons: [{ label: "It is too expensive", said: 96, accepted: 49, canceled: 38 }],
          since: "2025-11-22T00:00:00.000Z",
        }),
  });
  const { page, api } = opened;
  await page.getByText("15 of 31 (48%)").waitFor();
  await lookEveryWay(page, "cancel-flow");
  api.answer(cancelFlowRoutes.settle, {
    ...session,
    settledAt: "2026-11-22T08:00:00.000Z",
    endsOn: "2026-11-30",
  });
  await page.getByRole("button", { name: "Mark as done" }).click();
  await page.getByLabel("Last day").fill("2026-11-30");
  await page.getByRole("dialog").getByRole("button", { name: "Mark as done" }).click();
  expect((await api.called(cancelFlowRoutes.settle)).body).toEqual({ endsOn: "2026-11-30" });
  api.answer(cancelFlowRoutes.save, {
    flow: { ...defaultCancelFlow, isOn: true },
    savedBy: "Maya Okafor",
    savedAt: "2026-11-22T08:00:00.000Z",
  });
  await page.getByRole("switch", { name: "Nobody is led to it" }).click();
  expect((await api.called(cancelFlowRoutes.save)).body.isOn).toBe(true);
  await page.getByRole("switch", { name: "Customers can be led to it" }).waitFor();
});

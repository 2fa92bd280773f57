import { nextStepRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { REQUEST_ID } from "../harness/api-stand-in.ts";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { nextSteps } from "./examples/analyses.ts";

const path = "/app/analytics/next-steps";
const answerPage = (api: ApiStandIn) =>
  api.answer(nextStepRoutes.get, nextSteps()).answer(nextStepRoutes.effects, { items: [] });

/** The steps of the list as they are sent. */
const sent = () =>
  nextSteps().steps.map(({ code, title, detail, keywords, enabled }) => ({
    code,
    title,
    detail,
    keywords,
    enabled,
  }));

it("says which step answers which factors, and saves each change at once", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  const first = page.getByRole("list", { name: "Next steps" }).getByRole("listitem").first();
  await first.getByText("Failed, overdue or declined payments").waitFor();
  await first.getByText("Send a payment update link", { exact: true }).waitFor();
  await lookEveryWay(page, "next steps");
  api.answer(nextStepRoutes.update, ({ body }) =>
    nextSteps({
      isDefault: false,
      updatedAt: "2026-11-22T12:00:00.000Z",
      steps: body.steps.map((step) => ({ ...step, about: "Payments", isProductStep: true })),
    }),
  );
  await page.getByRole("button", { name: "Move “Send a payment update link” down" }).click();
  expect((await api.called(nextStepRoutes.update)).body).toEqual({ steps: sent().toReversed() });
  await page.getByText("The order is saved").waitFor();
  await page.getByText("Your own list").waitFor();
});

it("adds a step of one's own, and says at its field what is refused here and by the server", async () => {
  await using opened = await openPage(path, { api: answerPage });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Add a step" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a next step" });
  await dialog.getByLabel("What to do").fill("Send flowers");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Say which factors it answers").waitFor();
  expect(api.asked(nextStepRoutes.update)).toEqual([]);
  await lookEveryWay(page, "next steps, a new one");
  api.refuse(nextStepRoutes.update, "validation_failed", {
    fields: { "steps.0.title": "This title is taken." },
  });
  await dialog.getByLabel("Factors it answers").fill("seats, license");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This title is taken.").waitFor();
  expect((await api.called(nextStepRoutes.update)).body).toEqual({
    steps: [
      {
        code: "send_flowers",
        title: "Send flowers",
        detail: "",
        keywords: ["seats", "license"],
        enabled: true,
      },
      ...sent(),
    ],
  });
});

it("goes back to the default after a question", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerPage(api);
      api
        .answer(nextStepRoutes.get, nextSteps({ isDefault: false, updatedAt: "2026-11-21T12:00:00.000Z" }))
        .answer(nextStepRoutes.reset, nextSteps());
    },
  });
  const { page, api } = opened;
  await page.getByText(/Last changed 1d ago/).waitFor();
  await page.getByRole("button", { name: "Reset to default" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset to default" }).click();
  await page.getByText("The default steps are back").waitFor();
  expect(api.asked(nextStepRoutes.reset)).toHaveLength(1);
  await page.getByText("Your own list").waitFor({ state: "detached" });
});

it("says where nothing is recommended, and what did not load", async () => {
  await using opened = await openPage(path, {
    api: (api) => api.refuse(nextStepRoutes.get, "unavailable").refuse(nextStepRoutes.effects, "unavailable"),
  });
  const { page, api } = opened;
  const failed = (words: string) => page.getByRole("alert").filter({ hasText: words });
  await tryAgain(opened, failed("The next steps did not load"), () =>
    api.answer(nextStepRoutes.get, nextSteps()),
  );
  await page.getByText("Book a success call", { exact: true }).waitFor();
  await failed("The measured effects did not load").getByText(REQUEST_ID).waitFor();
});

it("is a Viewer's to read", async () => {
  await using opened = await openPage(path, {
    as: person({ companyRole: "Viewer" }),
    api: (api) => answerPage(api).answer(nextStepRoutes.get, nextSteps({ steps: [] })),
  });
  const { page } = opened;
  await page.getByRole("heading", { name: "Nothing is recommended" }).waitFor();
  expect(await page.getByRole("button", { name: "Add a step" }).count()).toBe(0);
});

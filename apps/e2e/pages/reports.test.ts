import { dashboardRoutes, notificationRoutes, reportRoutes, trackRecordRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { trackRecord } from "./examples/analyses.ts";
import { attention, dashboard, dataHealth } from "./examples/dashboard.ts";
import { noReport, weeklyReport } from "./examples/reports.ts";

const answerDashboard = (api: ApiStandIn) =>
  api
    .answer(dashboardRoutes.get, dashboard())
    .answer(dashboardRoutes.attention, attention)
    .answer(dashboardRoutes.health, dataHealth)
    .answer(trackRecordRoutes.get, trackRecord);

it("a Viewer has the dashboard as it is looked at sent every week, one at once, and as a file", async () => {
  await using opened = await openPage("/app?plan=Growth&period=90_days", {
    as: person({ companyRole: "Viewer" }),
    api: (api) => answerDashboard(api).refuse(reportRoutes.get, "unavailable"),
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Weekly report" }).click();
  const dialog = page.getByRole("dialog", { name: "Weekly report" });
  await tryAgain(opened, dialog.getByRole("alert"), () => api.answer(reportRoutes.get, noReport));
  await dialog.getByText("To maya@harborline.example, on the clock of Europe/Berlin.").waitFor();
  await dialog.getByRole("combobox", { name: "Every" }).getByText("Monday").waitFor();
  await dialog.getByRole("combobox", { name: "At" }).getByText("08:00").waitFor();
  await dialog.getByRole("combobox", { name: "Of" }).getByText("Growth").waitFor();
  await lookEveryWay(page, "weekly report");

  api.refuse(reportRoutes.subscribe, "validation_failed", { fields: { hour: "Choose an hour" } });
  await dialog.getByRole("combobox", { name: "Every" }).click();
  await page.getByRole("option", { name: "Thursday" }).click();
  await dialog.getByRole("button", { name: "Subscribe" }).click();
  await dialog.getByText("Choose an hour").waitFor();
  const wanted = { weekday: 4, hour: 8, plan: "Growth", currency: null };
  api.answer(reportRoutes.subscribe, weeklyReport({ subscription: wanted }));
  await dialog.getByRole("button", { name: "Subscribe" }).click();
  expect((await api.called(reportRoutes.subscribe, 2)).body).toEqual(wanted);
  await dialog.getByText("The next one is written on November 26, 2026 at 8:00 AM.").waitFor();
  await expect.poll(() => dialog.getByRole("button", { name: "Save changes" }).isDisabled()).toBe(true);

  api.answer(reportRoutes.send, { email: "maya@harborline.example", mailLeaves: true });
  await dialog.getByRole("button", { name: "Send me one now" }).click();
  const sent = await api.called(reportRoutes.send);
  expect(sent.body).toEqual({ plan: "Growth", currency: null });
  expect(sent.idempotencyKey).toBeDefined();
  await page.getByText("The report is on its way").waitFor();

  api.refuse(reportRoutes.createFile, "invalid_state", { message: "There is nothing to report yet." });
  await dialog.getByRole("button", { name: "Download as PDF" }).click();
  expect((await api.called(reportRoutes.createFile)).body).toEqual({ period: "90_days", plan: "Growth" });
  await page.getByText("There is nothing to report yet.").waitFor();
});

it("stands among what reaches a person, says where no mail leaves, and can be given up", async () => {
  await using opened = await openPage("/app/settings?section=notifications", {
    api: (api) =>
      api
        .answer(notificationRoutes.getPreferences, {
          kinds: [],
          quietHours: null,
          digestHour: null,
          timeZone: "UTC",
        })
        .answer(reportRoutes.get, weeklyReport({ mailLeaves: false })),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { name: "Weekly report" }).waitFor();
  await page.getByText("No mail server is set on this installation: reports stay in its outbox.").waitFor();
  await lookEveryWay(page, "weekly report in the settings");
  api.answer(reportRoutes.unsubscribe, noReport);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByText("You get no weekly report any more").waitFor();
  await page.getByRole("button", { name: "Subscribe", exact: true }).waitFor();
});

it("ends by the link of its mail with one press and nobody signed in", async () => {
  await using opened = await openPage("/unsubscribe?token=0123456789", {
    as: null,
    api: (api) => api.refuse(reportRoutes.stop, "not_found", { message: "This link is not whole." }),
  });
  const { page, api } = opened;
  await page.getByRole("heading", { level: 1, name: "Unsubscribe" }).waitFor();
  // A program that looks through mail opens links, too.
  expect(api.asked(reportRoutes.stop)).toEqual([]);
  await lookEveryWay(page, "unsubscribe");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("alert").getByText("This link is not whole.").waitFor();
  api.answer(reportRoutes.stop, { email: "maya@harborline.example", companyName: "Harborline" });
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  expect((await api.called(reportRoutes.stop, 2)).query).toEqual({ token: "0123456789" });
  await page.getByRole("heading", { level: 1, name: "You are unsubscribed" }).waitFor();
  await page.getByText("No weekly report of Harborline goes to maya@harborline.example any more.").waitFor();
  await lookEveryWay(page, "unsubscribed");
});

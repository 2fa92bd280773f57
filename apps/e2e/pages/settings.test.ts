import { customerRoutes, settingsRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { customerFacets, person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { churnPreview, company, levelsFrom, scoring } from "./examples/settings.ts";

const staff = person({ companyRole: "Staff" });
const viewer = person({ companyRole: "Viewer" });

describe("the company's settings", () => {
  const path = "/app/settings?section=company";

  it("are read, changed and saved, the logo too", async () => {
    await using opened = await openPage(path);
    const { page, api } = opened;
    const save = page.getByRole("button", { name: "Save" });
    await page.getByLabel("Name", { exact: true }).fill("Harborline & Sons");
    await lookEveryWay(page, "company");
    await page
      .getByLabel("Logo", { exact: true })
      .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
    await page.getByRole("alert").getByText("Use a PNG, JPEG or WebP image of at most 200 kB").waitFor();
    await page.getByRole("combobox", { name: "Size" }).click();
    await page.getByRole("option", { name: "11-50" }).click();
    api.answer(settingsRoutes.updateSettings, company({ name: "Harborline & Sons", size: "11-50" }));
    await save.click();
    await page.getByText("Company saved").waitFor();
    expect((await api.called(settingsRoutes.updateSettings)).body).toEqual({
      name: "Harborline & Sons",
      currency: "USD",
      timeZone: "UTC",
      size: "11-50",
      businessModel: null,
      logo: null,
    });
  });

  it("let an Owner say when a canceled subscription counts as churned, and say what follows", async () => {
    await using opened = await openPage(path);
    const { page, api } = opened;
    const choice = (name: string) =>
      page
        .getByRole("group", { name: "A canceled subscription counts as churned" })
        .getByRole("radio", { name });
    expect(await choice("When its paid term ends").isChecked()).toBe(true);
    await choice("On the day canceling was asked for").check();
    api.answer(settingsRoutes.updateSettings, company({ churnDate: "request" }));
    await page.getByRole("button", { name: "Save" }).click();
    await page
      .getByText("Past months are worked out anew: this takes some minutes.", { exact: true })
      .waitFor();
    expect((await api.called(settingsRoutes.updateSettings)).body).toMatchObject({ churnDate: "request" });
  });

  it("say at its field what the server refuses, and lose nothing that was typed", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api.refuse(settingsRoutes.updateSettings, "validation_failed", {
          fields: { name: "Another company has this name." },
        }),
    });
    const { page } = opened;
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Northwind");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Another company has this name.").waitFor();
    expect([await name.inputValue(), await name.getAttribute("aria-invalid")]).toEqual(["Northwind", "true"]);
  });

  it("say that they did not load, and by which request", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.refuse(settingsRoutes.getSettings, "internal"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "The company did not load" });
    await tryAgain(opened, said, () => api.answer(settingsRoutes.getSettings, company()));
    await page.getByLabel("Name", { exact: true }).waitFor();
  });

  it("are Staff's to change, but for currency and churn date, and say so", async () => {
    await using opened = await openPage(path, { as: staff });
    const { page } = opened;
    await page.getByText("Only an Owner changes the currency.").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).isDisabled()).toBe(false);
    expect(await page.getByRole("combobox", { name: "Currency" }).isDisabled()).toBe(true);
    await page.getByText("Only an Owner decides when a canceled subscription counts as churned.").waitFor();
    expect(await page.getByRole("radio", { name: "When its paid term ends" }).isDisabled()).toBe(true);
    await lookEveryWay(page, "company, as Staff");
  });

  it("are a Viewer's to read", async () => {
    await using opened = await openPage(path, { as: viewer });
    const { page } = opened;
    await page.getByText("Owners can change this.").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).isDisabled()).toBe(true);
    expect(
      await page.getByRole("navigation", { name: "Settings" }).getByRole("link").allInnerTexts(),
    ).toEqual([
      "Profile",
      "Security",
      "Notifications",
      "Appearance",
      "Company",
      "Scoring",
      "Team",
      "Sending",
      "Integrations",
    ]);
  });
});

describe("the settings of scoring", () => {
  const path = "/app/settings?section=scoring";
  const answerPage = (api: ApiStandIn) =>
    api
      .answer(settingsRoutes.getScoring, scoring)
      .answer(settingsRoutes.previewScoring, ({ body }) => levelsFrom(body.riskBands.high))
      .answer(settingsRoutes.previewChurn, churnPreview);

  it("say how many customers each level would hold, and what is saved counts at once", async () => {
    await using opened = await openPage(path, { api: answerPage });
    const { page, api } = opened;
    const table = page.getByRole("table", { name: "Where each level starts" });
    const high = table.getByRole("row").filter({ hasText: "High" });
    await high.getByText("70", { exact: true }).waitFor();
    await lookEveryWay(page, "scoring");
    await page.getByLabel("Lowest score of High").fill("35");
    await high.getByText("130", { exact: true }).waitFor();
    await page.getByLabel("Horizon in days").fill("60");
    const changed = { ...scoring, horizonDays: 60, riskBands: { ...scoring.riskBands, high: 35 } };
    api
      .answer(settingsRoutes.updateScoring, changed)
      .answer(settingsRoutes.getScoring, changed)
      .answer(customerRoutes.facets, customerFacets({ riskBands: changed.riskBands, horizonDays: 60 }));
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Scoring saved").waitFor();
    expect((await api.called(settingsRoutes.updateScoring)).body).toEqual(changed);
  });

  it("refuse what makes no sense at its field, and ask the server nothing", async () => {
    await using opened = await openPage(path, { api: answerPage });
    const { page, api } = opened;
    await page.getByLabel("Horizon in days").fill("3");
    await page.getByLabel("Share of customers that really leaves in the horizon, percent").fill("200");
    await page.getByLabel("Lowest score of High").fill("10");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("A percentage between 0.1 and 99, or nothing.").waitFor();
    await page.getByText("Each level must start above the one before, between 1 and 99.").waitFor();
    expect(await page.getByLabel("Horizon in days").getAttribute("aria-invalid")).toBe("true");
    expect(api.asked(settingsRoutes.updateScoring)).toEqual([]);
  });

  it("say at its field what the server refuses", async () => {
    await using opened = await openPage(path, { api: answerPage });
    const { page, api } = opened;
    api.refuse(settingsRoutes.updateScoring, "validation_failed", {
      fields: { horizonDays: "Your records reach back 40 days only." },
    });
    await page.getByLabel("Horizon in days").fill("60");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Your records reach back 40 days only.").waitFor();
    expect(await page.getByLabel("Horizon in days").inputValue()).toBe("60");
  });

  it("leave what counts as having left to an Owner, and say so to Staff", async () => {
    await using opened = await openPage(path, { as: staff, api: answerPage });
    const { page } = opened;
    await page.getByText("Only an Owner decides what counts as having left.").waitFor();
    expect(await page.getByLabel("Horizon in days").isDisabled()).toBe(false);
    expect(await page.getByRole("radio").first().isDisabled()).toBe(true);
  });

  it("say that they did not load, and are a Viewer's to read", async () => {
    await using opened = await openPage(path, {
      as: viewer,
      api: (api) => {
        answerPage(api);
        api.refuse(settingsRoutes.getScoring, "unavailable");
      },
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "Scoring did not load" });
    await tryAgain(opened, said, () => answerPage(api));
    await page.getByText("Staff and Owners can change this.").waitFor();
    expect(await page.getByLabel("Horizon in days").isDisabled()).toBe(true);
  });
});

import {
  apiKeyRoutes,
  auditRoutes,
  companyDataRoutes,
  customerRoutes,
  demoRoutes,
  settingsRoutes,
  type TakeIn,
} from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { customer, customersPage } from "./examples/customers.ts";
import { apiKey, auditPage, company } from "./examples/settings.ts";

const takenIn = (changed: Partial<TakeIn>): TakeIn => ({
  id: "01a204f8-7003-7695-8c8a-25b739aa98ee",
  fileName: "everything.zip",
  status: "done",
  share: 0,
  taken: [],
  failure: null,
  startedBy: "Maya Okafor",
  startedAt: "2026-10-14T09:12:00.000Z",
  endedAt: null,
  ...changed,
});
const link = { downloadPath: "/exports/one-time", expiresAt: "2026-11-22T12:05:00.000Z" };

describe("API keys", () => {
  const path = "/app/settings?section=api-keys";

  it("are made for a name and scopes, and shown once", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(apiKeyRoutes.listApiKeys, { items: [] }),
    });
    const { page, api } = opened;
    await page.getByText("None yet. The API is described at").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Warehouse");
    await lookEveryWay(page, "a new key");
    await page.getByRole("checkbox", { name: /^See customers/ }).uncheck();
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Choose at least one").waitFor();
    await page.getByRole("checkbox", { name: /^See customers/ }).check();
    api
      .answer(apiKeyRoutes.createApiKey, { apiKey: apiKey(), key: "fsk_the-whole-of-it-a1b2" })
      .answer(apiKeyRoutes.listApiKeys, { items: [apiKey()] });
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("heading", { name: "Your new key" }).waitFor();
    expect((await api.called(apiKeyRoutes.createApiKey)).body).toEqual({
      name: "Warehouse",
      scopes: ["customers:read"],
      expiresInDays: 90,
    });
    await page.getByText("fsk_the-whole-of-it-a1b2", { exact: true }).waitFor();
    await page
      .getByText(/^curl -H "Authorization: Bearer fsk_the-whole-of-it-a1b2" http\S+\/api\/customers/)
      .waitFor();
    await lookEveryWay(page, "key, shown once");
    await page.getByRole("button", { name: "I have kept it" }).click();
    await page.getByText("fsk_the-whole-of-it-a1b2", { exact: true }).waitFor({ state: "detached" });
    await page.getByText("expires Feb 20").waitFor();
  });

  it("are revoked after a question, which says what the server refuses", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(apiKeyRoutes.listApiKeys, { items: [apiKey()] }),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Revoke" }).click();
    const dialog = page.getByRole("dialog", { name: "Revoke Warehouse?" });
    await dialog.waitFor();
    await lookEveryWay(page, "revoke a key");
    api.refuse(apiKeyRoutes.revokeApiKey, "unavailable");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("The service is not available right now.").waitFor();
    api
      .answer(apiKeyRoutes.revokeApiKey, {})
      .whenCalled(apiKeyRoutes.revokeApiKey, () =>
        api.answer(apiKeyRoutes.listApiKeys, { items: [apiKey({ revokedAt: "2026-11-22T12:00:00.000Z" })] }),
      );
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Revoked", { exact: true }).waitFor();
    expect((await api.called(apiKeyRoutes.revokeApiKey, 2)).params).toEqual({ id: apiKey().id });
    await lookEveryWay(page, "revoked key");
  });

  it("say why one does nothing, and that they did not load", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.refuse(apiKeyRoutes.listApiKeys, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "The keys did not load" });
    const stopped = apiKey({ makerIsActive: false, stoppedScopes: ["customers:read"] });
    await tryAgain(opened, said, () => api.answer(apiKeyRoutes.listApiKeys, { items: [stopped] }));
    await page.getByText("It does nothing: Maya Okafor, who made it, is deactivated.").waitFor();
  });
});

describe("the audit log", () => {
  const path = "/app/settings?section=audit";

  it("says who did what, and by what, and asks for what the address says", async () => {
    await using opened = await openPage(`${path}&actor=maya&from=2026-11-01`, {
      api: (api) => api.answer(auditRoutes.listAudit, auditPage()).answer(auditRoutes.exportAudit, link),
    });
    const { page, api } = opened;
    const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row");
    await rows.filter({ hasText: "Warehouse" }).getByText("API key").waitFor();
    await rows.filter({ hasText: "vera@harborline.example" }).getByText("192.0.2.7").waitFor();
    await lookEveryWay(page, "audit log");
    expect(api.asked(auditRoutes.listAudit)[0]?.query).toEqual({
      page: "1",
      actor: "maya",
      from: "2026-11-01",
    });
    await page.getByRole("button", { name: "Export" }).click();
    expect((await api.called(auditRoutes.exportAudit)).body).toEqual({ actor: "maya", from: "2026-11-01" });
  });

  it("opens an entry beside the list, to the second and field by field, and gives the place back", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(auditRoutes.listAudit, auditPage()),
    });
    const { page } = opened;
    const row = page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1);
    const link = row.getByRole("link");
    const name = await link.innerText();
    await link.click();
    const panel = page.getByRole("dialog", { name });
    await panel.getByText(/\d:\d\d:\d\d [AP]M/).waitFor();
    await panel.getByRole("table", { name: "What changed" }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.goBack();
    await panel.waitFor();
    await lookEveryWay(page, "audit log, an entry");
  });

  it("says that nothing was recorded for this, and that it did not load", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.refuse(auditRoutes.listAudit, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "The audit log did not load" });
    await tryAgain(opened, said, () => api.answer(auditRoutes.listAudit, auditPage([])));
    await page.getByText("Nothing recorded for this").waitFor();
    await page.getByLabel("Who").fill("nobody of this name");
    await page.waitForURL(/actor=nobody/);
    await api.called(auditRoutes.listAudit, 3);
    await lookEveryWay(page, "audit log, nothing found");
  });
});

describe("the company's data", () => {
  const path = "/app/settings?section=data";

  it("is taken along by a link of one use, and says where that could not be made", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(customerRoutes.list, customersPage([customer()])),
    });
    const { page, api } = opened;
    api.refuse(companyDataRoutes.exportEverything, "rate_limited");
    await page.getByRole("button", { name: "Export everything" }).click();
    await page.getByText("The export could not start").waitFor();
    api.answer(companyDataRoutes.exportEverything, link);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export everything" }).click();
    expect(new URL((await download).url()).pathname).toBe("/api/exports/one-time");
  });

  it("comes in as another company exported it, counted, or says what is wrong with the zip", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(customerRoutes.list, customersPage([])),
    });
    const { page, api } = opened;
    const choose = page.getByRole("button", { name: "Choose the zip" });
    await choose.waitFor();
    await lookEveryWay(page, "data, of a company without customers");
    api.refuse(companyDataRoutes.takeIn, "file_refused", { message: "The zip is damaged." });
    const zip = page.getByLabel("Zip of an export of everything");
    const file = { name: "everything.zip", mimeType: "application/zip", buffer: Buffer.from("PK") };
    await zip.setInputFiles(file);
    await page.getByText("The zip is damaged.").waitFor();
    await lookEveryWay(page, "data, a zip refused");
    const onItsWay = takenIn({ status: "waiting" });
    api.answer(companyDataRoutes.takeIn, onItsWay).answer(companyDataRoutes.takenIn, { latest: onItsWay });
    await zip.setInputFiles(file);
    await page.getByText("Bringing in everything.zip: it is about to begin.").waitFor();
    expect(await choose.count()).toBe(0);
    const fileName = `${"everything".repeat(8)}.zip`;
    api.answer(companyDataRoutes.takenIn, { latest: takenIn({ status: "running", share: 0.42, fileName }) });
    await page.getByText(`Bringing in ${fileName}: 42% read.`).waitFor();
    await lookEveryWay(page, "data, on its way");
    api.answer(companyDataRoutes.takenIn, {
      latest: takenIn({
        status: "failed",
        fileName,
        failure: "The zip is damaged.",
        endedAt: "2026-10-14T09:13:00.000Z",
      }),
    });
    await page.getByText(`${fileName} did not come in. The zip is damaged.`).waitFor();
    await choose.waitFor();
    await lookEveryWay(page, "data, did not come in");
    api.answer(companyDataRoutes.takenIn, { latest: onItsWay }).whenCalled(companyDataRoutes.takeIn, () => {
      api.answer(customerRoutes.list, customersPage([customer()]));
      api.answer(companyDataRoutes.takenIn, {
        latest: takenIn({
          status: "done",
          share: 1,
          taken: [
            { table: "customers", rows: 2418 },
            { table: "churn_models", rows: 1 },
          ],
          endedAt: "2026-10-14T09:13:00.000Z",
        }),
      });
    });
    await zip.setInputFiles(file);
    const dialog = page.getByRole("dialog", { name: "2,419 rows brought in" });
    await dialog.getByText("2,418").waitFor();
    await lookEveryWay(page, "data, brought in");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("this one has some.").waitFor();
    expect(await choose.count()).toBe(0);
  });

  it("goes on coming in when one leaves, and is told of to whoever comes back", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api
          .answer(customerRoutes.list, customersPage([]))
          .answer(companyDataRoutes.takenIn, { latest: takenIn({ status: "running", share: 0.1 }) }),
    });
    const { page, api } = opened;
    await page.getByText("Bringing in everything.zip: 10% read.").waitFor();
    const sections = page.getByRole("navigation", { name: "Settings" });
    await sections.getByRole("link", { name: "Company" }).click();
    await page.getByText("Bringing in everything.zip").waitFor({ state: "detached" });
    api.answer(customerRoutes.list, customersPage([customer()])).answer(companyDataRoutes.takenIn, {
      latest: takenIn({
        share: 1,
        taken: [{ table: "customers", rows: 2418 }],
        endedAt: "2026-10-14T09:13:00.000Z",
      }),
    });
    await sections.getByRole("link", { name: "Data" }).click();
    const dialog = page.getByRole("dialog", { name: "2,418 rows brought in" });
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByText("this one has some.").waitFor();
    // Who was not there is told once in a line, without a dialog.
    await page.reload();
    await page.getByText("everything.zip was brought in by Maya Okafor on").waitFor();
    await page.getByText("this one has some.").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await lookEveryWay(page, "data, brought in before");
  });

  it("is deleted after its name and one's password, says so on every page, and is kept after all", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(customerRoutes.list, customersPage([customer()])),
    });
    const { page, api } = opened;
    await page
      .getByText("An export comes into a company without customers, and this one has some.")
      .waitFor();
    await page.getByRole("button", { name: "Delete Harborline" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Harborline?" });
    const confirm = dialog.getByRole("button", { name: "Delete" });
    await dialog.getByLabel("Type").fill("Harbor");
    await confirm.click();
    await dialog.getByText("Required").waitFor();
    expect(await dialog.getByLabel("Type").getAttribute("aria-invalid")).toBe("true");
    await lookEveryWay(page, "delete the company, pressed too early");
    expect(api.asked(companyDataRoutes.requestDeletion)).toEqual([]);
    await dialog.getByLabel("Your password").fill("not the password");
    await dialog.getByLabel("Type").fill("Harborline");
    api.refuse(companyDataRoutes.requestDeletion, "validation_failed", {
      fields: { password: "This is not your password" },
    });
    await confirm.click();
    await dialog.getByText("This is not your password").waitFor();
    await lookEveryWay(page, "delete the company, refused");
    const leaving = company({ deletionAt: "2026-12-22T12:00:00.000Z" });
    api
      .answer(companyDataRoutes.requestDeletion, leaving)
      .whenCalled(companyDataRoutes.requestDeletion, () => api.answer(settingsRoutes.getSettings, leaving))
      .answer(companyDataRoutes.cancelDeletion, company())
      .whenCalled(companyDataRoutes.cancelDeletion, () => api.answer(settingsRoutes.getSettings, company()));
    await confirm.click();
    expect((await api.called(companyDataRoutes.requestDeletion, 2)).body).toEqual({
      typedName: "Harborline",
      password: "not the password",
    });
    await page.getByText("Deletion planned").waitFor();
    await page.getByText(/^Harborline will be deleted on .*, with everything in it\.$/).waitFor();
    await lookEveryWay(page, "data, in the grace period");
    const keep = page.getByRole("button", { name: "Keep it" });
    await keep.waitFor();
    await keep.click();
    await page.getByText("The company stays").waitFor();
    await page
      .getByText(/will be deleted on/)
      .first()
      .waitFor({ state: "detached" });
  });

  it("is a sample, which goes whole after a question, and says what went", async () => {
    const sample = company({ name: "Northwind Software", isDemo: true, sample: "company" });
    const user = person({
      company: { id: sample.id, name: sample.name, currency: "USD", timeZone: "UTC", isDemo: true },
    });
    await using opened = await openPage(path, {
      as: user,
      api: (api) =>
        api.answer(settingsRoutes.getSettings, sample).answer(demoRoutes.remove, {
          removed: [
            { table: "customers", rows: 2418 },
            { table: "users", rows: 5 },
          ],
          remaining: 0,
        }),
    });
    const { page, api } = opened;
    await page.getByText("This is the sample company: it goes whole").waitFor();
    await page.getByRole("button", { name: "Remove the sample data" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove the sample data of Northwind Software?" });
    await dialog.getByText("You are signed out.").waitFor();
    await lookEveryWay(page, "remove the sample");
    await dialog.getByLabel("Type").fill("Northwind Software");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog", { name: "2,423 rows removed" }).getByText("2,418").waitFor();
    expect(api.asked(demoRoutes.remove)).toHaveLength(1);
  });

  it("is not for others than Owners, who are told so, and nothing is asked", async () => {
    await using opened = await openPage(path, { as: person({ companyRole: "Staff" }) });
    await opened.page.getByText("Owners of the company can open this.").waitFor();
  });
});

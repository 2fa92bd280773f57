import { customerRoutes, customerViewRoutes } from "@forestay/contracts";
import type { CustomerView } from "@forestay/contracts";
import { expect, it } from "vitest";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { customer, customersPage } from "./examples/customers.ts";

const talia = customer();

const kept = (changed: Partial<CustomerView> = {}): CustomerView => ({
  id: "01a204f8-7009-7695-8c8a-25b739aa98dd",
  name: "Growth",
  isShared: true,
  search: "",
  conditions: [{ field: "plan", operator: "In", value: ["Growth"] }],
  sort: "churnRiskScore",
  direction: "desc",
  version: 1,
  brokenLines: [],
  createdBy: "Maya Okafor",
  createdAt: "2026-11-22T09:00:00.000Z",
  ...changed,
});

const addressOf = (conditions: unknown) =>
  `/app/customers?filters=${encodeURIComponent(JSON.stringify(conditions))}`;

it("takes what the list shows now into the view it began from, and shows what another changed of it meanwhile", async () => {
  await using opened = await openPage(addressOf(kept().conditions), {
    api: (api) =>
      api
        .answer(customerRoutes.list, customersPage([talia]))
        .answer(customerViewRoutes.list, { items: [kept()] }),
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Edit view" }).waitFor();
  await page.getByLabel("Search customers by name, e-mail or id").fill("gmbh");
  await page.getByRole("button", { name: "Update 'Growth'" }).click();
  const dialog = page.getByRole("dialog", { name: "Update the view 'Growth'" });
  const theirs = kept({
    name: "Growth plan",
    conditions: [{ field: "plan", operator: "In", value: ["Growth", "Team"] }],
    version: 2,
  });
  api.refuse(customerViewRoutes.change, "conflict", { message: "'Growth' was changed meanwhile." });
  api.whenCalled(customerViewRoutes.change, () => api.answer(customerViewRoutes.list, { items: [theirs] }));
  await dialog.getByRole("button", { name: "Save view" }).click();
  const again = page.getByRole("dialog", { name: "Update the view 'Growth plan'" });
  await again.getByText("This view was changed while you had it open").waitFor();
  await again.getByText("Name: Growth plan").waitFor();
  await again.getByText(/^It shows: .*Growth or Team/).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const saved = kept({ name: "Growth plan", search: "gmbh", version: 3 });
  api
    .answer(customerViewRoutes.change, saved)
    .whenCalled(customerViewRoutes.change, () => api.answer(customerViewRoutes.list, { items: [saved] }));
  await again.getByRole("button", { name: "Save view" }).click();
  await again.waitFor({ state: "detached" });
  expect(api.asked(customerViewRoutes.change).map(({ body }) => body)).toMatchObject([
    { name: "Growth", search: "gmbh", conditions: kept().conditions, version: 1 },
    { name: "Growth plan", search: "gmbh", conditions: kept().conditions, version: 2 },
  ]);
  await page.getByRole("tab", { name: "Growth plan", selected: true }).waitFor();
});

it("is renamed, and made one's own, where it is shown", async () => {
  await using opened = await openPage(addressOf(kept().conditions), {
    api: (api) =>
      api
        .answer(customerRoutes.list, customersPage([talia]))
        .answer(customerViewRoutes.list, { items: [kept()] })
        .answer(customerViewRoutes.change, kept({ name: "Growing", isShared: false, version: 2 })),
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Edit view" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Growing");
  await dialog.getByRole("checkbox", { name: "Share it with the team" }).click();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await api.called(customerViewRoutes.change)).body).toMatchObject({
    name: "Growing",
    isShared: false,
    conditions: kept().conditions,
    version: 1,
  });
});

it("of the team has no way to change it for who may not write customers", async () => {
  await using opened = await openPage(addressOf(kept().conditions), {
    as: person({ companyRole: "Viewer" }),
    api: (api) =>
      api
        .answer(customerRoutes.list, customersPage([talia]))
        .answer(customerViewRoutes.list, { items: [kept()] }),
  });
  const { page } = opened;
  await page.getByRole("tab", { name: "Growth", selected: true }).waitFor();
  expect(await page.getByRole("button", { name: "Edit view" }).count()).toBe(0);
});

it("has ready-made ones: what is critical and valuable, mine, new, silent and renewing", async () => {
  await using opened = await openPage("/app/customers", {
    api: (api) => api.answer(customerRoutes.list, customersPage([talia])),
  });
  const { page } = opened;
  const filters = () => JSON.parse(new URL(page.url()).searchParams.get("filters") ?? "[]") as unknown;
  const fromMenu = async (name: string) => {
    await page.getByRole("button", { name: "More views" }).click();
    await page.getByRole("menuitem", { name }).click();
    await page.getByRole("tab", { name, selected: true }).waitFor();
  };
  await page.getByRole("tab", { name: "Critical and valuable" }).click();
  await page.waitForURL(/sort=valueAtRisk/);
  await page.getByRole("tab", { name: "My customers" }).click();
  await page.waitForURL(/owner/);
  expect(filters()).toEqual([{ field: "owner", operator: "In", value: [person().id] }]);
  await fromMenu("Silent 30 days");
  await page.waitForURL(/daysSinceActivity/);
  await fromMenu("Renewing in 60 days");
  await page.waitForURL(/renewalInDays/);
  await fromMenu("New this month");
  await page.waitForURL(/startedAt/);
});

it("says which of its filters lost their column, in its tab and where it is shown, and shows it without them", async () => {
  const plan = { field: "plan", operator: "In" as const, value: ["Growth"] };
  const lost = kept({
    conditions: [plan, { field: "attributes.seats", operator: "GreaterThan", value: 3 }],
    brokenLines: [
      {
        path: "conditions.1",
        words: "seats greater than 3",
        message: "There is no such field any more: choose another",
      },
    ],
  });
  await using opened = await openPage(addressOf(lost.conditions), {
    api: (api) =>
      api
        .refuse(customerRoutes.list, "validation_failed", {
          message: "Filter 'attributes.seats': There is no such field any more: choose another.",
          fields: { "conditions.1": "There is no such field any more: choose another" },
        })
        .answer(customerViewRoutes.list, { items: [lost] }),
  });
  const { page, api } = opened;
  const said = page.getByRole("note").filter({ hasText: "One line of this view does not work any more" });
  await said.getByText("seats greater than 3").waitFor();
  await page.getByRole("tab", { name: /^Growth.*Some of its filters do not work any more/ }).waitFor();
  await lookEveryWay(page, "customers-view-lost-column");
  expect(await page.getByText("Customers did not load").count()).toBe(0);
  api.answer(customerRoutes.list, customersPage([talia]));
  await said.getByRole("button", { name: "Show it without this line" }).click();
  await page.getByRole("button", { name: "Update 'Growth'" }).waitFor();
  await page.getByRole("link", { name: talia.fullName }).waitFor();
  expect(JSON.parse(new URL(page.url()).searchParams.get("filters") ?? "[]")).toEqual([plan]);
});

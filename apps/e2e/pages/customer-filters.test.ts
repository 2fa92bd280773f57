import { customerRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { customer, customersPage } from "./examples/customers.ts";

it("says below a filter why it was refused, also of a line in a group, and lists again without it", async () => {
  const filters = [
    { field: "attributes.gone", operator: "Equals", value: "EU" },
    { match: "any", criteria: [{ field: "plan", operator: "In", value: [] }] },
  ];
  await using opened = await openPage(
    `/app/customers?filters=${encodeURIComponent(JSON.stringify(filters))}`,
    {
      api: (api) =>
        api.refuse(customerRoutes.list, "validation_failed", {
          message: "2 filters need attention.",
          fields: {
            "conditions.0": "There is no such field any more: choose another",
            "conditions.1.criteria.0": "Choose at least one",
          },
        }),
    },
  );
  const { page, api } = opened;
  await page.getByText("There is no such field any more: choose another").waitFor();
  await page.getByText("Plan: Choose at least one").waitFor();
  await lookEveryWay(page, "customers with refused filters");
  api.answer(customerRoutes.list, customersPage([customer()]));
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByRole("table", { name: "Customers" }).getByText("Talia Alvarez").waitFor();
  expect(await page.getByText("Plan: Choose at least one").count()).toBe(0);
});

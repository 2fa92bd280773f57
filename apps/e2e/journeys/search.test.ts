import { describe, expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";

describe("the search box", () => {
  it.each(["/", "Control+k"])(
    "opens on %s, goes by keyboard to a page and gives the focus to it",
    async (keys) => {
      await using journey = await startJourney({ as: "owner" });
      const { page } = journey;
      await page.goto("/app/customers");
      await page.getByRole("heading", { level: 1, name: "Customers" }).waitFor();
      await page.keyboard.press(keys);
      // What is typed before the box has the focus goes nowhere.
      await page.getByRole("dialog", { name: "Search" }).locator("input:focus").waitFor();
      await page.keyboard.type("getting");
      await page.getByRole("option", { name: "Getting started", selected: true }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Getting started" }).waitFor();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      expect(journey.problems).toEqual([]);
    },
  );

  it("finds a customer by name and opens it", async () => {
    await using journey = await startJourney({ as: "viewer" });
    const { page } = journey;
    await page.goto("/app/customers");
    const name = await page.getByRole("table").getByRole("link").first().innerText();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").fill(name);
    await page.getByRole("option").filter({ hasText: name }).first().click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  it("offers a viewer nothing that a viewer may not do", async () => {
    await using journey = await startJourney({ as: "viewer" });
    const { page } = journey;
    await page.goto("/app/docs/getting-started");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("option", { name: "Getting started" }).waitFor();
    expect(await page.getByRole("option", { name: "Run churn analysis" }).count()).toBe(0);
  });
});

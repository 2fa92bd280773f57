import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { startJourney } from "../harness/journey.ts";
import { newAddress } from "../harness/new-person.ts";

const sections = ["Profile", "Company", "Scoring", "Team", "API keys", "Audit log", "Data", "Mail"];

/** Each theme and each size once: what differs by theme is color, what differs by size is layout. */
const variants = [
  { theme: "light", screen: "desktop" },
  { theme: "dark", screen: "mobile" },
] as const;

/** Axe finds nothing on the page as it is now, and nothing makes it scroll sideways. */
async function look(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const findings = await accessibilityFindings(page);
  expect({ name, overflow, findings }).toEqual({ name, overflow: 0, findings: [] });
}

// One window for many screens: opening windows takes longer than looking.
it.each(variants)("axe finds nothing on the way in, $theme, $screen", async (variant) => {
  await using journey = await startJourney(variant);
  const { page, problems } = journey;
  await page.goto("/login?reset");
  await page.getByRole("heading", { name: "Reset your password" }).waitFor();
  await look(page, "reset");
  await page.goto("/register-invited?token=nobody-has-this-one");
  await page.getByRole("heading", { name: "This invitation is not valid" }).waitFor();
  await look(page, "invitation");
  await page.goto("/register");
  await page.getByLabel("Work e-mail").fill(newAddress("looker"));
  await look(page, "register");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use it" }).click();
  await look(page, "code");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Step 1 of 3").waitFor();
  await look(page, "onboarding");
  expect(problems).toEqual([]);
});

it.each(variants)("axe finds nothing on settings, $theme, $screen", async (variant) => {
  await using journey = await startJourney({ ...variant, as: "owner" });
  const { page, problems } = journey;
  await page.goto("/app/settings");
  const list = page.getByRole("navigation", { name: "Settings" });
  for (const section of sections) {
    await list.getByRole("link", { name: section, exact: true }).click();
    await look(page, section);
  }
  expect(problems).toEqual([]);
});

it.each(variants)("axe finds nothing on users and an opened mail, $theme, $screen", async (variant) => {
  await using journey = await startJourney({ ...variant, as: "admin" });
  const { page, problems } = journey;
  await page.goto("/app/admin/users");
  await page.getByRole("link", { name: "Stan Staff" }).waitFor();
  await look(page, "users");
  await page.getByRole("link", { name: "Stan Staff" }).click();
  await page.getByLabel("First name").fill("Stanley");
  await page.getByRole("button", { name: "Save changes" }).waitFor();
  await look(page, "user");
  await page.getByRole("button", { name: "Delete Stan Staff" }).click();
  await page.getByRole("dialog").waitFor();
  await look(page, "delete");
  await page.goto("/app/settings?section=mail");
  await page
    .getByRole("link", { name: /is your Forestay code$/ })
    .first()
    .click();
  await page.getByTitle(/^Mail: /).waitFor();
  // Not the frame: no script runs in it, axe's neither.
  await page.getByRole("radio", { name: "Text" }).click();
  await look(page, "mail");
  expect(problems).toEqual([]);
});

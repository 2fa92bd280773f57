import { expect, it } from "vitest";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { screens, startJourney } from "../harness/journey.ts";

const pages = [
  { path: "/login", as: undefined, ready: "Sign in" },
  { path: "/no/such/page", as: undefined, ready: "404" },
  { path: "/app/docs/getting-started", as: "owner", ready: "Getting started" },
  { path: "/app/customers", as: "owner", ready: "Customers" },
] as const;

const cases = pages.flatMap((page) =>
  (["light", "dark"] as const).flatMap((theme) =>
    (["desktop", "mobile"] as const satisfies (keyof typeof screens)[]).map((screen) => ({
      ...page,
      theme,
      screen,
    })),
  ),
);

it.each(cases)("axe finds nothing on $path, $theme, $screen", async ({ path, as, ready, theme, screen }) => {
  await using journey = await startJourney({ theme, screen, ...(as === undefined ? {} : { as }) });
  await journey.page.goto(path);
  await journey.page.getByRole("heading", { level: 1, name: ready }).waitFor();
  await journey.page.waitForLoadState("networkidle");
  await journey.page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  expect(await accessibilityFindings(journey.page)).toEqual([]);
  // Reflow: nothing makes the page itself scroll sideways.
  expect(
    await journey.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
  expect(journey.problems).toEqual([]);
});

import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import type { demoPeople } from "../harness/demo-people.ts";
import { startJourney } from "../harness/journey.ts";
import type { Journey } from "../harness/journey.ts";

interface Screen {
  name: string;
  /** Whose screen it is; a visitor's unless stated. */
  as?: keyof typeof demoPeople;
  open: (journey: Journey) => Promise<void>;
}

const goTo =
  (path: string, heading: string | RegExp) =>
  async ({ page }: Journey): Promise<void> => {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };

const screens: readonly Screen[] = [
  { name: "sign in", open: goTo("/login", "Sign in") },
  {
    name: "sign in, refused",
    open: async (journey) => {
      await goTo("/login", "Sign in")(journey);
      await journey.page.getByRole("button", { name: "Sign in" }).click();
      await journey.page.getByText("Required").first().waitFor();
    },
  },
  { name: "not found", open: goTo("/no/such/page", "404") },
  { name: "getting started", as: "owner", open: goTo("/app/docs/getting-started", "Getting started") },
  {
    name: "connection diagnostics",
    as: "moderator",
    open: async (journey) => {
      await goTo("/app/admin/connection-diagnostics", "Connection Diagnostics")(journey);
      await journey.page.getByRole("list", { name: "Live checks" }).getByText("Works").nth(7).waitFor();
    },
  },
  { name: "a page for others", as: "viewer", open: goTo("/app/admin/connection-diagnostics", "Connection") },
];

it.each(screens)("axe finds nothing on $name, in any theme and size", async ({ name, as, open }) => {
  await using journey = await startJourney(as === undefined ? {} : { as });
  await open(journey);
  await lookEveryWay(journey.page, name);
  expect(journey.problems).toEqual([]);
});

import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import { settingsPath, settingsSections } from "@/features/settings/settings-sections.ts";
import { routes } from "./router.tsx";
import { palettePaths } from "./shell/palette-entries.ts";

/** Screens that nobody looks up, with the reason. */
const reachedOtherwise: Readonly<Record<string, string>> = {
  "/app/*": "says that there is no such page",
  "/app/dashboard/rows": "the rows behind one number, which leads there",
  "/app/dashboard/parked": "rows that wait for their customer: the data card counts them and leads there",
  "/app/campaigns/create": "the campaigns' own first button",
  "/app/campaigns/worth": "the campaigns lead to it, and it says little before two of them are finished",
  "/app/recovery/cases": "the cases behind one number of recovery",
  "/app/recovery/policy": "a tab of recovery",
  "/app/recovery/results": "a tab of recovery",
  "/app/recovery/cards": "a tab of recovery",
  "/app/recovery/cancel-flow": "a tab of recovery",
  "/app/settings/integrations/matches": "the integrations lead to it once a system is connected",
  "/app/docs": "every page of the documentation leads to it, and its pages are looked up by name",
};

function paths(found: readonly RouteObject[], parent = ""): string[] {
  return found.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : path.startsWith("/") ? path : `${parent}/${path}`;
    return [
      ...(index === true || (path !== undefined && children === undefined) ? [own] : []),
      ...paths(children ?? [], own),
    ];
  });
}
const known = new Set(palettePaths.map((path) => path.replace(/[?#].*$/, "")));

// Records are found by their names, not by a list of pages.
it.each([...new Set(paths(routes))].filter((path) => path.startsWith("/app") && !path.includes(":")))(
  "the palette leads to %s",
  (path) => {
    if (reachedOtherwise[path] === undefined) expect([...known]).toContain(path);
  },
);

it.each(settingsSections.map(({ id }) => id))("the palette leads to the settings' section %s", (id) => {
  expect(palettePaths).toContain(settingsPath(id));
});

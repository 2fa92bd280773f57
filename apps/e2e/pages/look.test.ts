import { expect, it } from "vitest";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";

it("the look at every page sees what is planted on it: a nameless picture, faint words, a page that scrolls sideways", async () => {
  await using opened = await openPage("/login", { as: null });
  const { page } = opened;
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  const plant = (html: string, style = "") =>
    page.getByRole("main").evaluate(
      (main, [inside, look]) => {
        const planted = document.createElement("p");
        planted.innerHTML = inside ?? "";
        planted.style.cssText = look ?? "";
        main.append(planted);
      },
      [html, style],
    );
  const rules = async (asked?: { colorsOnly?: boolean; besides?: string }) =>
    (await accessibilityFindings(page, asked)).map((line) => line.split(" ")[0]);

  /** What the look at all sizes and themes fails with. */
  const seen = (name: string) =>
    lookEveryWay(page, name).then(
      () => "nothing",
      (error: { actual?: unknown }) => JSON.stringify(error.actual),
    );

  expect(await rules()).toEqual([]);
  await plant('<img src="data:,">');
  expect(await rules()).toEqual(["image-alt"]);
  expect(await rules({ colorsOnly: true })).toEqual([]);
  await plant("faint", "color: #999; background: #aaa");
  expect(await rules({ colorsOnly: true })).toEqual(["color-contrast"]);
  expect(await rules({ besides: "p" })).toEqual([]);
  expect(await seen("planted")).toMatch(
    /mobile, light.*color-contrast.*image-alt.*mobile, dark.*color-contrast/,
  );
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  expect(await rules()).toEqual([]);
  await plant("wide", "width: 3000px");
  expect(await seen("wide")).toMatch(
    /"wide, desktop, light":\{"overflow":[1-9].*"wide, mobile, dark":\{"overflow":[1-9]/,
  );
});

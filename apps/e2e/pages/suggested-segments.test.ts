import { segmentRoutes, type SegmentSuggestions } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { preview } from "./examples/segments.ts";

const rule = [{ field: "plan", operator: "In" as const, value: ["Starter"] }];
/** One rule, found by scores. */
const found: SegmentSuggestions = {
  items: [
    {
      name: "Plan Starter",
      criteria: [{ ...rule[0]!, label: "Plan in Starter" }],
      sentence: "Customers with plan Starter",
      customerCount: 320,
      inside: { n: 160, churnRate: 0.24, interval: null },
      outside: { n: 1040, churnRate: 0.06 },
      difference: { value: 0.18, low: 0.15, high: 0.21 },
    },
  ],
  by: "scores",
  asOf: null,
  withinDays: null,
  builtOn: 1200,
  checkedOn: 1200,
  missing: null,
};

describe("suggested segments", () => {
  it("say how much more often their customers leave, on whom that was checked, and become drafts to change", async () => {
    await using opened = await openPage("/app/segments/suggested", {
      api: (api) => api.answer(segmentRoutes.suggestions, found).answer(segmentRoutes.preview, preview()),
    });
    const { page, api } = opened;
    await page
      .getByText("Built on 1,200 scored customers, and shown because the other 1,200 agree")
      .waitFor();
    await page.getByText("4.0× as often").waitFor();
    await page.getByText("18 pts more, 95% interval 15 pts to 21 pts").waitFor();
    await lookEveryWay(page, "suggested segments");
    await page.getByRole("link", { name: "Make a segment" }).click();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Plan Starter");
    await page.getByRole("combobox", { name: "Type" }).getByText("AI-Generated").waitFor();
    expect((await api.called(segmentRoutes.preview)).body).toMatchObject({ criteria: rule });
  });

  it("say where they were found by who really left, as of which day, with the share's own interval", async () => {
    await using opened = await openPage("/app/segments/suggested", {
      api: (api) =>
        api.answer(segmentRoutes.suggestions, {
          ...found,
          items: found.items.map((item) => ({
            ...item,
            inside: { ...item.inside, interval: { low: 0.181, high: 0.312 } },
          })),
          by: "outcomes",
          asOf: "2026-03-01T12:00:00.000Z",
          withinDays: 60,
        }),
    });
    const { page } = opened;
    await page
      .getByText("Built on 1,200 customers who left or stayed, and shown because the other 1,200 agree")
      .waitFor();
    await page
      .getByText("Left 4.0× as often: 24% of 160 (95% interval 18% to 31%), against 6% of 1,040 others.")
      .waitFor();
    await page
      .getByText("By who really left within 60 days, not by scores: customers as they were on Mar 1")
      .waitFor();
    await lookEveryWay(page, "segments suggested by who left");
  });
});

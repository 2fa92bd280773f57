import { campaignRoutes, customerRoutes, integrationRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { campaign, preview, results, summary, worth } from "./examples/campaigns.ts";

const list = (items: ReturnType<typeof summary>[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 25,
  totalPages: 1,
  allCount: items.length,
  activeCount: 0,
  pausedCount: 0,
});
const message = {
  customerName: "Hannah Feldman",
  to: "hannah@tidewell.example",
  from: "Harborline via Forestay <no-reply@app.example>",
  subject: "A question, Hannah",
  html: "<p>Hi Hannah</p>",
  text: "Hi Hannah",
  missing: [],
};

describe("the campaigns", () => {
  it("say what each changed, that there are none yet with templates to begin with, and that they did not load", async () => {
    await using opened = await openPage("/app/campaigns", {
      api: (api) => api.refuse(campaignRoutes.list, "unavailable"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "Campaigns did not load" });
    await tryAgain(opened, said, () =>
      api.answer(
        campaignRoutes.list,
        list([
          summary(),
          summary({
            id: "01a20600-0000-7b02-beb1-3611e12c7002",
            name: "Renewal in 30 days",
            status: "Active",
            trigger: "RenewalDue",
            triggerWords: "Renewal within 30 days",
            finding: "open",
            uplift: { value: 0.01, low: -0.02, high: 0.04 },
          }),
        ]),
      ),
    );
    await page.getByText("Not conclusive yet").first().waitFor();
    await lookEveryWay(page, "campaigns");
    await page.getByRole("link", { name: "September check-in" }).first().waitFor();
  });

  it("begin from a template where there are none", async () => {
    await using opened = await openPage("/app/campaigns", {
      api: (api) => api.answer(campaignRoutes.list, list([])),
    });
    await opened.page.getByText("No campaigns yet").waitFor();
    await opened.page.getByRole("link", { name: "At-risk check-in" }).waitFor();
    await lookEveryWay(opened.page, "no campaigns");
  });
});

describe("a new campaign", () => {
  it("begins with a template, each with its message as a phone and a desktop show it, in light and in dark", async () => {
    const html = `<html><head><style>@media (max-width:480px){.a{font-size:10px!important}}
@media (prefers-color-scheme:dark){.a{color:rgb(1,2,3)!important}}</style></head><body><p class="a" style="color:red;font-size:20px">Hi Hannah</p></body></html>`;
    await using opened = await openPage("/app/campaigns/create", {
      api: (api) =>
        api
          .answer(campaignRoutes.previewMessage, { ...message, html })
          .answer(campaignRoutes.preview, preview())
          .answer(customerRoutes.search, { items: [], totalCount: 0, isSimilar: false }),
    });
    const { page } = opened;
    const list = page.getByRole("list", { name: "Templates" });
    await list.getByRole("link", { name: "NPS detractor" }).waitFor();
    expect(await list.getByRole("listitem").count()).toBe(7);
    const words = page
      .frameLocator("iframe[title='The first message of Win-back 30/90']")
      .getByText("Hi Hannah");
    const looks = async () =>
      words.evaluate((element) => {
        const { color, fontSize } = getComputedStyle(element);
        return `${color} ${fontSize}`;
      });
    await expect.poll(looks).toBe("rgb(255, 0, 0) 10px");
    await page.getByRole("radio", { name: "Dark" }).click();
    await page.getByRole("radio", { name: "Desktop" }).click();
    await expect.poll(looks).toBe("rgb(1, 2, 3) 20px");
    await lookEveryWay(page, "campaign templates");
    await list.getByText("2 e-mails over 60 days").waitFor();
    await list.getByRole("link", { name: "Win-back 30/90" }).click();
    await page.getByRole("heading", { name: "Win-back 30/90" }).waitFor();
  });

  it("begins empty, and is not begun by who may only look", async () => {
    await using opened = await openPage("/app/campaigns/create", {
      as: person({ companyRole: "Viewer" }),
      api: (api) => api.answer(campaignRoutes.previewMessage, message),
    });
    await opened.page.getByText("Your role may look at campaigns, not change them").waitFor();
  });

  it("shows who would enter, what each holdout could show and what stops the start; saves, and starts once nothing does", async () => {
    await using opened = await openPage("/app/campaigns/create?template=at-risk", {
      api: (api) =>
        api
          .answer(campaignRoutes.preview, preview())
          .answer(campaignRoutes.previewMessage, message)
          .answer(customerRoutes.search, { items: [], totalCount: 0, isSimilar: false }),
    });
    const { page, api } = opened;
    await page.getByText("Account manager is empty for 45 customers").waitFor();
    await page.getByText("1 of 3 stops it").waitFor();
    expect(await page.getByRole("button", { name: "Start campaign" }).isDisabled()).toBe(true);
    await lookEveryWay(page, "new campaign", { besides: "iframe" });

    await page.getByRole("textbox", { name: "Subject" }).fill("Hello {{customer.secret|x}}");
    await page.getByText("{{customer.secret|x}} is no field.", { exact: false }).waitFor();
    await page.getByRole("textbox", { name: "Subject" }).fill("Hello {{customer.firstName|there}}");
    await page.getByRole("radio", { name: /^50%/ }).check({ force: true });
    const fine = preview({ checks: preview().checks.filter(({ state }) => state !== "stops") });
    api.answer(campaignRoutes.preview, fine);
    await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("At-risk check-in, May");
    await page.getByText("Nothing stops it").waitFor();
    const saved = campaign({ status: "Draft", version: 1, startedAt: null });
    api
      .answer(campaignRoutes.create, saved)
      .answer(campaignRoutes.start, campaign({ status: "Active" }))
      .answer(campaignRoutes.get, campaign({ status: "Active" }))
      .answer(
        campaignRoutes.results,
        results({
          finding: "waiting",
          isFinal: false,
          headline: "Too early to say",
          keptMore: null,
          uplift: null,
          alwaysValid: null,
          revenue: null,
          netValue: null,
          variants: [],
          variantDifference: null,
        }),
      );
    await page.getByRole("button", { name: "Start campaign" }).click();
    expect((await api.called(campaignRoutes.create)).body).toMatchObject({
      name: "At-risk check-in, May",
      trigger: { kind: "RiskRaised" },
      holdoutShare: 0.5,
    });
    expect((await api.called(campaignRoutes.start)).body).toEqual({ expectedCount: 646, startsOn: null });
    await page.getByText("Too early to say").waitFor();
  });
});

describe("the blocks of a message", () => {
  it("are moved by button and by key with what stands in them and the focus, put between others, and removed", async () => {
    await using opened = await openPage("/app/campaigns/create?template=at-risk", {
      api: (api) =>
        api
          .answer(campaignRoutes.preview, preview({ checks: [] }))
          .answer(campaignRoutes.previewMessage, message)
          .answer(customerRoutes.search, { items: [], totalCount: 0, isSimilar: false }),
    });
    const { page, api } = opened;
    const blocks = page.getByRole("list", { name: "Blocks" });
    const first = blocks.getByRole("listitem").first();
    await first.getByRole("textbox").fill("The first one");
    const count = await blocks.getByRole("listitem").count();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

    await page.getByRole("button", { name: "Move block 1 down" }).click();
    await expect.poll(focused).toBe("Move block 2 down");
    await page.getByRole("button", { name: "Move block 2 up" }).click();
    // It can go no further up: the focus is on the way back.
    await expect.poll(focused).toBe("Move block 1 down");
    await first.getByRole("textbox").press("Alt+ArrowDown");
    await page.getByText(`Moved to place 2 of ${count}`).waitFor({ state: "attached" });
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value))
      .toBe("The first one");
    await page.keyboard.type("!");

    await page.getByRole("button", { name: "Put a block after block 1" }).click();
    await page.getByRole("menuitem", { name: "Heading" }).click();
    await blocks.getByRole("listitem").nth(1).getByRole("textbox", { name: "Heading" }).fill("Between");
    await lookEveryWay(page, "message blocks", { besides: "iframe" });
    await page.getByRole("button", { name: "Remove block 1" }).click();
    api.refuse(campaignRoutes.create, "validation_failed");
    await page.getByRole("button", { name: "Save draft" }).click();
    const { steps } = (await api.called(campaignRoutes.create)).body as {
      steps: { content?: { blocks: { text?: string }[] } }[];
    };
    const texts = steps[0]!.content!.blocks.map(({ text }) => text);
    expect(texts).toHaveLength(count);
    expect(texts[0]).toBe("Between");
    expect([...texts[1]!].toSorted()).toEqual([..."The first one!"].toSorted());
  });
});

describe("a start that is planned", () => {
  it("is on a day and at an hour of the company's clock, says what is wrong with it there, and is called off", async () => {
    await using opened = await openPage("/app/campaigns/create?template=at-risk", {
      api: (api) =>
        api
          .answer(campaignRoutes.preview, preview({ checks: [] }))
          .answer(campaignRoutes.previewMessage, message)
          .answer(customerRoutes.search, { items: [], totalCount: 0, isSimilar: false }),
    });
    const { page, api } = opened;
    await page.getByRole("radio", { name: "By itself, on a day" }).click();
    const plan = page.getByRole("button", { name: "Plan the start" });
    expect(await plan.isDisabled()).toBe(true);
    await page.getByLabel("Day", { exact: true }).fill("2026-12-01");
    await page.getByLabel("Time", { exact: true }).fill("08:30");
    const draft = campaign({ status: "Draft", version: 1, startedAt: null });
    api
      .answer(campaignRoutes.create, draft)
      .answer(campaignRoutes.update, draft)
      .refuse(campaignRoutes.start, "validation_failed", { fields: { startsOn: "This time has passed" } });
    await plan.click();
    await page.getByText("This time has passed").waitFor();
    await lookEveryWay(page, "campaign to plan", { besides: "iframe" });
    await page.getByLabel("Day", { exact: true }).fill("2026-12-02");
    const planned = { status: "Scheduled", startsAt: "2026-12-02T08:30:00.000Z", startedAt: null } as const;
    api.answer(campaignRoutes.start, campaign(planned)).answer(campaignRoutes.get, campaign(planned));
    await plan.click();
    expect((await api.called(campaignRoutes.start, 2)).body).toEqual({
      expectedCount: 646,
      startsOn: { day: "2026-12-02", time: "08:30" },
    });
    await page.getByText("Starts on December 2, 2026 at 8:30 AM (UTC)").waitFor();
    await lookEveryWay(page, "campaign planned");
    api.answer(campaignRoutes.callOff, draft).answer(campaignRoutes.get, draft);
    await page.getByRole("button", { name: "Call off" }).click();
    await page.getByRole("button", { name: "Start campaign" }).waitFor();
  });
});

describe("a step that posts to the chat", () => {
  it("is there where a chat is connected, and goes to the channel that is chosen", async () => {
    await using opened = await openPage("/app/campaigns/create?template=at-risk", {
      api: (api) =>
        api
          .answer(campaignRoutes.preview, preview({ hasChat: true, checks: [] }))
          .answer(campaignRoutes.previewMessage, message)
          .answer(customerRoutes.search, { items: [], totalCount: 0, isSimilar: false })
          .answer(integrationRoutes.channels, {
            items: [{ id: "C0ALERTS", name: "customer-alerts", isPrivate: false }],
            hasMore: false,
          }),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Add Slack message" }).click();
    await page.getByRole("combobox", { name: "Channel" }).click();
    await page.getByRole("option", { name: "#customer-alerts" }).click();
    await page.getByRole("textbox", { name: "What it says" }).fill("Have a word with them.");
    await page.getByText("Posted to #customer-alerts").waitFor();
    await lookEveryWay(page, "slack step", { besides: "iframe" });
    api.refuse(campaignRoutes.create, "validation_failed");
    await page.getByRole("button", { name: "Save draft" }).click();
    const { steps } = (await api.called(campaignRoutes.create)).body as { steps: unknown[] };
    expect(steps.at(-1)).toMatchObject({
      kind: "slack",
      channel: { id: "C0ALERTS", name: "customer-alerts" },
      text: "Have a word with them.",
    });
  });
});

describe("a campaign's results", () => {
  it("say the verdict first, then the interval, the curves, what clicks would have claimed and what it cost", async () => {
    await using opened = await openPage(`/app/campaigns/${campaign().id}`, {
      as: person({ companyRole: "Viewer" }),
      api: (api) => api.answer(campaignRoutes.get, campaign()).answer(campaignRoutes.results, results()),
    });
    const { page } = opened;
    await page.getByRole("heading", { name: "Kept 14 more of 900" }).waitFor();
    await page.getByText("Clicks would have claimed 160").waitFor();
    await page.getByText("Unreliable").waitFor();
    await page.getByRole("heading", { name: "No difference to see between the two versions" }).waitFor();
    expect(await page.getByRole("button", { name: "Duplicate" }).count()).toBe(0);
    await lookEveryWay(page, "campaign results");
  });
});

describe("who is worth contacting", () => {
  const path = "/app/campaigns/worth";

  it("is said in words first, with whom not to write to, how it was judged, and the ranking", async () => {
    await using opened = await openPage(path, { api: (api) => api.answer(campaignRoutes.worth, worth()) });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "Do not write to 41 customers" }).waitFor();
    await page.getByText("would have kept 41 in 1,000, writing to everybody 18", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Hannah Feldman" }).first().waitFor();
    await lookEveryWay(page, "who is worth contacting");
    await page.getByRole("combobox", { name: "Group" }).click();
    await page.getByRole("option", { name: "Driven away by it" }).click();
    expect((await api.called(campaignRoutes.worth, 2)).query).toMatchObject({ group: "drivenAway" });
  });

  it("is not known before two campaigns are finished, and not to be acted on where it is no better than chance", async () => {
    const nothing = { items: [], totalCount: 0, totalPages: 0, groups: [], quality: null };
    await using opened = await openPage(path, {
      api: (api) =>
        api.answer(
          campaignRoutes.worth,
          worth({ ...nothing, state: "unknown", finishedHoldouts: 1, learnt: null }),
        ),
    });
    await opened.page.getByText("1 campaign so far, 2 are needed", { exact: false }).waitFor();
    await lookEveryWay(opened.page, "worth not known");
    await using weak = await openPage(path, {
      api: (api) => api.answer(campaignRoutes.worth, worth({ state: "unproven" })),
    });
    await weak.page.getByRole("heading", { name: "Not shown to be better than chance" }).waitFor();
  });
});

it("says which of a campaign's rules lost their column, on its page and at the filter where it is changed", async () => {
  const seats = { field: "attributes.seats", operator: "GreaterThan" as const, value: 3 };
  const known = campaign({ status: "Paused" });
  const lost: typeof known = {
    ...known,
    input: { ...known.input, exclusions: [seats] },
    brokenLines: [
      {
        path: "exclusions.0",
        words: "seats greater than 3",
        message: "There is no such field any more: choose another",
      },
    ],
  };
  await using opened = await openPage(`/app/campaigns/${lost.id}`, {
    api: (api) =>
      api
        .answer(campaignRoutes.get, lost)
        .answer(campaignRoutes.results, results())
        .answer(campaignRoutes.preview, preview())
        .answer(campaignRoutes.previewMessage, message),
  });
  const { page } = opened;
  const said = page.getByRole("note").filter({ hasText: "One line of this campaign does not work any more" });
  await said.getByText("Leave out customers who: seats greater than 3").waitFor();
  await lookEveryWay(page, "campaign-lost-column");
  await said.getByRole("link", { name: "Change what it says" }).click();
  const filters = page.getByRole("group", { name: "Leave out customers who" });
  await filters.getByText("There is no such field any more: choose another").first().waitFor();
  await lookEveryWay(page, "campaign-editor-lost-column");
});

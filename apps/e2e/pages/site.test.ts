import { demoBookingRoutes, demoRoutes, linkedSitePaths, supportRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { builtSite, sentBytes } from "../harness/built-web.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { loadedScripts } from "../harness/loaded-scripts.ts";
import { openPage } from "../harness/open-page.ts";

const pages = {
  "/": "See who’s about to leave, and what will keep them.",
  "/churn-calculator": "What does churn cost you?",
  "/book-demo": "Book a demo",
  "/own-file": "Try it on your own file",
  "/docs": "Documentation",
  "/docs/getting-started": "Getting started",
  "/docs/metrics": "Metrics and formulas",
  "/privacy": "Privacy",
  "/terms": "Terms",
} as const;
/** Where public pages lead beyond themselves. That the app has the screens which its documentation names, a test of the web holds. */
const ofTheApp = new Set(["/login", "/register", "/api/docs"]);
const SCRIPT_LIMIT_BYTES = 90_000;
const visit = (path: string) =>
  openPage(path, {
    as: null,
    api: (api) => {
      api.answer(demoRoutes.sampleModel, { model: null });
      api.answer(demoBookingRoutes.slots, { isOpen: false, minutes: 30, mailLeaves: true, slots: [] });
    },
  });

it("is whole without any script, each page under its own title and address", async () => {
  await using opened = await openPage("/", { as: null, withoutScripts: true });
  const { page } = opened;
  const { pages: all } = await builtSite();
  const seen: Record<string, { heading: string; title: string }> = {};
  for (const path of all.keys()) {
    await page.goto(`http://forestay.localhost${path}`);
    expect(await page.getByRole("navigation", { name: "Site" }).getByRole("link").count()).toBe(5);
    const canonical = page.locator("link[rel=canonical]");
    expect(await canonical.getAttribute("href")).toBe(`http://forestay.localhost${path}`);
    expect([path, await page.locator("meta[name=description]").getAttribute("content")]).toEqual([
      path,
      expect.stringMatching(/\w{3}.{20}/),
    ]);
    // Not the frame alone: there is something to read.
    expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(400);
    seen[path] = {
      heading: await page.getByRole("heading", { level: 1 }).innerText(),
      title: await page.title(),
    };
  }
  for (const [path, heading] of Object.entries(pages))
    expect([path, seen[path]?.heading]).toEqual([path, heading]);
  const titles = Object.values(seen).map(({ title }) => title);
  expect(titles.filter((title) => !title.includes("Forestay"))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

it("loads no code of the app, and little of its own before anybody does anything", async () => {
  for (const path of Object.keys(pages)) {
    await using opened = await visit(path);
    const { page, api } = opened;
    const scripts = await loadedScripts(page);
    expect([path, scripts.length > 0]).toEqual([path, true]);
    const bytes = await Promise.all(scripts.map(sentBytes));
    expect([
      path,
      scripts.filter((name) => /\/(index|start|router|icons|words|common|forms)-/.test(name)),
    ]).toEqual([path, []]);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(SCRIPT_LIMIT_BYTES);
    expect(api.problems).toEqual([]);
    await lookEveryWay(page, path);
  }
});

it("leads to places that are there, on every page", async () => {
  const dead: string[] = [];
  const { pages: all, files } = await builtSite();
  for (const [path, html] of all) {
    for (const [, href = ""] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^(https?:|mailto:)/.test(href)) continue;
      const [target = "", section = ""] = href.split("#");
      const address = target === "" ? path : target;
      const page = all.get(address);
      const isThere =
        page !== undefined || files.has(address) || ofTheApp.has(address) || /^\/app[/?]/.test(address);
      const hasSection = section === "" || page === undefined || page.includes(` id="${section}"`);
      if (!isThere || !hasSection) dead.push(`${path}: ${href}`);
    }
  }
  expect(all.size).toBeGreaterThan(15);
  // What mails lead to.
  for (const path of linkedSitePaths) expect([...all.keys()]).toContain(path);
  expect(dead).toEqual([]);
});

it("scrolls to the section that another page asked for, once", async () => {
  await using opened = await visit("/privacy");
  const { page } = opened;
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "How it works" }).click();
  await page.waitForURL("http://forestay.localhost/");
  await page.waitForFunction(() => scrollY > 200);
  expect(await page.evaluate(() => sessionStorage.getItem("scroll-to-section"))).toBeNull();
});

it("lives where the browser keeps nothing: the calculator answers, the dialog opens, links to sections lead there", async () => {
  await using opened = await visit("/privacy");
  const { page, context } = opened;
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  await page.goto("/churn-calculator");
  await page.getByLabel("Customers lost in it", { exact: true }).fill("40");
  await page.waitForURL("**/churn-calculator?**");
  await page.getByRole("button", { name: "Join the waiting list" }).first().click();
  await page.getByRole("dialog").getByLabel("Email Address").fill("elena@northquay.example");
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "How it works" }).click();
  await page.waitForURL("http://forestay.localhost/#how-it-works");
});

it("finds words of the documentation, in headings first, and says where there are none", async () => {
  await using opened = await visit("/docs");
  const { page } = opened;
  const field = page.getByRole("searchbox", { name: "Search the documentation" });
  await field.fill("undo import");
  const first = page.getByRole("search").getByRole("link").first();
  await first.waitFor();
  await lookEveryWay(page, "documentation, found");
  await field.fill("survival band");
  await page
    .getByRole("search")
    .getByRole("link", { name: /^Metrics and formulas: Lifetime/ })
    .waitFor();
  await field.press("Enter");
  // The section is scrolled to, and stands in no address.
  await page.waitForURL("**/docs/metrics");
  await page.waitForFunction(
    "Math.abs(document.getElementById('lifetime').getBoundingClientRect().top) < innerHeight / 2",
  );
  await page.getByRole("searchbox").fill("zzzz");
  await page.getByText("Nothing in the documentation has all of these words.").waitFor();
});

it("shows what was measured of the sample company's model, and of the sample file's where there is no such company", async () => {
  const measured = { value: 0.8421, lower: 0.815, upper: 0.867 };
  const model = {
    trainedAt: "2026-11-22T10:00:00.000Z",
    horizonDays: 90,
    rows: 2418,
    outcomes: 362,
    auc: measured,
    ece: { value: 0.021, lower: null, upper: null },
  };
  for (const answer of [model, null]) {
    await using opened = await openPage("/", {
      as: null,
      api: (api) => api.answer(demoRoutes.sampleModel, { model: answer }),
    });
    const { page, api } = opened;
    const said = page.getByText("0.842 (0.815 to 0.867)");
    await page.getByRole("heading", { name: "A score that has to hold" }).scrollIntoViewIfNeeded();
    await api.called(demoRoutes.sampleModel);
    if (answer === null) {
      // As `sample-model.json` has it, which a test of the web trains anew.
      await page.getByText("0.818 (0.780 to 0.855)").waitFor();
      await page.getByText("900 customers, of whom 142 left", { exact: true }).waitFor();
      expect(await said.count()).toBe(0);
    } else {
      await said.waitFor();
      await page.getByText("2,418 customers, of whom 362 left within 90 days").waitFor();
      await lookEveryWay(page, "measured model");
    }
  }
});

it("says whose door it is: whoever signed in here goes on to the app", async () => {
  await using opened = await visit("/");
  const { page } = opened;
  await page.getByRole("link", { name: "Log in" }).first().waitFor();
  await page.evaluate(() => localStorage.setItem("forestay.signed-in", "yes"));
  await page.reload();
  await page.getByRole("link", { name: "Open the app" }).waitFor();
  // Nobody is led away.
  expect(new URL(page.url()).pathname).toBe("/");
});

it("answers as one types, says at its field what cannot be, and keeps all of it in the address", async () => {
  await using opened = await visit("/churn-calculator");
  const { page } = opened;
  const answer = page.getByRole("region", { name: "Answer" });
  await answer
    .getByText(/You lose 32% of your customers a year; cutting churn to 2.4% a month keeps/)
    .waitFor();
  const lost = page.getByLabel("Customers lost in it", { exact: true });
  await lost.fill("2401");
  await page.getByText("More customers left than there were at the start").waitFor();
  await answer.getByText("Mend the one that is marked.").waitFor();
  await lookEveryWay(page, "calculator, refused");
  await lost.fill("120");
  await answer.getByText(/You lose 46% of your customers a year/).waitFor();
  await page.getByRole("radio", { name: "24 months" }).check({ force: true });
  await page.waitForURL(/lost=120&months=24/);
  await lookEveryWay(page, "calculator");
  await page.getByText("More numbers, for a closer answer").click();
  await page.getByLabel("Cost of winning a customer").fill("400");
  await answer.getByText("Lifetime value to cost of winning").waitFor();
  const saved = page.waitForEvent("download");
  await answer.getByRole("button", { name: "CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("churn.csv");
});

it("opens with the numbers of an address, says what too few customers leave open, and prints numbers and answer alone", async () => {
  await using opened = await visit(
    "/churn-calculator?customers=50&lost=0&revenue=5000&period=quarter&months=36",
  );
  const { page } = opened;
  await page.getByText("Nobody left. There is nothing to keep that is not kept already.").waitFor();
  await page.getByText(/No churn was seen, which still leaves room for up to/).waitFor();
  expect(await page.getByRole("radio", { name: "Quarter" }).isChecked()).toBe(true);
  await lookEveryWay(page, "nobody left");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "Copy link" }).isVisible()).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  expect(await page.getByLabel("Customers at the start", { exact: true }).isVisible()).toBe(true);
});

it("works by the keyboard alone", async () => {
  await using opened = await visit("/churn-calculator");
  const { page } = opened;
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Skip to content" }).waitFor();
  const slider = page.getByRole("slider", { name: "Churn you could reach, slider" });
  await slider.focus();
  await slider.press("ArrowLeft");
  await page.waitForURL(/target=2.3/);
});

it("answers visitors a second later from what is prepared, keeps it in this browser, and leads to a person", async () => {
  await using opened = await openPage("/", {
    as: null,
    api: (api) => {
      api.answer(demoRoutes.sampleModel, { model: null });
      api.answer(demoBookingRoutes.slots, { isOpen: false, minutes: 30, mailLeaves: true, slots: [] });
      api.answer(supportRoutes.address, { supportEmail: "help@forestay.test" });
      api.refuse(supportRoutes.contact, "unavailable");
    },
  });
  const { page, api } = opened;
  // What was left of the app's own pages goes.
  await page.evaluate(() =>
    localStorage.setItem(
      "chatbot-store",
      JSON.stringify({ state: { userId: "u", conversations: { dashboard: "c" } }, version: 0 }),
    ),
  );
  await page.reload();
  await page.getByRole("button", { name: "Ask the assistant" }).click();
  const chat = page.getByRole("dialog", { name: "Assistant" });
  const kept = () => page.evaluate(() => localStorage.getItem("chatbot-store") ?? "");
  await expect
    .poll(async () => JSON.parse(await kept()) as unknown)
    .toMatchObject({ state: { userId: "u", conversations: {} } });
  await chat.getByRole("button", { name: "Pricing" }).click();
  await chat.getByText("Writing...").waitFor();
  await chat.getByText("costs nothing").waitFor();
  const box = chat.getByRole("textbox", { name: "Ask about the product" });
  for (const [question, reply] of [
    ["Can you show me a demo?", "time with a person"],
    ["Does it connect to HubSpot?", "follow"],
    ["How do I import a CSV?", "Columns are recognised"],
    ["Which features are there?", "scores every customer"],
    ["What is the weather?", "I can say something about"],
  ] as const) {
    await box.fill(question);
    await box.press("Enter");
    await chat.getByText(reply).last().waitFor();
  }
  await lookEveryWay(page, "assistant");
  // On the next page it is still there.
  await chat.getByRole("link", { name: "Book a demo" }).click();
  await page.waitForURL("**/book-demo");
  await chat.getByText("Which features are there?").waitFor();
  await chat.getByRole("button", { name: /other conversations/ }).click();
  await chat.getByRole("button", { name: "New conversation" }).click();
  await chat.getByText("A person answers what you write to support.").waitFor();
  await chat.getByRole("button", { name: "More" }).click();
  await box.fill("I want to talk to a human");
  await box.press("Enter");
  await chat.getByRole("heading", { name: "Contact support" }).waitFor();
  await chat.getByRole("button", { name: "Send message" }).click();
  await expect.poll(() => chat.getByText("Required").count()).toBe(2);
  await chat.getByLabel("Email").fill("elena@northquay.example");
  await chat.getByLabel("Message").fill("Which database do you need?");
  await chat.getByRole("button", { name: "Send message" }).click();
  await chat.getByText("help@forestay.test").waitFor();
  await lookEveryWay(page, "assistant, contact");
  api.answer(supportRoutes.contact, { success: true, ticketId: "T-1" });
  await chat.getByRole("button", { name: "Send message" }).click();
  await chat.getByText("Our team will reply within 24 hours.").waitFor();
  expect((await api.called(supportRoutes.contact, 2)).body).toMatchObject({
    email: "elena@northquay.example",
    context: { routePath: "/book-demo" },
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ask the assistant" }).waitFor();
  // Nothing of what was said left this browser.
  expect(await kept()).toContain("What is the weather?");
});

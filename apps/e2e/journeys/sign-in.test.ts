import { describe, expect, it } from "vitest";
import { demoPassword, demoPeople } from "../harness/demo-people.ts";
import { startJourney } from "../harness/journey.ts";

describe("signing in and out", () => {
  it("a visitor is led to sign in and, once signed in, to the page they wanted", async () => {
    await using journey = await startJourney();
    const { page } = journey;
    await page.goto("/app/docs/getting-started");
    await page.waitForURL("**/login");
    await page.getByLabel("E-mail").fill(demoPeople.owner);
    await page.getByLabel("Password").fill(demoPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { level: 1, name: "Getting started" }).waitFor();
    expect(journey.problems).toEqual([]);
  });

  it("says 'Required' of an empty email and of a password under 5 characters, and asks the server nothing", async () => {
    await using journey = await startJourney();
    const { page } = journey;
    const calls: string[] = [];
    page.on("request", (request) => request.url().endsWith("/auth/login") && calls.push(request.url()));
    await page.goto("/login");
    await page.getByLabel("Password").fill("1234");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Required").first().waitFor();
    expect(await page.getByText("Required").count()).toBe(2);
    expect(calls).toEqual([]);
  });

  it("tells a wrong password without telling whether the account exists", async () => {
    await using journey = await startJourney();
    const { page } = journey;
    const answers: string[] = [];
    for (const email of [demoPeople.owner, "nobody@demo.forestay.test"]) {
      await page.goto("/login");
      await page.getByLabel("E-mail").fill(email);
      await page.getByLabel("Password").fill("wrong-password");
      await page.getByRole("button", { name: "Sign in" }).click();
      answers.push(await page.getByRole("alert").innerText());
    }
    expect(answers[0]).not.toBe("");
    expect(answers[1]).toBe(answers[0]);
  });

  it("a signed-in user who opens the sign-in page lands in the app", async () => {
    await using journey = await startJourney({ as: "owner" });
    await journey.page.goto("/login");
    await journey.page.waitForURL("**/app");
  });

  it("the start page leads nobody away, and is one press from the app for whoever is signed in", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: /See who’s about to leave/ }).waitFor();
    await page
      .getByRole("link", { name: /^(Log in|Open the app)$/ })
      .first()
      .click();
    await page.waitForURL("**/app");
  });

  it("signing out ends the session: the page before needs a new sign-in", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page } = journey;
    await page.goto("/app/docs/getting-started");
    // A connection that ends before it is open is a line of the browser's own.
    await page.getByText("Real-time notifications active").waitFor({ state: "attached" });
    await page.getByRole("button", { name: /^Account:/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await page.waitForURL("**/login");
    await page.goto("/app/docs/getting-started");
    await page.waitForURL("**/login");
    expect(journey.problems).toEqual([]);
  });

  it("a session that ended in another window leads to sign in here too", async () => {
    await using journey = await startJourney({ as: "owner" });
    const { page, context } = journey;
    await page.goto("/app/docs/getting-started");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const other = await context.newPage();
    await other.goto("/app/docs/getting-started");
    await other.getByRole("button", { name: /^Account:/ }).click();
    await other.getByRole("menuitem", { name: "Sign Out" }).click();
    await other.waitForURL("**/login");
    await page.waitForURL("**/login");
  });
});

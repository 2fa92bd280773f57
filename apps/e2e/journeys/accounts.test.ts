import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { authenticatorCode } from "../harness/authenticator.ts";
import { callOffAnalyses } from "../harness/call-off-analyses.ts";
import { startJourney } from "../harness/journey.ts";
import {
  ask,
  askForTooShortASilence,
  fillInCompany,
  fillInWhoOneIs,
  joinByCall,
  newAddress,
  newPassword,
  newestMailTo,
  signUpByCall,
} from "../harness/new-person.ts";

/** Said at the code's field and nowhere else, with what was typed still there. */
async function refusedAtItsField(page: Page, words: string): Promise<void> {
  const field = page.getByLabel("Code");
  const typed = await field.inputValue();
  await page.getByText(words).waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(
    await field.evaluate(
      (node) => document.getElementById(node.getAttribute("aria-describedby") ?? "")?.textContent,
    ),
  ).toContain(words);
  expect(await field.inputValue()).toBe(typed);
  expect(await page.getByRole("alert").count()).toBe(0);
}

it("a newcomer signs up with the code that lies in the outbox, sets a company up and lands in the app", async () => {
  await using journey = await startJourney();
  const { page } = journey;
  const email = newAddress("newcomer");
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Work e-mail").fill("nobody");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText("Enter a valid e-mail address").waitFor();
  expect(await page.getByLabel("Work e-mail").inputValue()).toBe("nobody");
  await page.getByLabel("Work e-mail").fill(email);
  await page.keyboard.press("Enter");
  // On one's own machine, without a mail server, the screen shows the code that the outbox holds.
  const code = await page.getByText("Mail is not leaving this server.").locator("strong").innerText();
  expect((await newestMailTo(email)).text).toContain(code);
  await page.getByLabel("Code").fill(code === "000000" ? "000001" : "000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await refusedAtItsField(page, "This code is not right, or it has expired");
  await page.getByLabel("Code").fill(code);
  await page.keyboard.press("Enter");

  await fillInWhoOneIs(page, "Newcomer", "password12");
  await page.getByRole("button", { name: "Continue" }).click();
  // Refused at the field, and what was typed stays.
  await page.locator("[aria-invalid=true]").waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Nora");
  await page.getByLabel("Password").fill(newPassword);
  await page.keyboard.press("Enter");
  await fillInCompany(page, "Newcomer Ltd");
  await page.getByRole("button", { name: "Continue" }).click();
  await askForTooShortASilence(page, "Either, whichever comes first");
  await page.getByLabel("Days without activity").fill("45");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Step 4 of 4").waitFor();
  // What was answered is there when one goes back, and can be left as it is.
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByText("Step 3 of 4").waitFor();
  expect(await page.getByLabel("Days without activity").inputValue()).toBe("45");
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByText("Step 4 of 4").waitFor();
  // Progress is kept: one can leave and come back.
  await page.goto("/app/customers");
  await page.waitForURL("**/onboarding");
  await page.getByText("Step 4 of 4").waitFor();
  await page.getByRole("button", { name: "Import a file" }).click();
  await page.waitForURL("**/app/customers**");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "No customers yet" }).waitFor();
  await page.getByRole("region", { name: "Company" }).getByText("Newcomer Ltd").waitFor();
  // Set up is set up: the address of onboarding leads back.
  await page.goto("/onboarding");
  await page.waitForURL("**/app");
  expect(journey.problems).toEqual([]);
});

it("an invited person joins with the link from the mail, in the role they were invited to", async () => {
  await using owner = await startJourney();
  await signUpByCall(owner.context, "Inviter");
  const email = newAddress("invited");
  await owner.page.goto("/app/settings?section=team");
  await owner.page.getByLabel("E-mail").fill(email);
  await owner.page.getByRole("combobox", { name: "Role", exact: true }).click();
  await owner.page.getByRole("option", { name: "Viewer" }).click();
  await owner.page.getByRole("button", { name: "Invite", exact: true }).click();
  await owner.page.getByRole("heading", { name: "Invited" }).waitFor();
  const link = /\/register-invited\?token=\S+/.exec((await newestMailTo(email)).text)?.[0] ?? "";

  await using invited = await startJourney();
  const { page } = invited;
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Join Inviter Ltd" }).waitFor();
  await page.getByText(`invited ${email} as Viewer`).waitFor();
  await page.getByLabel("First name").fill("Ivo");
  await page.getByLabel("Last name").fill("Invited");
  await page.getByLabel("Password").fill(newPassword);
  await page.getByRole("button", { name: "Join Inviter Ltd" }).click();
  await page.getByRole("heading", { level: 1, name: "You have joined Inviter Ltd" }).waitFor();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.getByRole("banner").getByText("Viewer", { exact: true }).waitFor();
  // A Viewer is not offered what Owners do, and is told so at its address.
  await page.goto("/app/settings?section=data");
  await page.getByText("Owners of the company can open this.").waitFor();
  // The link works once.
  await using again = await startJourney();
  await again.page.goto(link);
  await again.page.getByRole("heading", { name: "This invitation is not valid" }).waitFor();
  expect([...owner.problems, ...invited.problems]).toEqual([]);
});

it("the sample customers say that they are on their way, and come by themselves", async () => {
  await using journey = await startJourney();
  const { page, context, problems } = journey;
  const { token } = await signUpByCall(context, "Sampler", "demo");
  await page.goto("/app/customers");
  await page.getByRole("heading", { name: "The sample customers are on their way" }).waitFor();
  await page.getByRole("progressbar", { name: "Sample customers" }).waitFor();
  // Nobody presses anything.
  await page.getByRole("table").waitFor();
  expect(problems).toEqual([]);
  await callOffAnalyses(inject("baseUrl"), token);
});

it("without a mail server an Owner passes an invitation on by its link", async () => {
  await using owner = await startJourney();
  await signUpByCall(owner.context, "Messenger");
  const email = newAddress("byhand");
  await owner.page.goto("/app/settings?section=team");
  await owner.page.getByText("Mail is not leaving this server: get the link").waitFor();
  await owner.page.getByLabel("E-mail").fill(email);
  await owner.page.keyboard.press("Enter");
  const invite = owner.page
    .locator("form")
    .filter({ has: owner.page.getByRole("heading", { name: "Invite someone" }) });
  await invite.getByText(`${email} is invited as Staff.`).waitFor();
  await invite.getByRole("button", { name: `Get the link for ${email}` }).click();
  const link = new URL(await owner.page.getByRole("dialog").locator("code").innerText());

  await using invited = await startJourney();
  await invited.page.goto(`${link.pathname}${link.search}`);
  await invited.page.getByRole("heading", { level: 1, name: "Join Messenger Ltd" }).waitFor();
  expect([...owner.problems, ...invited.problems]).toEqual([]);
});

it("two-factor: set up, asked for at the next sign-in, a recovery code helps once", async () => {
  await using journey = await startJourney();
  const { page, context } = journey;
  const { email, password } = await signUpByCall(context, "Careful");
  await page.goto("/app/settings?section=security");
  const part = page
    .locator("form, section")
    .filter({ has: page.getByRole("heading", { name: "Two-factor" }) });
  await part.getByLabel("Your password").fill(password);
  await part.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  const secret = await part.locator(".font-mono").innerText();
  await part.getByLabel("Code").fill(authenticatorCode(secret));
  await part.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const recoveryCode = await page.locator("main ul.font-mono li").first().innerText();
  await page.getByRole("button", { name: "I have kept them" }).click();
  await page.getByText(/recovery codes left/).waitFor();

  const signIn = async () => {
    await context.clearCookies();
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Second step" }).waitFor();
  };
  await signIn();
  await page.getByLabel("Code").fill("000000");
  await page.keyboard.press("Enter");
  await refusedAtItsField(page, "This code is not right, or the sign-in took too long");
  await page.getByLabel("Code").fill(authenticatorCode(secret, 1));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/app");
  await signIn();
  await page.getByLabel("Code").fill(recoveryCode);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/app");
  await signIn();
  await page.getByLabel("Code").fill(recoveryCode);
  await page.keyboard.press("Enter");
  await refusedAtItsField(page, "This code is not right, or the sign-in took too long");
  expect(journey.problems).toEqual([]);
});

it("a person moves to another address by its code, without a mail server, and the old address takes the account back", async () => {
  await using journey = await startJourney();
  const { page, context } = journey;
  const { email, password } = await signUpByCall(context, "Mover");
  const moved = newAddress("moved");
  await page.goto("/app/settings?section=profile");
  const part = page.locator("form").filter({ has: page.getByRole("heading", { name: "E-mail" }) });
  await part.getByLabel("New e-mail").fill(newAddress("mistyped"));
  await part.getByLabel("Your password").fill(password);
  await part.getByRole("button", { name: "Send code" }).click();
  await part.getByRole("button", { name: "Use another address" }).click();
  await part.getByLabel("New e-mail").fill(moved);
  await part.getByLabel("Your password").fill(password);
  await part.getByRole("button", { name: "Send code" }).click();
  const shown = part.getByText("Mail is not leaving this server.").locator("strong");
  const first = await shown.innerText();
  await part.getByRole("button", { name: "Send another code" }).click();
  await page.waitForFunction(
    (before) => ![...document.querySelectorAll("strong")].some((node) => node.textContent === before),
    first,
  );
  await part.getByRole("button", { name: "Use it" }).click();
  await part.getByRole("button", { name: "Confirm new address" }).click();
  await part.getByText(`Now ${moved}.`).waitFor();

  const link = /\/restore-address\?token=\S+/.exec((await newestMailTo(email)).text)?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByText(`It uses ${email}`).waitFor();
  await page.getByRole("link", { name: "Set a new password" }).click();
  await page.getByRole("heading", { level: 1, name: "Reset your password" }).waitFor();
  await page.goto(link);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByRole("alert").getByText("This link was used, or it has expired.").waitFor();
  expect(journey.problems).toEqual([]);
});

it("a session ended from another browser loses API and page at once", async () => {
  await using here = await startJourney();
  const { email, password } = await signUpByCall(here.context, "Traveller");
  await using there = await startJourney();
  const signedIn = (await ask(there.context, "/api/auth/login", { email, password })) as { token: string };
  await there.page.goto("/app/docs/getting-started");
  // Only a connection that stands can be closed.
  await there.page.getByText("Real-time notifications active").waitFor({ state: "attached" });
  const authorization = `Bearer ${signedIn.token}`;
  const read = () => there.context.request.get("/api/customers", { headers: { authorization } });
  expect((await read()).status()).toBe(200);

  await here.page.goto("/app/settings?section=security");
  await here.page.getByRole("button", { name: "Sign out everywhere else" }).click();
  await here.page.getByText("Signed out everywhere else").waitFor();
  expect((await read()).status()).toBe(401);
  // Nobody presses anything there.
  await there.page.waitForURL("**/login");
  await there.page.getByText("You were signed out here from another device.").waitFor();
  await here.page.goto("/app/customers");
  await here.page.getByRole("heading", { level: 1, name: "Customers" }).waitFor();
});

it("a demoted Owner's open page loses what only an Owner has, without a reload", async () => {
  await using here = await startJourney();
  const owner = { context: here.context, token: (await signUpByCall(here.context, "Demoter")).token };
  await using there = await startJourney();
  const second = await joinByCall(owner, there.context, "Owner", "Olaf");
  // Only a connection that stands can be closed.
  const connected = there.page
    .waitForEvent("websocket")
    .then((socket) => socket.waitForEvent("framereceived"));
  await there.page.goto("/app/settings?section=profile");
  const menu = there.page.getByRole("link", { name: "API keys" });
  await menu.waitFor();
  await connected;
  await ask(
    owner.context,
    `/api/company/team/${second.id}`,
    { companyRole: "Viewer", isActive: true },
    owner.token,
    "PUT",
  );
  await menu.waitFor({ state: "detached" });
  await there.page.getByRole("heading", { level: 1 }).waitFor();
});

it("an Admin finds a person, changes a role, and deletes them after their address was typed", async () => {
  await using subject = await startJourney();
  const { email, token } = await signUpByCall(subject.context, "Leaver");
  // A company keeps its last Owner: the person to delete is an invited one.
  await using guest = await startJourney();
  const owner = { context: subject.context, token };
  const { email: invitedEmail } = await joinByCall(owner, guest.context, "Staff", "Dora");

  await using journey = await startJourney({ as: "admin" });
  const { page } = journey;
  await page.goto("/app/admin/users");
  await page.getByLabel("Search users by name or e-mail").fill(email);
  await page.waitForURL("**search=**");
  await page.getByRole("link", { name: "Nora Leaver" }).click();
  await page.getByRole("button", { name: "Delete Nora Leaver" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill(email);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("alert").waitFor();
  await page.keyboard.press("Escape");

  await page.goto(`/app/admin/users?search=${encodeURIComponent(invitedEmail)}`);
  await page.getByRole("link", { name: "Dora Guest" }).click();
  await page.getByRole("combobox", { name: /^Role in/ }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved").waitFor();
  await page.getByText("Changed a person's access").waitFor();
  await page.getByRole("button", { name: "Delete Dora Guest" }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete" });
  await confirm.click();
  await page.getByRole("dialog").locator("input[aria-invalid=true]").waitFor();
  await page.getByRole("dialog").getByRole("textbox").fill(invitedEmail);
  await confirm.click();
  await page.waitForURL("**/app/admin/users");
  await page.getByLabel("Search users by name or e-mail").fill(invitedEmail);
  await page.getByText("Nobody matches").waitFor();
  expect(journey.problems).toEqual([]);
});

import { expect, it } from "vitest";
import { startJourney } from "../harness/journey.ts";
import { newAddress, newPassword } from "../harness/new-person.ts";

it("a visitor works churn out, joins the waiting list, is invited, registers by the link and goes on to name a company", async () => {
  const email = newAddress("waits");
  await using visitor = await startJourney();
  const { page } = visitor;
  await page.goto("/");
  await page.getByRole("link", { name: "Churn calculator", exact: true }).first().click();
  await page.waitForURL("**/churn-calculator");
  await page.getByText("You lose 32% of your customers a year").waitFor();
  await page.getByRole("button", { name: "Join the waiting list" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Join Our Waitlist" });
  await dialog.getByLabel("First Name").fill("Elena");
  await dialog.getByLabel("Last Name").fill("Brandt");
  await dialog.getByLabel("Email Address").fill(email);
  await dialog.getByRole("button", { name: "Join Waitlist" }).click();
  await dialog.getByText("You're on the list!").waitFor();

  let link: string;
  {
    await using staff = await startJourney({ as: "admin" });
    await staff.page.goto(`/app/admin/waiting-list?search=${encodeURIComponent(email)}`);
    const row = staff.page.getByRole("row").filter({ hasText: email });
    await row.getByText("churn-calculator").waitFor();
    await row.getByRole("button", { name: `Invite ${email}` }).click();
    await row.getByText("Invited").waitFor();
    // No mail leaves here: the link is passed on by hand.
    await row.getByRole("button", { name: `Get link for ${email}` }).click();
    const shown = staff.page.getByRole("dialog", { name: "Invitation link" }).getByText("register-invited");
    link = await shown.innerText();
    expect(staff.problems).toEqual([]);
  }

  await page.goto(new URL(link).pathname + new URL(link).search);
  await page.getByRole("heading", { level: 1, name: "Your place is ready" }).waitFor();
  await page.getByText(`Create the account of ${email}.`).waitFor();
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Elena");
  await page.getByLabel("Password").fill(newPassword);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding");
  await page.getByText("Step 2 of 4").first().waitFor();
  expect(visitor.problems).toEqual([]);
});

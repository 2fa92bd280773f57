import type { Page } from "playwright-core";

/** Where a message of a support session is written, on either side. */
export const box = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });
export const log = (page: Page) => page.getByRole("log", { name: "Messages" });

export async function say(page: Page, words: string): Promise<void> {
  await box(page).fill(words);
  await box(page).press("Enter");
}

/** Asks for a person from Help & Support, and waits until it is under way. */
export async function askForPerson(page: Page, words: string): Promise<void> {
  await page.goto("/app/support");
  await page.getByRole("textbox", { name: "What is it about?" }).fill(words);
  await page.getByRole("button", { name: "Start a session" }).click();
  await log(page).getByText(words).first().waitFor();
}

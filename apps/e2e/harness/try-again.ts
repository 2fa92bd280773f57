import type { Locator } from "playwright-core";
import { REQUEST_ID } from "./api-stand-in.ts";
import type { OpenedPage } from "./open-page.ts";

/**
 * Presses "Try again" where the page says that something did not load, once it names the request. `answer` says what
 * the API answers from the press on and not a moment earlier: a page also asks by itself, with a part that mounts late
 * or when the live connection stands, and would have nothing left to press.
 */
export async function tryAgain({ page, api }: OpenedPage, said: Locator, answer: () => void): Promise<void> {
  await said.getByText(REQUEST_ID).waitFor();
  await page.evaluate(() => {
    delete document.body.dataset.pressed;
    addEventListener("click", () => (document.body.dataset.pressed = ""), { capture: true, once: true });
  });
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  api.beforeAnswering = async () => {
    if (!(await page.evaluate(() => document.body.dataset.pressed !== undefined))) return;
    if (api.beforeAnswering !== undefined) answer();
    api.beforeAnswering = undefined;
    resolve();
  };
  await said.getByRole("button", { name: "Try again" }).click();
  await answered;
}

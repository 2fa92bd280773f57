import { supportLimits, supportTexts } from "@forestay/contracts";
import { expect, it } from "vitest";
import { openWindow } from "../harness/browser-window.ts";
import { startClockedApp } from "../harness/clocked-app.ts";
import { gateHub } from "../harness/gate-hub.ts";
import { askForPerson, log, say } from "../harness/support-pages.ts";

it("a session's life: nobody comes for 5 minutes, the assistant answers, two Admins claim at once, and the one who has it is lost", async () => {
  await using app = await startClockedApp();
  await using persons = await openWindow(app.baseUrl);
  await app.signIn(persons.context, "owner");
  const person = persons.page;
  const admins = {
    "Ada Berg": await openWindow(app.baseUrl),
    "Noor Haddad": await openWindow(app.baseUrl),
  };
  await using ada = admins["Ada Berg"];
  await using noor = admins["Noor Haddad"];
  await app.signIn(ada.context, "firstAdmin");
  await app.signIn(noor.context, "secondAdmin");
  const gates = await Promise.all([ada, noor].map(({ context }) => gateHub(context)));
  const status = person
    .getByRole("status")
    .filter({ hasText: /Level|Chat with/ })
    .first();
  for (const { page } of [ada, noor]) {
    await page.goto("/app/admin/support");
    await page.getByText("Live", { exact: true }).waitFor();
  }

  await askForPerson(person, "How do I import customers?");
  await person.getByText(supportTexts.pendingHint).waitFor();
  await app.advance(supportLimits.assistantAfterMs);
  await person.getByText("AI Assistant (Level 1)").first().waitFor();
  await log(person).getByText("AI assistant joined").waitFor();
  await log(person)
    .getByText(/^Import customers from a file/)
    .first()
    .waitFor();
  await status.filter({ hasText: /^AI Assistant \(Level 1\)$/ }).waitFor();
  await person.getByText(supportTexts.pendingHint).waitFor({ state: "detached" });

  // Both have pressed before either is heard.
  for (const { page } of [ada, noor]) {
    await page.getByRole("button", { name: /Iris Frei/ }).click();
    await page.getByRole("button", { name: "Claim session" }).waitFor();
  }
  const calls = gates.map((gate) => gate.holdCall("PickupSupportSession"));
  for (const { page } of [ada, noor]) await page.getByRole("button", { name: "Claim session" }).click();
  await Promise.all(calls.map(({ arrived }) => arrived));
  for (const { release } of calls) release();
  // The status itself: the list of sessions beside it may hear of it first.
  await status.filter({ hasText: /^Chat with / }).waitFor();
  const winner = (await status.innerText()).replace("Chat with ", "") as keyof typeof admins;
  const loser = winner === "Ada Berg" ? "Noor Haddad" : "Ada Berg";
  const other = admins[loser].page;
  await other.getByPlaceholder(`${winner} answers`).waitFor();
  await say(admins[winner].page, "Which file is it?");
  await log(person).getByText("Which file is it?").waitFor();
  // Who came stands before what they say: the assistant, and one of the two.
  expect(
    await log(person)
      .getByText(/ joined, /)
      .allInnerTexts(),
  ).toHaveLength(2);

  // A computer that is shut says no goodbye.
  await admins[winner].context.close();
  await app.advance(supportLimits.staffLostAfterMs + 1000);
  await log(person)
    .getByText(`${winner} is no longer connected. You are waiting for support again`)
    .waitFor();
  await person.getByText("Waiting for support (Level 0)").first().waitFor();
  await other.getByRole("button", { name: "Claim session" }).click();
  await person.getByText(`Chat with ${loser}`).first().waitFor();
  await say(other, "I go on with this.");
  await log(person).getByText("I go on with this.").waitFor();
  const said = [...persons.problems, ...ada.problems, ...noor.problems];
  // Who was later is told by the queue and the pane; the log says it too.
  expect(said.filter((problem) => !problem.includes("was not claimed"))).toEqual([]);
});

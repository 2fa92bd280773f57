import { supportTexts } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { gateHub } from "../harness/gate-hub.ts";
import { startJourney } from "../harness/journey.ts";
import { newAddress, signUpByCall } from "../harness/new-person.ts";
import { startApp } from "../harness/start-app.ts";
import { askForPerson, box, log, say } from "../harness/support-pages.ts";

describe("a person and an Admin", () => {
  it("talk to each other without a reload, through a lost connection, a hand-back and an end that is judged", async () => {
    await using persons = await startJourney({ as: "staff" });
    await using staffs = await startJourney({ as: "admin" });
    const [person, admin] = [persons.page, staffs.page];
    await admin.goto("/app/admin/support");
    await admin.getByText("Live", { exact: true }).waitFor();
    await askForPerson(person, "My import hangs");
    await person.getByText(supportTexts.pendingHint).waitFor();

    // It appears by itself, and is claimed: the person reads by whom.
    await admin.getByRole("button", { name: /My import hangs/ }).click();
    expect(await box(admin).isDisabled()).toBe(true);
    await admin.getByRole("button", { name: "Claim session" }).click();
    await person
      .getByText(/^Chat with /)
      .first()
      .waitFor();
    await say(admin, "Which file was it?");
    await log(person).getByText("Which file was it?").waitFor();
    // It stands there as long as somebody types, and a second more.
    await expect
      .poll(async () => {
        await box(person).press("x");
        return admin.getByText(/is typing$/).isVisible();
      })
      .toBe(true);
    await say(person, "The one of ten o'clock");
    await log(admin).getByText("The one of ten o'clock").waitFor();
    // What the Admin has on screen is read.
    await log(person).getByText("Read", { exact: true }).waitFor();

    // The person's second tab is in step with the first.
    const tab = await persons.context.newPage();
    await tab.goto("/app/support");
    await log(tab).getByText("The one of ten o'clock").waitFor();

    await persons.context.setOffline(true);
    await person.getByText(supportTexts.connecting).waitFor();
    await say(person, "Are you there?");
    await person.getByText(supportTexts.sendFailed).waitFor();
    await say(admin, "Yes, I am");
    await persons.context.setOffline(false);
    await person.getByRole("button", { name: "Try again" }).click();
    for (const page of [person, tab, admin]) {
      for (const words of ["Are you there?", "Yes, I am"]) {
        await log(page).getByText(words).waitFor();
        expect(await log(page).getByText(words).count()).toBe(1);
      }
    }

    await admin.getByRole("button", { name: "Hand back" }).click();
    await log(person)
      .getByText(/handed the session back/)
      .waitFor();
    await admin.getByRole("button", { name: "Claim session" }).click();
    await admin.getByRole("button", { name: "Close session" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Close session" }).click();
    await person.getByPlaceholder(supportTexts.ended).waitFor();
    expect(
      [...persons.problems, ...staffs.problems].filter((problem) => !problem.includes("ERR_INTERNET")),
    ).toEqual([]);
  });

  it("lose nothing and read nothing twice when the server is killed between a message and its delivery", async () => {
    // Without the sample: it is no part of what is lost or not, and loading it takes longer than all else here.
    const adminEmail = newAddress("answers");
    const env = { DEMO: "off", ADMIN_EMAIL: adminEmail };
    const first = await startApp({ env });
    const { baseUrl, port, dataDir } = first;
    await using persons = await startJourney({ baseUrl });
    await using staffs = await startJourney({ baseUrl });
    const [person, admin] = [persons.page, staffs.page];
    const gates = await Promise.all([persons, staffs].map(({ context }) => gateHub(context)));
    await signUpByCall(persons.context, "Waits", "later", baseUrl);
    const { token } = await signUpByCall(staffs.context, "Answers", "later", baseUrl, adminEmail);
    await askForPerson(person, "It hangs");
    await admin.goto("/app/admin/support");
    await admin.getByRole("button", { name: /It hangs/ }).click();
    await log(admin).getByText("It hangs").waitFor();
    // It is kept, and neither side has heard so.
    const id = new URL(admin.url()).searchParams.get("session") ?? "";
    const kept = async () => {
      const path = `/api/support/sessions/${id}/messages`;
      const { items } = (await (
        await fetch(new URL(path, baseUrl), { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { items: { content: string }[] };
      return items.map(({ content }) => content);
    };
    for (const gate of gates) gate.deafen();
    await say(person, "Still hanging");
    await expect.poll(kept).toContain("Still hanging");
    expect(await log(admin).getByText("Still hanging").count()).toBe(0);
    await log(person).getByText("Sending...", { exact: true }).waitFor();
    await first.kill();
    for (const gate of gates) gate.listen();
    const second = await startApp({ dataDir, port, env });
    try {
      const again = log(person).getByRole("button", { name: "Try again" });
      await log(person).getByText("Still hanging").waitFor();
      // At once, where it stands: what was sent may be found on the server at any moment, and the button goes.
      await again.evaluateAll((buttons) => {
        for (const button of buttons) (button as HTMLElement).click();
      });
      // A reload would take along what is still on its way.
      for (const waiting of [again, log(person).getByText("Sending...", { exact: true })])
        await waiting.waitFor({ state: "detached" });
      for (const page of [person, admin]) {
        await page.reload();
        await log(page).getByText("Still hanging").waitFor();
        expect(await log(page).getByText("Still hanging").count()).toBe(1);
      }
    } finally {
      await second.stop();
    }
  });
});

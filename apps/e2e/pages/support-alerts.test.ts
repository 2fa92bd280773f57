import { supportRoutes, supportStaffRoutes } from "@forestay/contracts";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { conversation, detail, luis, queue, session, tiles } from "./examples/support.ts";

interface Told {
  title: string;
  body: string;
  tag: string;
}

/** What the desktop was told and how many tones were begun, in place of a desktop and a loudspeaker. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: Told[] = [];
    class Desktop extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        super();
        told.push({ title, body, tag });
      }
      close() {}
    }
    let tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
      tones += 1;
      return start.apply(this, when);
    };
    Object.assign(window, { Notification: Desktop, heard: () => ({ told, tones }) });
  });
}
const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: () => { told: Told[]; tones: number } }).heard());

it("who asks for a person is told by the desktop and by a sound where an Admin chose so, and by neither before", async () => {
  await using opened = await openPage("/app/admin/support", {
    as: person({ platformRole: "Admin", firstName: "Dana", lastName: "Whitfield" }),
    api: (api) =>
      api
        .answer(supportStaffRoutes.sessions, queue())
        .answer(supportStaffRoutes.tiles, tiles)
        .answer(supportStaffRoutes.session, detail())
        .answer(supportStaffRoutes.presence, {})
        .answer(supportStaffRoutes.cannedReplies, { items: [] })
        .answer(supportRoutes.messages, { items: conversation, hasEarlier: false, session: session() })
        .answer(supportRoutes.read, {}),
  });
  const { page, api } = opened;
  await listen(page);
  await page.reload();
  const request = (sessionId: string, userName: string) =>
    api.tell("NewSupportRequest", {
      sessionId,
      userEmail: "luis@orchardco.example",
      userName,
      topic: "Recovery",
    });
  /** A request is heard once the list is asked for again. */
  const ask = async (sessionId: string, userName: string) => {
    await page.getByText("Live", { exact: true }).waitFor();
    const before = api.asked(supportStaffRoutes.sessions).length;
    request(sessionId, userName);
    await api.called(supportStaffRoutes.sessions, before + 1);
  };
  await ask(luis.id, "Luis Carvalho");
  expect(await heard(page)).toEqual({ told: [], tones: 0 });

  await page.getByRole("button", { name: "Alerts off" }).click();
  await page.getByRole("switch", { name: "Desktop notification" }).click();
  await page.getByRole("button", { name: "Alerts on" }).waitFor();
  await ask(luis.id, "Luis Carvalho");
  const first = { title: "New support request", body: "Luis Carvalho: Recovery", tag: luis.id };
  await expect.poll(() => heard(page)).toEqual({ told: [first], tones: 0 });

  // Choosing it plays it, so that it is known how it sounds.
  await page.getByRole("switch", { name: "Sound" }).click();
  await expect.poll(async () => (await heard(page)).tones).toBe(2);
  await ask(session().id, "Hannah Feldman");
  await expect
    .poll(() => heard(page))
    .toEqual({
      told: [first, { ...first, body: "Hannah Feldman: Recovery", tag: session().id }],
      tones: 4,
    });
});

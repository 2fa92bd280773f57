import { trackingRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { busyTracking, noTracking, webKey } from "./examples/tracking.ts";

const path = "/app/settings?section=tracking";

describe("the settings of tracking", () => {
  it("say that nothing can come in without a key, and show a new one once with a call to try it", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(trackingRoutes.overview, noTracking),
    });
    const { page, api } = opened;
    await page.getByText("None yet, so nothing can come in.").waitFor();
    await page.getByText("Nothing in the last 30 days.").waitFor();
    await lookEveryWay(page, "tracking, nothing yet");
    const key = `fwk_${"k".repeat(54)}`;
    api
      .answer(trackingRoutes.createKey, { key, trackingKey: webKey })
      .answer(trackingRoutes.overview, { ...noTracking, keys: [webKey] });
    await page.getByLabel("Name", { exact: true }).fill("Web app");
    await page.getByRole("button", { name: "Create write key" }).click();
    await page.getByText(key, { exact: true }).waitFor();
    await page.getByText(`-u ${key}:`).waitFor();
    expect((await api.called(trackingRoutes.createKey)).body).toEqual({ name: "Web app" });
    await page.getByRole("button", { name: "I have kept it" }).click();
    await page.getByText("Your new write key").waitFor({ state: "detached" });
    expect(await page.getByText(key).count()).toBe(0);
    // From then on by its last characters alone.
    await page.getByText("Put the whole key in the place of fwk_…Qe7h2k.").waitFor();
  });

  it("say what came in, what became of it, and what was wrong with what was refused", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(trackingRoutes.overview, busyTracking),
    });
    const { page } = opened;
    const counts = page.getByRole("table", { name: "What became of it" });
    expect(await counts.getByRole("row").filter({ hasText: "Events in the ledger" }).innerText()).toMatch(
      /18,204\s+512,880/,
    );
    await page.getByText("12 answered and not yet looked at.").waitFor();
    const kinds = page.getByRole("table", { name: "Kinds of events" });
    await kinds.getByRole("row").filter({ hasText: "Viewed Pricing" }).getByText("212,768").waitFor();
    const refused = page.getByRole("table", { name: "Refused events" });
    await refused
      .getByRole("row")
      .filter({ hasText: "The timestamp is no date." })
      .getByText("yesterday")
      .waitFor();
    await page.getByText("2 people are not known, and 402 events wait.").waitFor();
    await lookEveryWay(page, "tracking");
  });

  it("make customers of unknown people where somebody says so", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(trackingRoutes.overview, busyTracking),
    });
    const { page, api } = opened;
    await page.getByText("2 people are not known").waitFor();
    api
      .answer(trackingRoutes.change, {})
      .whenCalled(trackingRoutes.change, () =>
        api.answer(trackingRoutes.overview, { ...busyTracking, unknownPeople: "create" }),
      );
    await page.getByRole("radio", { name: "Make customers of them" }).check();
    await page.getByText("Tracking saved").waitFor();
    expect((await api.called(trackingRoutes.change)).body).toEqual({ unknownPeople: "create" });
  });

  it("revoke a key after a question", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.answer(trackingRoutes.overview, busyTracking),
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Revoke" }).click();
    const question = page.getByRole("dialog", { name: "Revoke Web app?" });
    api.answer(trackingRoutes.revokeKey, {});
    await question.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("Write key revoked").waitFor();
    expect((await api.called(trackingRoutes.revokeKey)).params).toEqual({ id: webKey.id });
  });

  it("say that they did not load, and are no Staff's to see", async () => {
    await using opened = await openPage(path, {
      api: (api) => api.refuse(trackingRoutes.overview, "internal"),
    });
    const { page, api } = opened;
    const said = page.getByRole("alert").filter({ hasText: "Tracking did not load" });
    await tryAgain(opened, said, () => api.answer(trackingRoutes.overview, busyTracking));
    await page.getByRole("heading", { name: "What came in" }).waitFor();
    await using theirs = await openPage(path, { as: person({ companyRole: "Staff" }) });
    await theirs.page.getByText("Owners of the company can open this.").waitFor();
  });
});

describe("the documentation of tracking", () => {
  it("shows calls with this host, and the limits", async () => {
    await using opened = await openPage("/app/docs/tracking");
    const { page } = opened;
    await page.getByRole("heading", { name: "Tracking API" }).waitFor();
    await page.getByText("curl http://forestay.localhost/api/v1/track -u WRITE_KEY:").waitFor();
    await page.getByRole("table", { name: "Limits and answers" }).getByText("300,000").waitFor();
    await lookEveryWay(page, "documentation of tracking");
  });
});

import { audienceRoutes, integrationRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { audiences, keptAudience, mailchimp, pageOf, syncRun } from "./examples/integrations.ts";

const path = "/app/settings/integrations/mailchimp/configure";

function answerPage(api: ApiStandIn): void {
  api.answer(integrationRoutes.get, mailchimp());
  api.answer(integrationRoutes.list, { items: [mailchimp()] });
  api.answer(integrationRoutes.runs, pageOf([syncRun()]));
  api.answer(integrationRoutes.failures, pageOf([]));
  api.answer(audienceRoutes.lists, { items: [{ id: "a1b2", name: "Customer news" }] });
}

describe("audiences that go out to Mailchimp", () => {
  it("are kept when somebody chooses whom, looked through when asked, and taken away after a question", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerPage(api);
        api.refuse(audienceRoutes.list, "internal");
      },
    });
    const { page, api } = opened;
    await tryAgain(
      opened,
      page.getByRole("alert").filter({ hasText: "The audiences that are kept did not load" }),
      () => api.answer(audienceRoutes.list, audiences()),
    );
    await page.getByText("No audience is kept in Mailchimp.").waitFor();
    const keep = page.getByRole("button", { name: "Keep as a tag" });
    expect(await keep.isDisabled()).toBe(true);
    await page.getByRole("combobox", { name: "Segment or campaign" }).click();
    await page.getByRole("option", { name: "Win back quiet teams (campaign)" }).click();
    await lookEveryWay(page, "integration-audiences-none");
    const campaign = keptAudience({
      id: "01a20e2e-9999-78ac-8b8d-a5d20f9a53e8",
      kind: "campaign",
      subjectId: "01a20e2e-8888-78ac-8b8d-a5d20f9a53e8",
      name: "Win back quiet teams",
      tag: "Forestay: Win back quiet teams",
      members: 0,
      keptAt: null,
    });
    const quiet = keptAudience({
      failed: 1,
      problem: "The Mailchimp audience that was chosen is not there any more.",
    });
    api.answer(audienceRoutes.keep, audiences(quiet, campaign));
    // While the campaign waits for its first members the list is asked for every few seconds: it says the same as each deed.
    api.answer(audienceRoutes.list, audiences(quiet, campaign));
    await keep.click();
    await page.getByText("The first members are on their way.").waitFor();
    expect((await api.called(audienceRoutes.keep)).body).toEqual({
      kind: "campaign",
      subjectId: "01a20e2e-8888-78ac-8b8d-a5d20f9a53e8",
      listId: "a1b2",
    });

    api.answer(
      audienceRoutes.leftOut,
      pageOf([
        {
          sourceId: "7ac1",
          customerId: "01a20e2e-4444-78ac-8b8d-a5d20f9a53e8",
          label: "Nora Fieldworks",
          reason: "Is no member of this Mailchimp audience.",
          at: "2026-10-25T10:06:00.000Z",
        },
      ]),
    );
    await page.getByRole("button", { name: "Show who and why: Quiet annual accounts" }).click();
    await page.getByText("Is no member of this Mailchimp audience.").waitFor();
    await lookEveryWay(page, "integration-audiences");
    api.answer(audienceRoutes.look, audiences(keptAudience(), campaign));
    api.answer(audienceRoutes.list, audiences(keptAudience(), campaign));
    await page.getByRole("button", { name: "Look now: Quiet annual accounts" }).click();
    await page.getByText("212 members; looked through").waitFor();

    await page.getByRole("button", { name: "End Quiet annual accounts" }).click();
    const asking = page.getByRole("dialog", { name: "Keep Quiet annual accounts no more?" });
    await asking.getByText("Nobody leaves the list by it.").waitFor();
    api.answer(audienceRoutes.end, audiences(campaign));
    api.answer(audienceRoutes.list, audiences(campaign));
    await asking.getByRole("button", { name: "Take the tag away" }).click();
    await asking.waitFor({ state: "detached" });
    await page.getByText("Forestay: Quiet annual accounts").waitFor({ state: "detached" });
  });

  it("are read by whoever may only look, who is offered nothing that would be refused", async () => {
    await using opened = await openPage(path, {
      as: person({ companyRole: "Viewer" }),
      api: (api) => {
        answerPage(api);
        api.answer(audienceRoutes.list, audiences(keptAudience()));
      },
    });
    const { page } = opened;
    await page.getByText("212 members; looked through").waitFor();
    expect(await page.getByRole("button", { name: "Keep as a tag" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^End / }).count()).toBe(0);
  });
});

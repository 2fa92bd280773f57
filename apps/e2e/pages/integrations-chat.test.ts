import { integrationRoutes, matchRoutes } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { pageOf, post, posting, slack, stripe } from "./examples/integrations.ts";

const section = "/app/settings?section=integrations";

describe("a connected chat", () => {
  it("has a channel for each kind of news, says which does not take messages, and what was posted", async () => {
    await using opened = await openPage("/app/settings/integrations/slack/configure", {
      api: (api) => {
        api.answer(integrationRoutes.get, slack());
        api.answer(integrationRoutes.list, { items: [slack()] });
        api.answer(integrationRoutes.posting, posting);
        api.answer(
          integrationRoutes.posts,
          pageOf([
            post(),
            post({
              id: "01a20e2e-3333-78ac-8b8d-a5d20f9a53e8",
              channelName: "ops",
              text: "Stripe no longer lets us in",
              status: "unsure",
              postedAt: null,
              failure:
                "Slack did not say whether it took it. It may be there: look before you post it again.",
            }),
          ]),
        );
        api.answer(integrationRoutes.channels, {
          items: [
            { id: "C0ALERTS", name: "customer-alerts", isPrivate: false },
            { id: "G0BOARD", name: "board", isPrivate: true },
          ],
          hasMore: false,
        });
      },
    });
    const { page, api } = opened;
    await page.getByText("The last message did not arrive. The channel is archived in Slack.").waitFor();
    await page.getByText("It may be there: look before you post it again.").waitFor();
    expect(await page.getByRole("button", { name: "Sync now" }).count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Sync log" }).count()).toBe(0);
    await lookEveryWay(page, "integration-slack");
    api.answer(integrationRoutes.changePosting, posting);
    await page.getByRole("combobox", { name: "Channel: An import failed" }).click();
    await page.getByRole("option", { name: "#board (private)" }).click();
    expect((await api.called(integrationRoutes.changePosting)).body).toEqual({
      choices: [{ kind: "import_failed", channelId: "G0BOARD" }],
    });
    api.answer(integrationRoutes.testPost, {});
    await page.getByRole("button", { name: "Try it in #ops" }).click();
    await page.getByText("A line is on its way to #ops").waitFor();
    api.answer(integrationRoutes.postAgain, post({ status: "waiting" }));
    await page.getByRole("button", { name: "Post again: Stripe no longer lets us in" }).click();
    await api.called(integrationRoutes.postAgain);
  });

  it("says in the list what is told and what does not arrive", async () => {
    await using opened = await openPage(section, {
      api: (api) => {
        api.answer(integrationRoutes.list, { items: [stripe({}), slack()] });
        api.answer(matchRoutes.pairs, pageOf([]));
      },
    });
    const { page } = opened;
    await page.getByText("2 kinds of news go to a channel. 1 does not arrive").waitFor();
    await lookEveryWay(page, "integrations-with-slack");
  });
});

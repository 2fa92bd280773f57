import { integrationRoutes, matchRoutes, type CustomerPair, type PairedCustomer } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { hales, pageOf, stripe } from "./examples/integrations.ts";

const path = "/app/settings/integrations/matches?state=pairs";
const createdAt = "2026-01-12T09:00:00.000Z";
const owen: PairedCustomer = { ...hales[0], createdAt };
const partners: PairedCustomer = { ...hales[1], createdAt };
const pair = (changed: Partial<CustomerPair> = {}): CustomerPair => ({
  id: "01a20e2e-7777-78ac-8b8d-a5d20f9a53e8",
  agreesIn: "email",
  foundAt: "2026-10-25T03:50:00.000Z",
  customers: [owen, partners],
  keptApart: null,
  ...changed,
});
const alias = pair({
  id: "01a20e2e-8888-78ac-8b8d-a5d20f9a53e8",
  agreesIn: "alias",
  customers: [
    {
      ...owen,
      customerId: "01a20e2e-9999-78ac-8b8d-a5d20f9a53e8",
      name: "Ines Pohl",
      email: "ines@pohl.example",
    },
    {
      ...partners,
      customerId: "01a20e2e-aaaa-78ac-8b8d-a5d20f9a53e8",
      name: "I. Pohl",
      email: "ines+billing@pohl.example",
      systems: ["HubSpot", "Mailchimp"],
    },
  ],
});
const answer = (api: ApiStandIn, items: CustomerPair[], apart: CustomerPair[] = []) => {
  api.answer(matchRoutes.list, pageOf([]));
  api.answer(matchRoutes.pairs, ({ query }) => pageOf(query["state"] === "apart" ? apart : items));
};
const said = { at: "2026-10-24T10:00:00.000Z", by: "Stan Staff" };
const keptAlias = { ...alias, keptApart: said };

describe("customers that may be one", () => {
  it("stand side by side with what they share, lead to their comparison, and are kept apart", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answer(api, []);
        api.refuse(matchRoutes.pairs, "internal");
      },
    });
    const { page, api } = opened;
    await tryAgain(opened, page.getByRole("alert").filter({ hasText: "The pairs did not load" }), () =>
      answer(api, [pair(), alias]),
    );
    const first = page.getByRole("listitem", { name: "Owen Hale and Hale & Partners" });
    await first.getByText(/^Same e-mail address, found /).waitFor();
    await first.getByText(/C-1044 · Growth · \$480 a month .* known by Stripe/).waitFor();
    const second = page.getByRole("listitem", { name: "Ines Pohl and I. Pohl" });
    await second.getByText(/^E-mail addresses that reach the same mailbox, found /).waitFor();
    await lookEveryWay(page, "customer-pairs");
    const compare = first.getByRole("link", { name: "Compare and merge Owen Hale and Hale & Partners" });
    expect(await compare.getAttribute("href")).toBe(
      `/app/customers/${owen.customerId}?merge=${partners.customerId}`,
    );
    const apart = second.getByRole("button", { name: "They are two: Ines Pohl and I. Pohl" });
    api.refuse(matchRoutes.keepApart, "not_found", { message: "These two are no longer asked about." });
    await apart.click();
    await page.getByText("These two are no longer asked about.").waitFor();
    api.answer(matchRoutes.keepApart, {});
    api.whenCalled(matchRoutes.keepApart, () => answer(api, [], [keptAlias]));
    await apart.click();
    await page.getByRole("heading", { name: "Nothing waits here" }).waitFor();
    expect((await api.called(matchRoutes.keepApart, 2)).params).toEqual({ id: alias.id });
    await page.getByText("1 pair was said to be two.").waitFor();
    await lookEveryWay(page, "customer-pairs-none");
  });

  it("are asked about again where it was said, at once or later, that they are two", async () => {
    const other = pair({ keptApart: { ...said, by: "Olive Owner" } });
    await using opened = await openPage(path, { api: (api) => answer(api, [alias], [other]) });
    const { page, api } = opened;
    const { takeBackApart } = matchRoutes;
    api.answer(matchRoutes.keepApart, {});
    api.whenCalled(matchRoutes.keepApart, () => answer(api, [], [keptAlias, other]));
    await page.getByRole("button", { name: "They are two: Ines Pohl and I. Pohl" }).click();
    const line = page.getByRole("status").filter({ hasText: "Ines Pohl and I. Pohl stay two" });
    await line.waitFor();
    await page.getByRole("button", { name: "Show them" }).click();
    const list = page.getByRole("list", { name: "Said to be two" });
    await list.getByText(/^E-mail addresses that reach the same mailbox; said by Stan Staff, /).waitFor();
    await lookEveryWay(page, "customer-pairs-apart");
    api.refuse(takeBackApart, "not_found", { message: "One of these two is no longer here." });
    await line.getByRole("button", { name: "Undo" }).click();
    await page.getByText("One of these two is no longer here.").waitFor();
    api.answer(takeBackApart, {});
    api.whenCalled(takeBackApart, () => answer(api, [alias], [other]));
    await line.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("listitem", { name: "Ines Pohl and I. Pohl" }).waitFor();
    await line.waitFor({ state: "detached" });
    api.whenCalled(takeBackApart, () => answer(api, [alias, pair()]));
    await list.getByRole("button", { name: "Undo: Owen Hale and Hale & Partners are two" }).click();
    await page.getByRole("listitem", { name: "Owen Hale and Hale & Partners" }).waitFor();
    await list.waitFor({ state: "detached" });
    expect((await api.called(takeBackApart, 2)).params).toEqual({ id: alias.id });
    expect((await api.called(takeBackApart, 3)).params).toEqual({ id: other.id });
  });

  it("are kept apart by Staff, merged by an Owner, and read by Viewers", async () => {
    for (const [companyRole, buttons, says] of [
      ["Staff", 1, 1],
      ["Viewer", 0, 0],
    ] as const) {
      await using opened = await openPage(path, {
        as: person({ companyRole }),
        api: (api) => answer(api, [pair()], [keptAlias]),
      });
      const { page } = opened;
      await page.getByRole("button", { name: "Show them" }).click();
      await page
        .getByRole("list", { name: "Said to be two" })
        .getByRole("link", { name: "I. Pohl" })
        .waitFor();
      expect(await page.getByRole("button", { name: /^Undo/ }).count()).toBe(buttons);
      const row = page.getByRole("listitem", { name: "Owen Hale and Hale & Partners" });
      await row.waitFor();
      expect(await row.getByRole("button").count()).toBe(buttons);
      expect(await row.getByText("Only an Owner can merge them.").count()).toBe(says);
      expect(await row.getByRole("link", { name: /^Compare/ }).count()).toBe(0);
    }
  });

  it("are led to from the integrations", async () => {
    await using opened = await openPage("/app/settings?section=integrations", {
      api: (api) => {
        api.answer(integrationRoutes.list, { items: [stripe({})] });
        answer(api, [pair(), alias]);
      },
    });
    const { page } = opened;
    await page.getByText("2 pairs of customers look like one").waitFor();
    await lookEveryWay(page, "customer-pairs-strip");
    await page.getByRole("link", { name: "Look at them" }).click();
    await page.getByRole("listitem", { name: "Ines Pohl and I. Pohl" }).waitFor();
  });
});

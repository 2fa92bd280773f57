import { integrationRoutes, matchRoutes, writeBackRoutes, type Match } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import { failedRecord, hubspot, match, pageOf, syncRun, writeBack } from "./examples/integrations.ts";

const path = "/app/settings/integrations/matches";
const owen = match();
const lead = match({
  id: "01a20e2e-6666-78ac-8b8d-a5d20f9a53e8",
  sourceId: "90130",
  fullName: null,
  isCustomer: false,
  candidateCount: 12,
});
const answerList = (api: ApiStandIn, items: Match[]) => {
  api.answer(matchRoutes.list, pageOf(items));
  api.answer(matchRoutes.pairs, pageOf([]));
};
const answered = (given: Partial<NonNullable<Match["answer"]>>, changed: Partial<Match> = {}) =>
  match({
    candidates: [],
    candidateCount: 0,
    answer: {
      isSame: true,
      customer: { id: "01a20e2e-4444-78ac-8b8d-a5d20f9a53e8", name: "Owen Hale" },
      at: "2026-10-25T09:30:00.000Z",
      by: "Maya Okafor",
      canTakeBack: true,
      whyNot: null,
      ...given,
    },
    ...changed,
  });

describe("records that could be several customers", () => {
  it("stand beside whom they could be, and several are answered at once", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerList(api, []);
        api.refuse(matchRoutes.list, "internal");
      },
    });
    const { page, api } = opened;
    await tryAgain(opened, page.getByRole("alert").filter({ hasText: "The records did not load" }), () =>
      answerList(api, [owen, lead]),
    );
    const first = page.getByRole("group", { name: /^Who is Owen Hale\?/ });
    await first.getByText("2 customers here have this e-mail address.").waitFor();
    await first.getByText("Same e-mail address and name").waitFor();
    await first.getByText(/C-1044 · Growth · \$480 a month .* known by Stripe/).waitFor();
    const second = page.getByRole("group", { name: /^Who is office@hale-partners\.example\?/ });
    await second.getByText("12 customers here have this e-mail address. The nearest 2 are shown.").waitFor();
    await second.getByText("nobody new is made of it").waitFor();
    const keep = page.getByRole("button", { name: /^Keep/ });
    expect(await keep.isDisabled()).toBe(true);

    await first.getByRole("radio", { name: "Hale & Partners" }).check();
    await second.getByRole("radio", { name: "None of these" }).check();
    await page.getByText("2 of 2 on this page answered, not kept yet").waitFor();
    await lookEveryWay(page, "matches");
    api.refuse(matchRoutes.answer, "invalid_state", { message: "Owen Hale was merged meanwhile." });
    await keep.click();
    await page.getByText("Owen Hale was merged meanwhile.").waitFor();
    // What was chosen is chosen still.
    await page.getByText("2 of 2 on this page answered, not kept yet").waitFor();
    api.answer(matchRoutes.answer, { answered: 2 });
    answerList(api, []);
    await keep.click();
    await page.getByRole("heading", { name: "Nothing waits for you" }).waitFor();
    await page.getByText("2 answers kept").waitFor();
    expect((await api.called(matchRoutes.answer)).body).toEqual({
      answers: [
        { id: owen.id, customerId: owen.candidates[1]?.customerId },
        { id: lead.id, customerId: null },
      ],
    });
    await lookEveryWay(page, "matches-none");
  });

  it("keep what is chosen on another page until it is kept itself", async () => {
    const total = { totalCount: 11, totalPages: 2 };
    const pages = (second: Match[]) => (api: ApiStandIn) => {
      api.answer(matchRoutes.pairs, pageOf([]));
      api.answer(matchRoutes.list, ({ query }) =>
        query["page"] === "2"
          ? { ...pageOf(second), ...total, page: 2, totalCount: 10 + second.length }
          : { ...pageOf([owen]), ...total },
      );
    };
    await using opened = await openPage(path, { api: pages([lead]) });
    const { page, api } = opened;
    const status = page.getByText("1 of 1 on this page answered, not kept yet");
    await page.getByRole("radio", { name: "Hale & Partners" }).check();
    await status.waitFor();
    await page.getByRole("button", { name: "Next page" }).click();
    await page.getByRole("radio", { name: "None of these" }).check();
    await status.waitFor();
    api.answer(matchRoutes.answer, { answered: 1 });
    api.whenCalled(matchRoutes.answer, () => pages([])(api));
    await page.getByRole("button", { name: "Keep 1 answer" }).click();
    expect((await api.called(matchRoutes.answer)).body).toEqual({
      answers: [{ id: lead.id, customerId: null }],
    });
    await page.getByRole("button", { name: "First page" }).click();
    await status.waitFor();
    expect(await page.getByRole("radio", { name: "Hale & Partners" }).isChecked()).toBe(true);
  });

  it("say what was answered, and are asked about again where that can be", async () => {
    const own = answered(
      {
        isSame: false,
        canTakeBack: false,
        whyNot: "It is a customer of its own by now.",
      },
      { id: lead.id, fullName: "Cleo Hale" },
    );
    await using opened = await openPage(`${path}?state=answered`, {
      api: (api) => answerList(api, [answered({}), own]),
    });
    const { page, api } = opened;
    await page.getByText("The same as Owen Hale").waitFor();
    await page.getByText(/It is a customer of its own by now\./).waitFor();
    await lookEveryWay(page, "matches-answered");
    expect(await page.getByRole("button", { name: /^Take back/ }).count()).toBe(1);
    await page.getByRole("button", { name: "Take back who Owen Hale is" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask again who Owen Hale is?" });
    await dialog.getByText("Owen Hale loses what HubSpot said of them").waitFor();
    await lookEveryWay(page, "matches-take-back");
    api.answer(matchRoutes.takeBack, {});
    await dialog.getByRole("button", { name: "Ask again" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await api.called(matchRoutes.takeBack)).params).toEqual({ id: owen.id });
  });

  it("are a Viewer's to read and not to answer", async () => {
    await using opened = await openPage(path, {
      as: person({ companyRole: "Viewer" }),
      api: (api) => answerList(api, [owen]),
    });
    const { page } = opened;
    await page.getByText("Staff of the company can say who they are.").waitFor();
    expect(await page.getByRole("radio", { name: "Hale & Partners" }).isDisabled()).toBe(true);
  });

  it("are led to from the integrations and from what could not be taken in", async () => {
    const connected = hubspot({ failedRecords: 1 });
    await using opened = await openPage("/app/settings?section=integrations", {
      api: (api) => {
        api.answer(integrationRoutes.list, { items: [connected] });
        answerList(api, [owen]);
        api.answer(integrationRoutes.get, connected);
        api.answer(integrationRoutes.runs, pageOf([syncRun()]));
        api.answer(integrationRoutes.failures, pageOf([{ ...failedRecord, isAsked: true }]));
        api.answer(writeBackRoutes.get, writeBack());
      },
    });
    const { page } = opened;
    await page.getByText("1 record could be several customers here").waitFor();
    await lookEveryWay(page, "matches-strip");
    await page.getByRole("link", { name: "Say who it is" }).click();
    await page.getByRole("heading", { name: "Who is it?" }).waitFor();
    await page.goto(new URL("/app/settings/integrations/hubspot/configure", page.url()).href);
    const link = page.getByRole("link", { name: "Choose who Nora Fieldworks is" });
    expect(await link.getAttribute("href")).toBe(path);
  });
});

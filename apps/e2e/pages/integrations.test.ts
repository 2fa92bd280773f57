import { integrationRoutes, matchRoutes, segmentRoutes, writeBackRoutes } from "@forestay/contracts";
import type { Integration } from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";
import {
  failedRecord,
  fieldMap,
  hubspot,
  pageOf,
  stripe,
  syncRun,
  writeBack,
} from "./examples/integrations.ts";
import { columnLosses } from "./examples/segments.ts";
import type { ApiStandIn } from "../harness/api-stand-in.ts";

const path = "/app/settings/integrations/stripe/configure";
const section = "/app/settings?section=integrations";

function answerPage(api: ApiStandIn, integration: Integration): void {
  api.answer(integrationRoutes.get, integration);
  api.answer(integrationRoutes.list, { items: [integration] });
  api.answer(matchRoutes.pairs, pageOf([]));
  api.answer(integrationRoutes.runs, pageOf([syncRun()]));
  api.answer(integrationRoutes.failures, pageOf([]));
}

describe("connected systems", () => {
  it("say first which are fine and which need somebody, and lead to where it is mended", async () => {
    await using opened = await openPage(section, {
      api: (api) => {
        api.refuse(integrationRoutes.list, "internal");
        api.answer(matchRoutes.pairs, pageOf([]));
      },
    });
    const { page, api } = opened;
    await tryAgain(opened, page.getByRole("alert").filter({ hasText: "Integrations did not load" }), () =>
      api.answer(integrationRoutes.list, {
        items: [
          stripe(
            { lastError: "Stripe no longer accepts the key. Paste a new one to go on." },
            "TokenExpired",
          ),
        ],
      }),
    );
    await page.getByRole("heading", { name: "Stripe needs you" }).waitFor();
    await page.getByText("Stripe no longer accepts the key.").waitFor();
    await lookEveryWay(page, "integrations");
    const link = page.getByRole("link", { name: "Reconnect Stripe" });
    expect(await link.getAttribute("href")).toBe(path);
  });
});

describe("a system that is not connected", () => {
  it("says what it brings and what we may do, refuses a key at its field, and keeps what was pasted", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerPage(api, stripe(null));
        api.refuse(integrationRoutes.connect, "validation_failed", {
          fields: { credential: "Stripe does not accept this key." },
        });
      },
    });
    const { page, api } = opened;
    await page.getByText("See card numbers").waitFor();
    const key = page.getByLabel("Restricted key");
    await key.fill("rk_live_wrong");
    await key.press("Enter");
    await page.getByText("Stripe does not accept this key.").waitFor();
    expect(await key.inputValue()).toBe("rk_live_wrong");
    await lookEveryWay(page, "integration-connect");
    api.answer(integrationRoutes.connect, stripe({ lastSyncAt: null, nextSyncAt: null }));
    api.answer(integrationRoutes.preview, {
      objects: [
        {
          object: "customers",
          label: "Customers",
          looked: 100,
          hasMore: true,
          samples: [{ label: "Renata Salgado", detail: "renata@harborline.example" }],
          problems: [{ label: "Nora", reason: "'nora@@' is no e-mail address. Correct it in Stripe." }],
        },
      ],
      customers: { linked: 0, byEmail: 80, fresh: 18, ambiguous: 2 },
    });
    await page.getByRole("button", { name: "Connect Stripe" }).click();
    await page
      .getByText(
        "Of the newest 100 customers, 80 are known here, 18 would be new, 2 could be several people here and would wait for you.",
      )
      .waitFor();
    await lookEveryWay(page, "integration-preview");
    api.answer(
      integrationRoutes.sync,
      stripe({ lastSyncAt: null, run: syncRun({ status: "running", endedAt: null }) }, "Syncing"),
    );
    await page.getByRole("button", { name: "Start the first sync" }).click();
    await page.getByRole("heading", { name: "Reading everything from Stripe" }).waitFor();
    expect((await api.called(integrationRoutes.sync)).body).toEqual({ all: false });
  });

  it("says how far what came from it is deleted, and lets nobody connect it meanwhile", async () => {
    const removal = {
      accountName: "Harborline",
      askedBy: "Maya Okafor",
      startedAt: "2026-10-25T10:06:00.000Z",
      endedAt: null,
      deleted: 1204,
      kept: 31,
    };
    await using opened = await openPage(path, {
      api: (api) => answerPage(api, { ...stripe(null), removal }),
    });
    const { page } = opened;
    await page
      .getByText("So far 1,204 customers deleted, 31 kept since something else knows them.")
      .waitFor();
    await page.getByText("It can be connected again when the deletion has ended.").waitFor();
    expect(await page.getByLabel("Restricted key").count()).toBe(0);
    await lookEveryWay(page, "integration-removal");
  });

  it("is a Viewer's to read and not to connect", async () => {
    await using opened = await openPage(path, {
      as: person({ companyRole: "Viewer" }),
      api: (api) => answerPage(api, stripe(null)),
    });
    const { page } = opened;
    await page.getByText("Staff of the company can connect it.").waitFor();
    expect(await page.getByLabel("Restricted key").count()).toBe(0);
  });

  it("is none where the address names none", async () => {
    await using opened = await openPage("/app/settings/integrations/abacus/configure");
    await opened.page.getByRole("heading", { name: "There is no such integration" }).waitFor();
  });
});

describe("a system that is connected on its own page", () => {
  const callback = "/app/oauth/stripe/callback";
  const isReady = { oauth: { missingSettings: [] } };

  it("sends a person there, and says what is missing where it is not set up", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerPage(api, { ...stripe(null), ...isReady });
        api.refuse(integrationRoutes.startOAuth, "invalid_state");
      },
    });
    const { page, api } = opened;
    await page.getByText("asks you whether we may come in").waitFor();
    await lookEveryWay(page, "integration-allow");
    await page.getByRole("button", { name: "Connect Stripe", exact: true }).click();
    await page.getByText("Stripe was not opened").waitFor();
    expect((await api.called(integrationRoutes.startOAuth)).body).toEqual({ sandbox: false });
    answerPage(api, { ...stripe(null), takesKey: false });
    await page.reload();
    await page.getByText("is not set up on this server yet").waitFor();
    await page.getByText("STRIPE_CLIENT_SECRET").waitFor();
  });

  it("takes what it sent back out of the address, connects, and leads to what comes in", async () => {
    await using opened = await openPage(`${callback}?code=ac_once&state=once`, {
      api: (api) => {
        answerPage(api, stripe({}));
        api.answer(integrationRoutes.finishOAuth, stripe({}));
      },
    });
    const { page, api } = opened;
    await page.getByText("Stripe lets us in: Harborline").waitFor();
    expect((await api.called(integrationRoutes.finishOAuth)).body).toEqual({
      code: "ac_once",
      state: "once",
    });
    await page.waitForURL((url) => url.pathname === path);
    expect(page.url()).not.toContain("ac_once");
    await page.goBack();
    expect(page.url()).not.toContain("ac_once");
  });

  it("says that nothing happened where the person said no, and why it failed where it did", async () => {
    await using opened = await openPage(`${callback}?error=access_denied&state=once`, {
      api: (api) => answerPage(api, stripe(null)),
    });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "You did not let us into Stripe" }).waitFor();
    await lookEveryWay(page, "integration-denied");
    api.refuse(integrationRoutes.finishOAuth, "invalid_state", {
      message: "This way back from Stripe is over.",
    });
    await page.goto(new URL(`${callback}?code=ac_late&state=late`, page.url()).href);
    await page.getByText("This way back from Stripe is over.").waitFor();
    expect(page.url()).not.toContain("ac_late");
    await page.getByRole("button", { name: "Back to Stripe" }).click();
    await page.getByRole("heading", { name: "Stripe", level: 1 }).waitFor();
  });
});

describe("a connected system", () => {
  it("lists what could not be taken in, keeps each press at once, and logs what was done", async () => {
    await using opened = await openPage(path, {
      api: (api) => {
        answerPage(api, stripe({ failedRecords: 1 }));
        api.answer(integrationRoutes.failures, pageOf([failedRecord]));
        api.answer(
          integrationRoutes.runs,
          pageOf([
            syncRun(),
            syncRun({
              id: "01a20e2e-0b4f-78ac-8b8d-a5d20f9a53e9",
              kind: "changes",
              startedBy: "schedule",
              status: "failed",
              counts: [],
              error: "Stripe does not answer.",
            }),
          ]),
        );
      },
    });
    const { page, api } = opened;
    await page.getByRole("heading", { name: "1 record could not be taken in" }).waitFor();
    await page.getByText("2,431 customers, 30,212 invoices read, 32,640 taken in, 3 could not be").waitFor();
    await page.getByText("Stripe does not answer.").waitFor();
    await lookEveryWay(page, "integration");
    api.answer(integrationRoutes.change, stripe({ frequency: "Daily", version: 4, failedRecords: 1 }));
    await page.getByRole("radio", { name: "Daily" }).click();
    expect((await api.called(integrationRoutes.change)).body).toEqual({
      frequency: "Daily",
      excludedObjects: ["charges"],
      version: 3,
    });
    api.answer(
      integrationRoutes.retry,
      stripe({ run: syncRun({ kind: "retry", status: "running", counts: [], endedAt: null }) }, "Syncing"),
    );
    await page.getByRole("button", { name: "Retry Nora Fieldworks" }).click();
    expect((await api.called(integrationRoutes.retry)).body).toEqual({ ids: [failedRecord.id] });
  });

  it("has each field go where the company wants, with samples, and refuses at its line what makes no sense", async () => {
    await using opened = await openPage("/app/settings/integrations/hubspot/configure", {
      api: (api) => {
        answerPage(api, hubspot());
        api.answer(writeBackRoutes.get, writeBack({ isOn: false, written: 0, writtenAt: null }));
        api.answer(integrationRoutes.fieldMap, fieldMap);
        api.refuse(integrationRoutes.changeFieldMap, "validation_failed", {
          fields: { "lines.2.target": "'Email' goes there already: two fields cannot go into one." },
        });
      },
    });
    const { page, api } = opened;
    await page.getByRole("button", { name: "Choose fields" }).click();
    await page.getByText("12 · 4 · 31").waitFor();
    expect(await page.getByText("Phone Number").count()).toBe(0);
    const save = page.getByRole("button", { name: "Save fields" });
    expect(await save.isDisabled()).toBe(true);
    const plan = page.getByRole("combobox", { name: "Contacts: Plan goes into" });
    await plan.click();
    await page.getByRole("option", { name: "Email", exact: true }).click();
    await save.click();
    await page.getByText("two fields cannot go into one").waitFor();
    expect(await plan.getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("button", { name: "Show 2 more fields" }).click();
    await lookEveryWay(page, "integration-fields");
    await plan.click();
    await page.getByRole("option", { name: "Plan", exact: true }).first().click();
    await page.getByRole("combobox", { name: "Contacts: Seats goes into" }).click();
    await page.getByRole("option", { name: "Not taken" }).waitFor();
    // What takes texts takes numbers as well; what takes dates does not.
    expect(await page.getByRole("option", { name: "Customer since" }).count()).toBe(0);
    await page.getByRole("option", { name: "Not taken" }).click();
    api.answer(integrationRoutes.changeFieldMap, hubspot({ fieldMap: "own", version: 4 }));
    await save.click();
    await page.getByText("As your company chose").waitFor();
    const sent = await api.called(integrationRoutes.changeFieldMap, 2);
    expect(sent.body).toEqual({
      version: 3,
      lines: [
        { object: "contacts", field: "firstname lastname", target: "fullName" },
        { object: "contacts", field: "email", target: "email" },
        { object: "contacts", field: "plan_name", target: "plan" },
        { object: "companies", field: "industry", target: "attributes.Industry" },
      ],
    });
  });

  it("writes scores there only when it is switched on, says what is missing for it, and lists what could not be written", async () => {
    await using opened = await openPage("/app/settings/integrations/hubspot/configure", {
      api: (api) => {
        answerPage(api, hubspot());
        api.answer(writeBackRoutes.get, writeBack({ isOn: false, written: 0, writtenAt: null }));
        api.answer(
          writeBackRoutes.change,
          writeBack({
            written: 0,
            writtenAt: null,
            needsAccess: true,
            problem: "HubSpot lets us read only. Allow us to write contacts and to make properties of them.",
          }),
        );
      },
    });
    const { page, api } = opened;
    await page.getByRole("switch", { name: "Write each customer's risk into HubSpot" }).click();
    expect((await api.called(writeBackRoutes.change)).body).toEqual({ isOn: true });
    await page.getByText("HubSpot lets us read only.").waitFor();
    await lookEveryWay(page, "integration-write-back");
    const gone = {
      sourceId: "1042",
      customerId: "01a20e2e-4444-78ac-8b8d-a5d20f9a53e8",
      label: "Nora Fieldworks",
      reason: "It is not there any more, or in the bin.",
      at: "2026-10-25T10:06:00.000Z",
    };
    api.answer(writeBackRoutes.failures, pageOf([gone]));
    api.answer(writeBackRoutes.retry, writeBack({ failed: 1 }));
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("2,418 records there have a score, 1 record could not be written").waitFor();
    await page.getByRole("button", { name: "Retry the score of Nora Fieldworks" }).click();
    expect((await api.called(writeBackRoutes.retry, 2)).body).toEqual({ sourceIds: ["1042"] });
    await lookEveryWay(page, "integration-unwritten");
  });

  it("asks before it is disconnected", async () => {
    await using opened = await openPage(path, { api: (api) => answerPage(api, stripe({})) });
    const { page, api } = opened;
    api.answer(integrationRoutes.disconnect, stripe(null));
    api.answer(integrationRoutes.list, { items: [stripe(null)] });
    api.answer(segmentRoutes.columnLosses, columnLosses);
    await page.getByRole("button", { name: "Disconnect" }).click();
    const asking = page.getByRole("dialog", { name: "Disconnect Stripe?" });
    await asking.getByText("doubles nobody").waitFor();
    await asking.getByRole("radio", { name: "Delete what came from Stripe alone" }).click();
    await asking.getByText("Region, which no rule asks for").waitFor();
    await lookEveryWay(page, "integration-disconnect");
    await asking.getByRole("button", { name: "Disconnect and delete" }).click();
    expect((await api.called(integrationRoutes.disconnect)).body).toEqual({ data: "delete" });
    await page.getByText("Stripe is disconnected").waitFor();
    await page.getByRole("heading", { name: "Nothing is connected yet" }).waitFor();
  });

  it("is disconnected by Staff with what came in kept", async () => {
    await using opened = await openPage(path, {
      as: person({ companyRole: "Staff" }),
      api: (api) => answerPage(api, stripe({})),
    });
    const { page, api } = opened;
    api.answer(integrationRoutes.disconnect, stripe(null));
    api.answer(integrationRoutes.list, { items: [stripe(null)] });
    await page.getByText("What came from Stripe stays; an Owner can have it deleted.").waitFor();
    await page.getByRole("button", { name: "Disconnect" }).click();
    const asking = page.getByRole("dialog", { name: "Disconnect Stripe?" });
    await asking.getByText("Only an Owner can have it deleted").waitFor();
    expect(await asking.getByRole("radio").count()).toBe(0);
    await asking.getByRole("button", { name: "Disconnect" }).click();
    expect((await api.called(integrationRoutes.disconnect)).body).toEqual({ data: "keep" });
  });
});

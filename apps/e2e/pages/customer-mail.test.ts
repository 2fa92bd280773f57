import {
  customerMailRoutes,
  type SenderDomain,
  type SendingSettings,
  type Suppression,
} from "@forestay/contracts";
import { describe, expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { tryAgain } from "../harness/try-again.ts";

const path = "/app/settings?section=sending";
const settings = (change: Partial<SendingSettings> = {}): SendingSettings => ({
  senderName: "Harborline",
  localPart: "hello",
  domainId: null,
  replyTo: null,
  postalAddress: "",
  capMessages: 2,
  capDays: 7,
  quietHours: { from: "20:00", to: "08:00" },
  countsClicks: true,
  countsOpens: true,
  from: "Harborline via Forestay <no-reply@app.example>",
  isSigned: false,
  mailLeaves: false,
  ...change,
});
const record = (
  name: SenderDomain["records"][number]["name"],
  state: SenderDomain["records"][number]["state"],
): SenderDomain["records"][number] => ({
  name,
  host: `${name}.mail.harborline.example`,
  value:
    name === "dkim"
      ? `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKC".repeat(9)}`
      : `value-of-${name}`,
  isRequired: name === "ownership" || name === "dkim",
  state,
  found: state === "different" ? "v=DKIM1; k=rsa; p=another" : null,
});
const domain = (change: Partial<SenderDomain> = {}): SenderDomain => ({
  id: "01a20600-0000-7b02-beb1-3611e12c0001",
  domain: "mail.harborline.example",
  records: [
    record("ownership", "found"),
    record("dkim", "different"),
    record("dmarc", "missing"),
    record("spf", "found"),
  ],
  verifiedAt: null,
  checkedAt: "2026-11-22T11:58:00.000Z",
  problem: null,
  ...change,
});
const suppression = (change: Partial<Suppression> = {}): Suppression => ({
  id: "01a20600-0000-7b02-beb1-3611e12c0101",
  address: "hannah@tidewell.example",
  reason: "unsubscribed",
  source: "The link of message 01a20600-0000-7b02-beb1-3611e12c0201",
  since: "2026-11-20T11:58:00.000Z",
  ...change,
});
const page = (items: Suppression[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 25,
  totalPages: 1,
});

describe("how customers are written to", () => {
  it("shows sender, records and who is not written to; saves, checks a domain, and allows an address again", async () => {
    await using opened = await openPage(path, {
      api: (api) =>
        api
          .answer(customerMailRoutes.getSettings, settings())
          .answer(customerMailRoutes.listDomains, { items: [domain()] })
          .answer(
            customerMailRoutes.listSuppressions,
            page([
              suppression(),
              suppression({
                id: "01a20600-0000-7b02-beb1-3611e12c0102",
                address: null,
                reason: "bounced",
                source: "550 5.1.1 no such user",
              }),
            ]),
          ),
    });
    const { page: tab, api } = opened;
    await tab.getByText("Mail is not leaving this server.").waitFor();
    await tab.getByText("550 5.1.1 no such user").waitFor();
    await lookEveryWay(tab, "sending settings");

    await tab.getByLabel("Postal address").fill("1 Quay Street, Bristol");
    await tab.getByLabel("Messages", { exact: true }).fill("0");
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText("At least 1").waitFor();
    await tab.getByLabel("Messages", { exact: true }).fill("3");
    api.answer(
      customerMailRoutes.updateSettings,
      settings({ postalAddress: "1 Quay Street, Bristol", capMessages: 3 }),
    );
    await tab.getByRole("button", { name: "Save" }).click();
    await tab.getByText("Sending saved").waitFor();
    expect((await api.called(customerMailRoutes.updateSettings)).body).toMatchObject({
      postalAddress: "1 Quay Street, Bristol",
      capMessages: 3,
      domainId: null,
      quietHours: { from: "20:00", to: "08:00" },
    });

    const found = domain({
      records: domain().records.map((one) => ({ ...one, state: "found" })),
      verifiedAt: "2026-11-22T12:00:00.000Z",
    });
    api
      .answer(customerMailRoutes.checkDomain, found)
      .answer(customerMailRoutes.listDomains, { items: [found] });
    await tab.getByRole("button", { name: "Check now" }).click();
    await tab.getByText("Verified", { exact: true }).waitFor();

    api
      .answer(customerMailRoutes.unsuppress, {})
      .answer(customerMailRoutes.listSuppressions, page([suppression()]));
    await tab.getByRole("button", { name: "Write again to An address that is not kept" }).click();
    await tab.getByText("550 5.1.1 no such user").waitFor({ state: "detached" });
  });

  it("is for reading only to a Viewer, and says what did not load", async () => {
    await using opened = await openPage(path, {
      as: person({ companyRole: "Viewer" }),
      api: (api) =>
        api
          .refuse(customerMailRoutes.getSettings, "unavailable")
          .answer(customerMailRoutes.listDomains, { items: [] })
          .answer(customerMailRoutes.listSuppressions, page([])),
    });
    const said = opened.page
      .getByRole("alert")
      .filter({ hasText: "How customers are written to did not load" });
    await tryAgain(opened, said, () => opened.api.answer(customerMailRoutes.getSettings, settings()));
    await opened.page.getByText("Owners can add a domain.").waitFor();
    expect(await opened.page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  });
});

describe("the page of an unsubscribe link", () => {
  const token = "abcdefghijklmnopqrstuvwxyz";
  it("ends messages by a press, not by being opened, and takes it back", async () => {
    await using opened = await openPage(`/u/${token}`, {
      as: null,
      api: (api) =>
        api.answer(customerMailRoutes.readUnsubscribe, {
          companyName: "Tidewell",
          isUnsubscribed: false,
          isComplained: false,
        }),
    });
    const { page: tab, api } = opened;
    await tab.getByRole("heading", { name: "Unsubscribe from Tidewell?" }).waitFor();
    await lookEveryWay(tab, "unsubscribe from a company");
    api.answer(customerMailRoutes.unsubscribe, {
      companyName: "Tidewell",
      isUnsubscribed: true,
      isComplained: false,
    });
    await tab.getByRole("button", { name: "Unsubscribe" }).click();
    await tab.getByRole("heading", { name: "You are unsubscribed" }).waitFor();
    api.answer(customerMailRoutes.resubscribe, {
      companyName: "Tidewell",
      isUnsubscribed: false,
      isComplained: false,
    });
    await tab.getByRole("button", { name: "It was a mistake: subscribe again" }).click();
    await tab.getByRole("heading", { name: "Unsubscribe from Tidewell?" }).waitFor();
  });

  it("shows a complaint, and lets its reader take it back", async () => {
    await using opened = await openPage(`/u/${token}`, {
      as: null,
      api: (api) =>
        api.answer(customerMailRoutes.readUnsubscribe, {
          companyName: "Tidewell",
          isUnsubscribed: false,
          isComplained: true,
        }),
    });
    const { page: tab, api } = opened;
    await tab.getByRole("heading", { name: "You get no messages any more" }).waitFor();
    await lookEveryWay(tab, "a complaint to take back");
    api.answer(customerMailRoutes.resubscribe, {
      companyName: "Tidewell",
      isUnsubscribed: false,
      isComplained: false,
    });
    await tab.getByRole("button", { name: "It was a mistake: allow messages again" }).click();
    await tab.getByRole("heading", { name: "Unsubscribe from Tidewell?" }).waitFor();
  });

  it("says that a link is not whole", async () => {
    await using opened = await openPage(`/u/${token}`, {
      as: null,
      api: (api) =>
        api.refuse(customerMailRoutes.readUnsubscribe, "not_found", { message: "This link is not whole." }),
    });
    await opened.page.getByRole("alert").filter({ hasText: "This link is not whole." }).waitFor();
  });
});

import { billingRoutes, customerRoutes, timelineRoutes } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { tryAgain } from "../harness/try-again.ts";
import { answerCustomerPage } from "./examples/customer-page.ts";
import { customerRecord, otherId, timelineOf } from "./examples/customers.ts";

const path = `/app/customers/${customerRecord().id}`;

/** Of each part some, as a customer that pays late and is looked after has it. */
const lines = timelineOf(
  {
    key: "entry:a",
    part: "work",
    type: "risk_case",
    title: "Risk case opened: Price",
    detail: "by Maya Okafor",
    occurredAt: "2026-11-23T15:00:00.000Z",
  },
  {
    key: "score:b",
    part: "risk",
    type: "score",
    title: "Score rose from 38 to 61, now High",
    detail: "Fewer logins +12, First payment failed +8",
    occurredAt: "2026-11-22T08:00:00.000Z",
  },
  {
    key: "segment:c",
    part: "risk",
    type: "segment_entered",
    title: "Entered segment “Quiet month-to-month payers”",
    about: { kind: "segment", id: otherId },
    occurredAt: "2026-11-22T08:00:00.000Z",
  },
  {
    key: "payment:d",
    part: "billing",
    type: "payment_failed",
    title: "Payment failed",
    detail: "Bill in_1NvQ8k2eZvKYlo2C, insufficient funds",
    amount: 1240.5,
    currency: "USD",
    occurredAt: "2026-11-21T06:00:00.000Z",
  },
  {
    key: "day:usage:2026-11-20",
    part: "use",
    type: "usage",
    title: "14 events",
    detail: "login 6, report opened 5, export 2, others 1",
  },
  {
    key: "message:left:f",
    part: "messages",
    type: "message",
    title: "Message “We miss you, Talia”",
    detail: "Sent, a link followed Nov 19",
    about: { kind: "campaign", id: otherId },
    occurredAt: "2026-11-18T09:00:00.000Z",
  },
  {
    key: "entry:g",
    part: "support",
    type: "ticket_opened",
    title: "Ticket opened",
    detail: "Export to CSV keeps timing out",
    occurredAt: "2026-11-16T09:00:00.000Z",
  },
);

const weeks = [31, 28, 35, 30, 33, 36, 29, 31, 22, 17, 12, 4].map((events, week) => ({
  from: new Date(Date.UTC(2026, 8, 7 + 7 * week)).toISOString().slice(0, 10),
  events,
  days: Math.min(5, events),
}));

it("tells all that happened with a customer, part by part and page by page, and leads to what it was about", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomerPage(api);
      api.answer(timelineRoutes.get, { ...lines, nextCursor: "older" });
      api.answer(billingRoutes.use, {
        lastAt: "2026-11-20T12:00:00.000Z",
        weeks,
        mostUsed: [
          { name: "login", events: 120, lastAt: "2026-11-20T12:00:00.000Z" },
          { name: "report opened", events: 96, lastAt: "2026-11-19T12:00:00.000Z" },
        ],
      });
    },
  });
  const { page, api } = opened;
  await page.getByText("Fewer logins +12, First payment failed +8").waitFor();
  await page.getByText("Bill in_1NvQ8k2eZvKYlo2C, insufficient funds · $1,240.50").waitFor();
  const segment = page.getByRole("link", { name: "Entered segment “Quiet month-to-month payers”" });
  expect(await segment.getAttribute("href")).toBe(`/app/segments/${otherId}`);
  await page
    .getByRole("heading", {
      name: "Used less than a month ago: 82 events in four weeks, 128 in the four before",
    })
    .waitFor();
  await page.getByRole("row", { name: /^report opened 96/ }).waitFor();
  await lookEveryWay(page, "customer-timeline");

  // The first page grows; then one page follows the other.
  api.answer(timelineRoutes.get, ({ query }) =>
    query.cursor === undefined
      ? { ...lines, nextCursor: "older" }
      : timelineOf({ key: "entry:z", title: "Signed up" }),
  );
  const older = page.getByRole("button", { name: "Show older" });
  let letGo = api.hold(timelineRoutes.get);
  await older.press("Enter");
  await expect.poll(() => api.asked(timelineRoutes.get).at(-1)?.query).toMatchObject({ limit: "30" });
  const focused = page.locator("button:focus");
  await focused.and(page.getByRole("button", { name: "Loading..." })).waitFor();
  letGo();
  await focused.and(older).waitFor();
  await older.press("Enter");
  await page.getByText("Signed up", { exact: true }).waitFor();
  expect(api.asked(timelineRoutes.get).at(-1)?.query).toMatchObject({ cursor: "older" });
  await older.waitFor({ state: "detached" });

  // One part alone.
  api.answer(timelineRoutes.get, timelineOf());
  await page.getByRole("radio", { name: "Messages" }).click();
  await page.getByText("Nothing was written to this customer from here.").waitFor();
  expect(api.asked(timelineRoutes.get).at(-1)?.query).toMatchObject({ part: "messages" });

  // That this one is empty says nothing of the next, until it is there.
  letGo = api.hold(timelineRoutes.get);
  await page.getByRole("radio", { name: "Support" }).click();
  await page.getByText("Nothing was written to this customer from here.").waitFor({ state: "detached" });
  const none = page.getByText("No ticket or question is known.");
  expect(await none.count()).toBe(0);
  letGo();
  await none.waitFor();
});

it("says that it did not load, with the request's id, and tries again; and shows no use where nothing is known", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomerPage(api);
      api.refuse(timelineRoutes.get, "unavailable");
    },
  });
  const { page, api } = opened;
  const said = page.getByRole("alert").filter({ hasText: "The timeline did not load" });
  await tryAgain(opened, said, () => api.answer(timelineRoutes.get, timelineOf({})));
  await page.getByText("Signed in", { exact: true }).waitFor();
  expect(await page.getByText("Product events", { exact: false }).count()).toBe(0);
});

it("begins anew with each customer", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomerPage(api);
      api.answer(customerRoutes.get, ({ params }) => customerRecord({ id: params["id"] ?? "" }));
      api.answer(timelineRoutes.get, timelineOf({}));
    },
  });
  const { page } = opened;
  const goTo = (to: string) =>
    page.evaluate((address) => {
      history.pushState(null, "", address);
      dispatchEvent(new PopStateEvent("popstate"));
    }, to);
  const isChosen = (name: string) => page.getByRole("radio", { name, exact: true, checked: true }).waitFor();
  await isChosen("All");
  await goTo(`/app/customers/${otherId}`);
  await expect.poll(() => opened.api.asked(customerRoutes.get).at(-1)?.params["id"]).toBe(otherId);
  await page.getByRole("radio", { name: "Messages" }).click();
  await isChosen("Messages");
  // The first one is known and stands there at once.
  await goTo(path);
  await isChosen("All");
});

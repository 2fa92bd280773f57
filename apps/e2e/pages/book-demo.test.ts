import { demoBookingRoutes, waitingListRoutes } from "@forestay/contracts";
import type { DemoBooking, DemoCalendar } from "@forestay/contracts";
import { expect, it } from "vitest";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";

const hours = [9, 10, 11, 13, 14];
/** Three weeks of weekdays from Monday, November 23 on, five times a day; one time is taken. */
const slots = Array.from({ length: 15 }, (_, index) => index + Math.floor(index / 5) * 2).flatMap((ahead) =>
  hours.map((hour) => ({
    startsAt: new Date(Date.UTC(2026, 10, 23 + ahead, hour)).toISOString(),
    free: ahead === 0 && hour === 11 ? 0 : 1,
  })),
);
const offer = { isOpen: true, minutes: 30, mailLeaves: true, slots };
const token = "0f8fad5b-d9cb-469f-a165-70867728950e.signature";
const own = {
  startsAt: slots[6]!.startsAt,
  minutes: 30,
  timeZone: "UTC",
  status: "Booked",
  place: "https://meet.example/demo",
  canChange: true,
  mailLeaves: true,
} as const;

it("books a time, keeps what was typed when somebody else was quicker, and says what happens next", async () => {
  await using opened = await openPage("/book-demo", {
    as: null,
    api: (api) => {
      api.answer(demoBookingRoutes.slots, offer);
      api.refuse(demoBookingRoutes.book, "invalid_state", {
        message: "This time was just taken by someone else.",
      });
    },
  });
  const { page, api } = opened;
  await page.getByLabel("Monday, November 23, 4 free").waitFor();
  expect(await page.getByLabel("11:00 taken").isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Later days" }).click();
  await page.getByLabel("Monday, November 30, 5 free").waitFor();
  await page.getByRole("button", { name: "Earlier days" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Elena Brandt");
  await page.getByRole("textbox", { name: "Work e-mail" }).fill("elena@northquay.example");
  await page.getByRole("textbox", { name: "Company" }).fill("Northquay");
  await page.getByLabel("Customers you have").selectOption("1,000 to 5,000");
  await page.getByLabel("What should we look at?").fill("Leaving after the first renewal");
  await page.getByRole("button", { name: "Choose a time" }).click();
  await page.getByText("Choose a time first.").waitFor();
  await page.getByLabel("Tuesday, November 24, 5 free").check({ force: true });
  await page.getByLabel("10:00", { exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Book Tuesday, November 24, 10:00" }).click();
  await page.getByText("10:00 was just taken by someone else.").waitFor();
  await lookEveryWay(page, "demo, taken");
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Elena Brandt");
  api.answer(demoBookingRoutes.book, {
    startsAt: slots[7]!.startsAt,
    minutes: 30,
    place: "https://meet.example/demo",
    manageToken: token,
    mailLeaves: true,
  });
  await page.getByLabel("11:00", { exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Book Tuesday, November 24, 11:00" }).click();
  await page.getByRole("heading", { name: "Your demo is booked" }).waitFor();
  await page.getByText("A mail with a calendar file is on its way to elena@northquay.example.").waitFor();
  await lookEveryWay(page, "demo, booked");
  const { body } = await api.called(demoBookingRoutes.book, 2);
  expect(body).toEqual({
    startsAt: slots[7]!.startsAt,
    timeZone: expect.any(String),
    name: "Elena Brandt",
    email: "elena@northquay.example",
    companyName: "Northquay",
    customers: "1,000 to 5,000",
    topic: "Leaving after the first renewal",
    website: "",
    openForMs: expect.any(Number),
  });
});

it("moves a demo and calls it off by the mail's link, and says when a link is none", async () => {
  await using opened = await openPage(`/book-demo?token=${token}`, {
    as: null,
    api: (api) => {
      api.answer(demoBookingRoutes.slots, offer);
      api.answer(demoBookingRoutes.own, own);
      api.answer(demoBookingRoutes.move, { ...own, startsAt: slots[8]!.startsAt });
      api.answer(demoBookingRoutes.cancel, { ...own, status: "Cancelled", canChange: false });
    },
  });
  const { page, api } = opened;
  await page.getByText("Tuesday, November 24, 10:00").waitFor();
  await page.getByRole("button", { name: "Move it" }).click();
  await page.getByLabel("13:00", { exact: true }).waitFor({ state: "attached" });
  await page.getByLabel("Tuesday, November 24, 5 free").check({ force: true });
  await page.getByLabel("13:00", { exact: true }).check({ force: true });
  await lookEveryWay(page, "demo, moving");
  await page.getByRole("button", { name: "Move to 13:00" }).click();
  await page.getByText("It was moved. A mail tells the new time.").waitFor();
  await page.getByText("Tuesday, November 24, 13:00").waitFor();
  expect((await api.called(demoBookingRoutes.move)).body).toEqual({ token, startsAt: slots[8]!.startsAt });
  await page.getByRole("button", { name: "Call it off" }).click();
  await page.getByRole("heading", { name: "Your demo was called off" }).waitFor();
  await lookEveryWay(page, "demo, called off", { sizes: ["desktop"] });
  api.refuse(demoBookingRoutes.own, "not_found", { message: "This link leads to no booking." });
  await page.reload();
  await page.getByText("This link leads to no booking.").waitFor();
});

it("leaves the way back in the address, and speaks of no mail where none leaves", async () => {
  const booked = slots[6]!.startsAt;
  await using opened = await openPage("/book-demo", {
    as: null,
    api: (api) => {
      api.answer(demoBookingRoutes.slots, { ...offer, mailLeaves: false });
      api.answer(demoBookingRoutes.book, {
        startsAt: booked,
        minutes: 30,
        place: "",
        manageToken: token,
        mailLeaves: false,
      });
      api.answer(demoBookingRoutes.own, { ...own, mailLeaves: false });
      api.answer(demoBookingRoutes.cancel, {
        ...own,
        status: "Cancelled",
        canChange: false,
        mailLeaves: false,
      });
    },
  });
  const { page, api } = opened;
  const main = page.getByRole("main");
  await page.getByLabel("Tuesday, November 24, 5 free").check({ force: true });
  expect(await main.getByText(/e-?mail with|a mail/i).count()).toBe(0);
  await page.getByRole("textbox", { name: "Name" }).fill("Elena Brandt");
  await page.getByRole("textbox", { name: "Work e-mail" }).fill("elena@northquay.example");
  await page.getByLabel("10:00", { exact: true }).check({ force: true });
  await page.getByRole("button", { name: "Book Tuesday, November 24, 10:00" }).click();
  await page.getByText(/keep this page's address/).waitFor();
  expect(new URL(page.url()).searchParams.get("token")).toBe(token);
  await lookEveryWay(page, "demo, booked without mail", { sizes: ["desktop"] });
  await page.reload();
  await page.getByRole("heading", { name: "Your demo" }).waitFor();
  expect((await api.called(demoBookingRoutes.own)).body).toEqual({ token });
  await page.getByRole("button", { name: "Call it off" }).click();
  await page.getByText("It is off.", { exact: true }).waitFor();
});

it("says when no times are offered, and that they did not load", async () => {
  await using opened = await openPage("/book-demo", {
    as: null,
    api: (api) => {
      api.refuse(demoBookingRoutes.slots, "unavailable");
    },
  });
  const { page, api } = opened;
  await page.getByText("The times did not load.").waitFor();
  api.answer(demoBookingRoutes.slots, { ...offer, isOpen: false, slots: [] });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No times are offered at the moment.").waitFor();
  await lookEveryWay(page, "demo, closed");
  await page.getByRole("main").getByRole("button", { name: "Join the waiting list" }).click();
  await page.getByLabel("Email Address").fill("elena@northquay.example");
  api.answer(waitingListRoutes.join, { confirmByMail: false });
  await page.getByRole("button", { name: "Join Waitlist" }).click();
  expect((await api.called(waitingListRoutes.join)).body).toMatchObject({ source: "book-demo" });
});

const calendar: DemoCalendar & { version: number; supportEmail: string | null } = {
  isOpen: true,
  timeZone: "Europe/Zurich",
  slotMinutes: 30,
  capacity: 2,
  noticeHours: 24,
  daysAhead: 21,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:30", to: "12:00" })),
  daysOff: ["2026-12-25"],
  teamEmail: null,
  place: "",
  version: 3,
  supportEmail: "help@forestay.test",
};
const booking: DemoBooking = {
  id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  startsAt: slots[6]!.startsAt,
  minutes: 30,
  timeZone: "Europe/Zurich",
  status: "Booked",
  cancelledBy: null,
  name: "Elena Brandt",
  email: "elena@northquay.example",
  companyName: "Northquay",
  customers: "1,000 to 5,000",
  topic: "We see people leave after the first renewal and would like to know which ones early.",
  bookedAt: "2026-11-21T09:00:00.000Z",
  moves: 0,
};

it("lists who comes for the platform's staff, who call a demo off and change the calendar", async () => {
  const path = "/app/admin/waiting-list/demos";
  await using opened = await openPage(path, {
    as: person({ platformRole: "Admin" }),
    api: (api) => {
      api.answer(demoBookingRoutes.list, {
        items: [
          booking,
          { ...booking, id: "1f8fad5b-d9cb-469f-a165-70867728950e", name: "Tom Ray", topic: "" },
        ],
        totalCount: 2,
        page: 1,
        pageSize: 25,
        totalPages: 1,
        isOpen: true,
      });
      api.answer(demoBookingRoutes.calendar, calendar);
      api.answer(demoBookingRoutes.cancelByTeam, { ...booking, status: "Cancelled", cancelledBy: "team" });
      api.refuse(demoBookingRoutes.changeCalendar, "conflict");
    },
  });
  const { page, api } = opened;
  await page.getByRole("heading", { level: 1, name: "Demo bookings" }).waitFor();
  await page.getByText("Elena Brandt").first().waitFor();
  await page.getByLabel("Monday").waitFor();
  await lookEveryWay(page, "demo bookings");
  await page.getByRole("button", { name: "Call off the demo with Elena Brandt" }).click();
  await page.getByText("elena@northquay.example is told by mail").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Call off" }).click();
  await api.called(demoBookingRoutes.cancelByTeam);
  // Until it is gone the dialog keeps the focus, and takes what is typed.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByLabel("Saturday").fill("nine to five");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Write hours like 09:30-12:00, 14:00-16:00").waitFor();
  await page.getByLabel("Saturday").fill("10:00 - 12:00, 22:00-24:00");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("This was changed meanwhile.").waitFor();
  const { body } = await api.called(demoBookingRoutes.changeCalendar);
  expect(body).toMatchObject({
    version: 3,
    hours: expect.arrayContaining([
      { weekday: 6, from: "10:00", to: "12:00" },
      { weekday: 6, from: "22:00", to: "23:59" },
    ]),
  });
});

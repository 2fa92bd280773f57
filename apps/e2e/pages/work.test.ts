import {
  caseRoutes,
  customerRoutes,
  nextStepRoutes,
  tagRoutes,
  teamRoutes,
  timelineRoutes,
  trackRecordRoutes,
  whatIfRoutes,
  workRoutes,
} from "@forestay/contracts";
import type { Note, RiskCase, Task } from "@forestay/contracts";
import { expect, it } from "vitest";
import type { ApiStandIn } from "../harness/api-stand-in.ts";
import { accessibilityFindings } from "../harness/accessibility.ts";
import { lookEveryWay } from "../harness/every-look.ts";
import { openPage } from "../harness/open-page.ts";
import { person } from "../harness/signed-in.ts";
import { customerRecord, timelineOf, whatIf } from "./examples/customers.ts";

const { id } = customerRecord();
const path = `/app/customers/${id}`;
const maya = { userId: person().id, name: "Maya Okafor" };
const leo = { userId: "01a1ffb5-2374-76e5-8bef-1ae334d8d7aa", name: "Leo Brandt" };
const tag = { id: "01a1ffb5-2374-76e5-8bef-1ae334d8d7bb", name: "Logistics" };
const concerned = { id, name: "Talia Alvarez", churnRiskScore: 61, churnRiskLevel: 3 as const };
const at = "2026-11-20T09:00:00.000Z";

const task = (changed: Partial<Task> = {}): Task => ({
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d701",
  customer: concerned,
  title: "Ask finance for a new card",
  assignee: maya,
  dueOn: "2026-10-09",
  remindDaysBefore: null,
  isOverdue: true,
  isDueToday: false,
  doneAt: null,
  doneBy: null,
  createdBy: "Maya Okafor",
  createdAt: at,
  version: 1,
  ...changed,
});

const note: Note = {
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d702",
  customerId: id,
  body: "Finance contact changes on Friday. @Leo Brandt can you join?",
  mentioned: [leo],
  author: maya,
  createdAt: at,
  editedAt: null,
  version: 1,
};

const riskCase = (changed: Partial<RiskCase> = {}): RiskCase => ({
  id: "01a1ffb5-2374-76e5-8bef-1ae334d8d703",
  customer: concerned,
  stage: 0,
  reason: "price",
  plan: "Get the card updated, then a call.",
  outcomeNote: "",
  owner: maya,
  value: 14_880,
  currency: "USD",
  scoreThen: 47,
  stages: [{ stage: 0, enteredAt: at, days: 4 }],
  openedBy: "Maya Okafor",
  openedAt: at,
  closedAt: null,
  leftOn: null,
  updatedBy: "Maya Okafor",
  updatedAt: at,
  version: 1,
  ...changed,
});

const listOf = <T>(...items: T[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 50,
  totalPages: 1,
});

function answerCustomer(api: ApiStandIn): void {
  api
    .answer(customerRoutes.get, customerRecord())
    .answer(timelineRoutes.get, timelineOf({}))
    .answer(nextStepRoutes.listDone, { items: [] })
    .answer(nextStepRoutes.effects, { items: [] })
    .answer(whatIfRoutes.customer, ({ body }) => whatIf(body.changes))
    .answer(teamRoutes.listTeam, {
      members: [maya, leo].map(({ userId, name }) => ({
        id: userId,
        firstName: name.split(" ")[0] ?? "",
        lastName: name.split(" ")[1] ?? "",
        email: "",
        companyRole: "Staff" as const,
        isActive: true,
        twoFactorEnabled: false,
        lastSeenAt: null,
      })),
      invitations: [],
      mailLeaves: false,
    });
}

it("keeps who looks after a customer, what it is called, what is to be done and what was said, on its page", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomer(api);
      api
        .answer(workRoutes.keepings, {
          items: [
            {
              customerId: id,
              owner: leo,
              tags: [tag],
              segments: [
                { id: tag.id, name: "Quiet payers", color: "teal", since: "2026-11-01T09:00:00.000Z" },
              ],
              openCase: { id: riskCase().id, stage: 0 },
              recentScores: [30, 61],
              scoreChange: 31,
            },
          ],
        })
        .answer(workRoutes.listNotes, listOf(note))
        .answer(workRoutes.listTasks, ({ query }) =>
          query["state"] === "done"
            ? listOf()
            : listOf(
                task(),
                task({ id: tag.id, title: "Send the report", dueOn: null, isOverdue: false, assignee: null }),
              ),
        )
        .answer(caseRoutes.ofCustomer, { open: riskCase(), closed: [] });
    },
  });
  const { page, api } = opened;
  await page.getByText("At risk, day 5").waitFor();
  await page.getByText("$14,880 a year at stake").waitFor();
  await page.getByText("Late, Oct 9").waitFor();
  await page.getByRole("link", { name: "Quiet payers" }).waitFor();
  await lookEveryWay(page, "work-of-customer");

  // A mention by keyboard: the box keeps the focus, arrows and Enter choose.
  api.answer(workRoutes.addNote, note);
  const box = page.getByLabel("New note");
  await box.click();
  await page.keyboard.type("Ask  today");
  for (const _ of "today ") await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("@le");
  await page.getByRole("option", { name: "Leo Brandt" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Leo Brandt" }).waitFor({ state: "detached" });
  await page.keyboard.type("later");
  expect(await box.inputValue()).toBe("Ask @Leo Brandt later today");
  await page.keyboard.press("Control+Enter");
  expect(await api.called(workRoutes.addNote)).toMatchObject({
    body: { body: "Ask @Leo Brandt later today", mentionedUserIds: [leo.userId] },
  });

  api.answer(workRoutes.changeTask, task({ doneAt: at }));
  await page.getByLabel("Done: Ask finance for a new card").click();
  expect((await api.called(workRoutes.changeTask)).body).toMatchObject({ isDone: true, dueOn: "2026-10-09" });

  api.answer(tagRoutes.remove, {});
  await page.getByRole("button", { name: "Remove tag Logistics" }).click();
  expect((await api.called(tagRoutes.remove)).params).toEqual({ id, tagId: tag.id });

  api.answer(caseRoutes.change, riskCase({ stage: 1, version: 2 }));
  await page.getByRole("button", { name: "Move to Plan" }).click();
  expect((await api.called(caseRoutes.change)).body).toMatchObject({ stage: 1, version: 1 });
});

it("asks on which day a lost customer left, and says at the field what is missing", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomer(api);
      api.answer(caseRoutes.ofCustomer, { open: riskCase(), closed: [] });
    },
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Close case" }).click();
  const dialog = page.getByRole("dialog", { name: "Close the case" });
  await dialog.getByRole("radio", { name: "Lost" }).click();
  await dialog.getByLabel("Left on").fill("");
  await dialog.getByRole("button", { name: "Close case" }).click();
  await dialog.getByText("Say on which day the customer left, or will").waitFor();
  await dialog.getByLabel("Left on").fill("2026-11-18");
  api.refuse(caseRoutes.close, "conflict", {
    message:
      "Leo Brandt changed this case meanwhile. Their version is kept; look at it before you save yours.",
  });
  await dialog.getByRole("button", { name: "Close case" }).click();
  await dialog.getByText(/Leo Brandt changed this case meanwhile/).waitFor();
  expect((await api.called(caseRoutes.close)).body).toMatchObject({
    outcome: "lost",
    leftOn: "2026-11-18",
    reason: "price",
  });
  expect(await dialog.getByLabel("Left on").inputValue()).toBe("2026-11-18");
});

it("shows what another changed of a case while it was open here, keeps what was typed, and saves over it only then", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomer(api);
      api.answer(caseRoutes.ofCustomer, { open: riskCase(), closed: [] });
    },
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the case" });
  await dialog.getByLabel("Plan").fill("Offer the yearly plan");
  const theirs = riskCase({
    stage: 1,
    plan: "Call the new finance contact",
    updatedBy: "Leo Brandt",
    version: 2,
  });
  api.refuse(caseRoutes.change, "conflict", { message: "Leo Brandt changed this case meanwhile." });
  api.whenCalled(caseRoutes.change, () => api.answer(caseRoutes.ofCustomer, { open: theirs, closed: [] }));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Leo Brandt changed this case while you had it open").waitFor();
  await dialog.getByText("Plan: “Call the new finance contact”").waitFor();
  // Not in every size: a page that loses its columns begins its parts anew.
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await dialog.getByLabel("Plan").inputValue()).toBe("Offer the yearly plan");
  api.answer(caseRoutes.change, riskCase({ version: 3 }));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(api.asked(caseRoutes.change).map(({ body }) => body)).toMatchObject([
    { version: 1, stage: 0 },
    // The stage was not touched here: it stays as the other left it.
    { version: 2, stage: 1, plan: "Offer the yearly plan" },
  ]);
});

it("shows what another changed of a task while it was open here, and keeps what was typed", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomer(api);
      api.answer(workRoutes.listTasks, ({ query }) =>
        query["state"] === "done" ? listOf() : listOf(task()),
      );
    },
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Ask finance for a new card" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the task" });
  await dialog.getByLabel("What is to be done").fill("Ask finance for a card today");
  const theirs = task({ title: "Ask the new contact", dueOn: "2026-11-24", isOverdue: false, version: 2 });
  api.refuse(workRoutes.changeTask, "conflict", { message: "This task was changed meanwhile." });
  api.whenCalled(workRoutes.changeTask, () =>
    api.answer(workRoutes.listTasks, ({ query }) => (query["state"] === "done" ? listOf() : listOf(theirs))),
  );
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("This task was changed while you had it open").waitFor();
  await dialog.getByText("What is to be done: Ask the new contact").waitFor();
  await dialog.getByText("Due: Nov 24").waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await dialog.getByLabel("What is to be done").inputValue()).toBe("Ask finance for a card today");
  api.answer(workRoutes.changeTask, task({ version: 3 }));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(api.asked(workRoutes.changeTask).map(({ body }) => body)).toMatchObject([
    { version: 1, title: "Ask finance for a card today", dueOn: "2026-10-09" },
    // The day was not touched here: it stays as the other left it.
    { version: 2, title: "Ask finance for a card today", dueOn: "2026-11-24" },
  ]);
});

it("shows what became of a note while it was open here, and keeps what was typed", async () => {
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomer(api);
      api.answer(workRoutes.listNotes, listOf(note));
    },
  });
  const { page, api } = opened;
  await page.getByRole("button", { name: "Note by Maya Okafor" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const box = page.getByRole("textbox", { name: "Note", exact: true });
  await box.fill("Finance contact changed");
  api.refuse(workRoutes.changeNote, "conflict", { message: "This note was changed meanwhile." });
  api.whenCalled(workRoutes.changeNote, () =>
    api.answer(workRoutes.listNotes, listOf({ ...note, body: "Contact changes on Monday", version: 2 })),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("It says now: “Contact changes on Monday”").waitFor();
  expect(await box.inputValue()).toBe("Finance contact changed");
  api.answer(workRoutes.changeNote, { ...note, version: 3 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await box.waitFor({ state: "detached" });
  expect(api.asked(workRoutes.changeNote).map(({ body }) => body)).toMatchObject([
    { version: 1, body: "Finance contact changed" },
    { version: 2, body: "Finance contact changed" },
  ]);
});

it("shows a Viewer what is kept, and no way to change it", async () => {
  await using opened = await openPage(path, {
    as: person({ companyRole: "Viewer" }),
    api: (api) => {
      answerCustomer(api);
      api
        .answer(workRoutes.listNotes, listOf(note))
        .answer(workRoutes.listTasks, ({ query }) => (query["state"] === "done" ? listOf() : listOf(task())))
        .answer(caseRoutes.ofCustomer, { open: riskCase(), closed: [] });
    },
  });
  const { page } = opened;
  await page.getByText("Late, Oct 9").waitFor();
  for (const name of ["Assign", "Tag", "Move to Plan", "Close case", "Add task"])
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  expect(await page.getByLabel("New note").count()).toBe(0);
  expect(await page.getByLabel(/^Done:/).isDisabled()).toBe(true);
});

it("asks whether the score is right, keeps why not, and says what others said", async () => {
  const { score } = customerRecord();
  const said = {
    id: tag.id,
    verdict: "too_low" as const,
    because: "Their contact has left",
    score: 61,
    scoredAt: score?.scoredAt ?? at,
    saidBy: "Leo Brandt",
    saidAt: "2026-11-21T09:00:00.000Z",
    isMine: false,
  };
  await using opened = await openPage(path, {
    api: (api) => {
      answerCustomer(api);
      api
        .answer(trackRecordRoutes.listFeedback, { items: [said] })
        .answer(trackRecordRoutes.sayOfScore, { ...said, id, verdict: "too_high", isMine: true });
    },
  });
  const { page, api } = opened;
  await page.getByText("Leo Brandt said 1d ago: too low, Their contact has left").waitFor();
  await page.getByRole("button", { name: "Wrong, because…" }).click();
  const dialog = page.getByRole("dialog", { name: "What is wrong with this score?" });
  await dialog.getByLabel(/^Because/).fill("New contract");
  await dialog.getByRole("button", { name: "Save" }).click();
  expect((await api.called(trackRecordRoutes.sayOfScore)).body).toEqual({
    verdict: "too_high",
    because: "New contract",
  });
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Right", exact: true }).click();
  expect((await api.called(trackRecordRoutes.sayOfScore, 2)).body).toEqual({ verdict: "right" });
});

it("is told by person: what is late and due first, cases by what is at stake, and what is over", async () => {
  await using opened = await openPage("/app/work", {
    api: (api) => {
      api
        .answer(workRoutes.summary, { overdue: 1, dueToday: 1, openTasks: 3, openCases: 1 })
        .answer(
          workRoutes.listTasks,
          listOf(
            task(),
            task({ id: tag.id, title: "Call them", isOverdue: false, isDueToday: true }),
            task({ id: leo.userId, title: "Some day", isOverdue: false, dueOn: null }),
          ),
        )
        .answer(caseRoutes.list, listOf(riskCase()));
    },
  });
  const { page, api } = opened;
  await page.getByText("1 task late, 1 due today, 1 open risk case").waitFor();
  // The list comes by a call of its own.
  await page.getByRole("heading", { name: "Late" }).waitFor();
  expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
    "Late",
    "Today",
    "Without a day",
  ]);
  await lookEveryWay(page, "work");
  await page.getByRole("tab", { name: /Risk cases/ }).click();
  await page.getByText("At risk, day 5").waitFor();
  await page.getByRole("radio", { name: "The team's" }).click();
  await page.waitForURL("**/app/work?show=cases&of=team");
  expect((await api.called(caseRoutes.list)).query).toMatchObject({ scope: "mine", state: "open" });
  await lookEveryWay(page, "work-cases");
});

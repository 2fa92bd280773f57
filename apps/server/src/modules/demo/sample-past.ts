import { DAY_MS, HOUR_MS } from "@forestay/contracts";
import { z } from "zod";
import { analysisCompleted, enqueueLookBacks, listLookBacks } from "#modules/analyses/index.ts";
import { listCompanyPeople, type Actor } from "#modules/companies/index.ts";
import { leavingOf, readLeavingRule, readSelection } from "#modules/customers/index.ts";
import { hasStepsDoneBy, writeStepDone } from "#modules/next-steps/index.ts";
import { listFirstSteps, type FirstStep } from "#modules/scoring/index.ts";
import { matureScores } from "#modules/track-record/index.ts";
import { withTenant, type Tx } from "#platform/db/transaction.ts";
import { on } from "#platform/events/domain-events.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { ModuleContext } from "#platform/module.ts";
import { isSampleCompany, isSampleItself } from "./sample-mark.ts";
import { keepSampleSegments } from "./sample-segments.ts";
import { STEP_MS } from "./simulator/hazard.ts";

/**
 * The months before today that the sample company has analysed: the horizon of three of them has passed, so that their
 * outcomes are known, and the two after them fill the time until now.
 */
const MONTHS_BEFORE = [5, 4, 3, 2, 1];
/** Of these, at highest risk in each month, the sample's staff took the first step with every second. */
const LISTED_A_MONTH = 120;
const DAYS_OF_WORK = 10;

/** Has the sample analysed as of its last months' ends, from what it had recorded by then (decision 0058). */
export function enqueueSamplePast(
  tx: Tx,
  { jobs }: Pick<ModuleContext, "jobs">,
  companyId: string,
  nowMs: number,
): Promise<void> {
  const days = MONTHS_BEFORE.map((months) => new Date(nowMs - months * STEP_MS));
  return enqueueLookBacks(tx, { jobs }, companyId, { job: true, companyId, askedBy: null }, days);
}

/** What the sample's people did about those scores, and what became of these. */
export const followUpJob = defineJob({
  name: "demo.follow-up",
  schema: z.object({ companyId: z.uuid() }),
  async handler({ db, clock, jobs, signal, payload: { companyId } }) {
    await keepSampleSegments({ db, jobs, clock }, companyId);
    await takeSteps({ db, clock }, companyId);
    await matureScores(db, companyId, clock.now(), signal);
  },
});

/** Today's analysis follows those of the months before: after it all of them are there. */
export const followUp = on(analysisCompleted, async (tx, { companyId }, { jobs }) => {
  if (await isSampleCompany(tx, companyId)) await jobs.enqueue(tx, followUpJob, { companyId });
});

/** Marks steps as done in the months that were looked back to, once. The simulated hazards know nothing of them: they change nothing. */
async function takeSteps({ db, clock }: Pick<ModuleContext, "db" | "clock">, companyId: string) {
  const planned = await withTenant(db, companyId, (tx) => planSteps(tx, companyId));
  const there = new Map<string, Date>();
  const rule = await withTenant(db, companyId, (tx) => readLeavingRule(tx, companyId, clock.now()));
  const customerIds = [...new Set(planned.map(({ customerId }) => customerId))];
  for await (const batch of readSelection(db, companyId, { customerIds }, { now: clock.now() }))
    for (const customer of batch) there.set(customer.id, leavingOf(customer, rule).leftAt ?? clock.now());
  await withTenant(db, companyId, async (tx) => {
    const last = planned.at(-1);
    if (last === undefined || (await hasStepsDoneBy(tx, companyId, last.doneAt))) return;
    const actor = await findSampleStaff(tx, companyId);
    for (const step of planned)
      if (step.doneAt < (there.get(step.customerId) ?? 0)) await writeStepDone(tx, companyId, actor, step);
  });
}

type PlannedStep = FirstStep & { doneAt: Date };

/** Every second of the customers at highest risk in each month, over the working days that followed. */
async function planSteps(tx: Tx, companyId: string): Promise<PlannedStep[]> {
  const planned: PlannedStep[] = [];
  for (const { analysisId, asOf } of await listLookBacks(tx, companyId)) {
    const steps = await listFirstSteps(tx, companyId, analysisId, LISTED_A_MONTH);
    for (const [index, step] of steps.entries()) {
      if (index % 2 === 1) continue;
      const day = 1 + ((index / 2) % DAYS_OF_WORK);
      const hour = 9 + (Math.floor(index / 2 / DAYS_OF_WORK) % 8);
      planned.push({ ...step, doneAt: new Date(asOf.getTime() + day * DAY_MS + hour * HOUR_MS) });
    }
  }
  return planned.sort((a, b) => b.doneAt.getTime() - a.doneAt.getTime());
}

/** In the sample company its Staff; in people's own nobody of them has done it. */
async function findSampleStaff(tx: Tx, companyId: string): Promise<Actor> {
  const people = (await isSampleItself(tx, companyId)) ? await listCompanyPeople(tx, companyId) : [];
  const staff = people.find(({ companyRole }) => companyRole === "Staff");
  return staff === undefined ? { job: true, companyId, askedBy: null } : { userId: staff.userId, companyId };
}

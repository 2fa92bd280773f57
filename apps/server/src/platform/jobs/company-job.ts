import { z } from "zod";
import { withSystem, withTenant, type Tx } from "#platform/db/transaction.ts";
import { defineJob, type JobDefinition, type JobOptions, type JobRun } from "./job.ts";

const companySchema = z.object({ companyId: z.uuid() });
const cronSchema = z.object({});

type OfCompany = typeof companySchema;

export interface CompanyJobOptions extends Pick<
  JobOptions<OfCompany>,
  | "name"
  | "retryLimit"
  | "concurrency"
  | "pollSeconds"
  | "expireInSeconds"
  | "keepFinishedSeconds"
  | "onExhausted"
> {
  /** Five-field cron expression in UTC. */
  cron: string;
  listCompanyIds(tx: Tx): Promise<readonly string[]>;
  /** Whether a company has anything to do now, asked cheaply in its own transaction; always, if not given. */
  isDue?(tx: Tx, companyId: string, now: Date): Promise<boolean>;
  /** Idempotent, as every job's; it may find nothing left to do. */
  handler(run: JobRun<z.output<OfCompany>>): Promise<void>;
}

/** Both stand in the module's `jobs`. */
export interface CompanyJob {
  /** Looks who is due and enqueues. */
  cron: JobDefinition<typeof cronSchema>;
  /** `<name>-company`: the work of one company. */
  company: JobDefinition<OfCompany>;
}

/** For `later`: news of a company wakes its job, which waits once and runs once at a time however many come. */
export const ofCompany = ({ companyId }: { companyId: string }) => ({
  singletonKey: companyId,
  groupKey: companyId,
});

/**
 * What is to be done for every company now and then: the cron only enqueues one job for each that is due, so that one
 * company's failure or length holds up nobody else and each is tried again alone. One waits at a time for a company
 * and one runs, however often the cron comes by.
 */
export function defineCompanyJob(options: CompanyJobOptions): CompanyJob {
  const { name, cron, listCompanyIds, isDue, ...rest } = options;
  const company = defineJob({
    ...rest,
    name: `${name}-company`,
    schema: companySchema,
    dedupeWaiting: true,
    onePerGroup: true,
  });
  return {
    company,
    cron: defineJob({
      name,
      schema: cronSchema,
      cron,
      ...(rest.keepFinishedSeconds !== undefined && { keepFinishedSeconds: rest.keepFinishedSeconds }),
      async handler({ db, jobs, clock, signal }) {
        const failures: unknown[] = [];
        for (const companyId of await withSystem(db, listCompanyIds)) {
          signal.throwIfAborted();
          await withTenant(db, companyId, async (tx) => {
            if (isDue && !(await isDue(tx, companyId, clock.now()))) return;
            await jobs.enqueue(tx, company, { companyId }, ofCompany({ companyId }));
          }).catch((error: unknown) => failures.push(error));
        }
        // The next attempt asks everyone again: who waits already is not added twice.
        if (failures.length > 0) throw new AggregateError(failures, "Some companies could not be looked at");
      },
    }),
  };
}

import type { CompanyRole, PlatformRole } from "@forestay/contracts";
import {
  createCompany,
  createUser,
  deleteCompany,
  findDemoCompany,
  hasCompanies,
  hasPeople,
} from "#modules/companies/index.ts";
import { loadDemoCustomers, loadOtherCustomers } from "#modules/demo/index.ts";
import type { Database } from "#platform/db/database.ts";
import { withSystem } from "#platform/db/transaction.ts";
import type { ModuleContext } from "#platform/module.ts";

/** Printed by `npm start`, and only ever made in a demo. */
export const DEMO_PASSWORD = "forestay-demo";

interface DemoSignIn {
  email: string;
  firstName: string;
  lastName: string;
  companyRole: CompanyRole;
  platformRole: PlatformRole;
}

const demoSignIns: readonly DemoSignIn[] = [
  {
    email: "owner@demo.forestay.test",
    firstName: "Olive",
    lastName: "Owner",
    companyRole: "Owner",
    platformRole: "User",
  },
  {
    email: "staff@demo.forestay.test",
    firstName: "Stan",
    lastName: "Staff",
    companyRole: "Staff",
    platformRole: "User",
  },
  {
    email: "viewer@demo.forestay.test",
    firstName: "Vera",
    lastName: "Viewer",
    companyRole: "Viewer",
    platformRole: "User",
  },
  {
    email: "admin@demo.forestay.test",
    firstName: "Ada",
    lastName: "Admin",
    companyRole: "Viewer",
    platformRole: "Admin",
  },
  {
    email: "moderator@demo.forestay.test",
    firstName: "Mo",
    lastName: "Moderator",
    companyRole: "Viewer",
    platformRole: "Moderator",
  },
];
const OTHER_OWNER = "owner@other.forestay.test";

/**
 * Loads the labelled demo company into a database without companies. Its people come last: a demo
 * company without people is a start that was interrupted, and is made anew.
 */
export async function seedDemoWhenEmpty(context: ModuleContext): Promise<void> {
  const { db, log, clock } = context;
  const companyId = await withSystem(db, async (tx) => {
    const unfinished = await findDemoCompany(tx);
    if (unfinished && !(await hasPeople(tx, unfinished.id))) await deleteCompany(tx, unfinished.id);
    if (await hasCompanies(tx)) return null;
    return (await createCompany(tx, { name: "Northwind Software", isDemo: true })).id;
  });
  if (companyId === null) return;

  const startedAtMs = clock.now().getTime();
  await loadDemoCustomers(context, companyId);
  const otherId = await withSystem(db, async (tx) => {
    for (const { companyRole, ...person } of demoSignIns) {
      await createUser(tx, { ...person, ...ready, company: { id: companyId, role: companyRole } });
    }
    // A second company, to show that neither sees the other.
    const other = await createCompany(tx, { name: "Other Company" });
    await createUser(tx, {
      email: OTHER_OWNER,
      firstName: "Otto",
      lastName: "Other",
      ...ready,
      company: { id: other.id, role: "Owner" },
    });
    return other.id;
  });
  await loadOtherCustomers(context, otherId);
  log.info({ durationMs: clock.now().getTime() - startedAtMs }, "demo company loaded");
}

const ready = { password: DEMO_PASSWORD, onboardingCompleted: true };

/** The demo sign-ins in words, as long as the demo company is there. */
export async function demoGreeting(db: Database): Promise<string> {
  const demo = await withSystem(db, (tx) => findDemoCompany(tx));
  if (!demo) return "";
  const lines = demoSignIns.map(
    ({ email, companyRole, platformRole }) =>
      `    ${email.padEnd(32)} ${platformRole === "User" ? `company ${companyRole}` : `platform ${platformRole}`}`,
  );
  return [
    `\n  Sample company "${demo.name}", password for all: ${DEMO_PASSWORD}\n`,
    ...lines,
    `    ${OTHER_OWNER.padEnd(32)} Owner of a second company\n`,
  ].join("\n");
}

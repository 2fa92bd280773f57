import {
  type onboardingBody,
  type onboardingRoutes,
  type onboardingStateSchema,
  onboardingSteps,
} from "@forestay/contracts";
import type { z } from "zod";
import { readEditableScoring } from "#modules/analyses/index.ts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { checkNewPassword } from "#modules/auth/index.ts";
import {
  completeOnboarding,
  findAccountById,
  findOnboardingProgress,
  findUserById,
  readCompanySettings,
  setNames,
  setOnboardingStep,
  setPassword,
  updateCompanySettings,
  withCompanyOf,
  type CompanyFields,
} from "#modules/companies/index.ts";
import { enqueueSampleLoad } from "#modules/demo/index.ts";
import { changeScoring, checkCurrencyChange } from "#modules/settings/index.ts";
import type { Tx } from "#platform/db/transaction.ts";
import type { SignedInUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";

type Body = z.output<typeof onboardingBody>;
type State = z.input<typeof onboardingStateSchema>;
type Answer = z.input<typeof onboardingRoutes.saveOnboarding.response>;

/** How far a person's onboarding has come, with what was saved. */
export function readOnboarding(context: ModuleContext, user: SignedInUser): Promise<State> {
  return withCompanyOf(context.db, user, (tx) => readState(context, tx, user));
}

/**
 * Saves a step, and with `complete` ends onboarding: names and the company's name are needed by then, the rest may be
 * skipped. Only an Owner answers for the company. Throws `invalid_state` once it is over: from then on names and company are
 * changed in Settings.
 */
export async function saveOnboarding(
  context: ModuleContext,
  user: SignedInUser,
  body: Body,
): Promise<Answer> {
  const password = body.profile?.password;
  if (password !== undefined) await checkNewPassword(password, user.email, "profile.password");
  return withCompanyOf(context.db, user, async (tx) => {
    await requireOnTheWay(tx, user.userId);
    if (body.profile) await saveProfile(tx, user, body.profile);
    if (body.company ?? body.churn ?? body.data) await saveForCompany(context, tx, user, body);
    const index = onboardingSteps.indexOf(body.step);
    await setOnboardingStep(tx, user.userId, onboardingSteps[index + 1] ?? body.step);
    const state = await readState(context, tx, user);
    if (body.complete) await complete(context, tx, user, state);
    const profile = await findUserById(tx, user.userId);
    if (!profile) throw new AppError("unauthenticated");
    return { user: profile, state };
  });
}

/** Holds the row, so that of two answers at once the second one finds it over. */
async function requireOnTheWay(tx: Tx, userId: string): Promise<void> {
  const person = await findOnboardingProgress(tx, userId, { forUpdate: true });
  if (!person) throw new AppError("unauthenticated");
  if (person.isCompleted) {
    throw new AppError("invalid_state", { message: "You are set up already. Change it under Settings." });
  }
}

async function readState({ config }: ModuleContext, tx: Tx, user: SignedInUser): Promise<State> {
  const account = await findAccountById(tx, user.userId);
  const profile = await findUserById(tx, user.userId);
  const progress = await findOnboardingProgress(tx, user.userId);
  if (!account || !profile || !progress) throw new AppError("unauthenticated");
  const { companyId } = user;
  const company = companyId === null ? null : await readCompanySettings(tx, companyId);
  const scoring = companyId === null ? null : await readEditableScoring(tx, companyId);
  return {
    nextStep: progress.step as State["nextStep"],
    hasPassword: account.passwordHash !== null,
    isOwner: user.companyRole === "Owner",
    firstName: profile.firstName,
    lastName: profile.lastName,
    company: company
      ? {
          ...(company.name === "" ? {} : { name: company.name }),
          ...(company.size === null ? {} : { size: company.size }),
          ...(company.businessModel === null ? {} : { businessModel: company.businessModel }),
          currency: company.currency,
          timeZone: company.timeZone,
        }
      : {},
    churn: {
      definition: scoring?.churnDefinition ?? "cancelled",
      inactiveDays: scoring?.inactiveDays ?? 60,
    },
    demoAvailable: config.demo && user.companyRole === "Owner",
  };
}

async function saveProfile(tx: Tx, user: SignedInUser, profile: NonNullable<Body["profile"]>): Promise<void> {
  const { firstName, lastName } = profile;
  const before = await findUserById(tx, user.userId);
  if (!before) throw new AppError("unauthenticated");
  await setNames(tx, user.userId, { firstName, lastName });
  const changes = changesOf<{ firstName: string; lastName: string }>(before, { firstName, lastName });
  if (changes) {
    await recordAudit(tx, user, {
      action: "account.profile_changed",
      target: user.email,
      targetId: user.userId,
      ...changes,
    });
  }
  if (profile.password === undefined) return;
  const account = await findAccountById(tx, user.userId);
  // Only the first password: later it takes the current one, or a code to the address.
  if (account?.passwordHash !== null) return;
  await setPassword(tx, user.userId, profile.password);
  await recordAudit(tx, user, {
    action: "account.password_set",
    target: user.email,
    targetId: user.userId,
  });
}

async function saveForCompany(
  context: ModuleContext,
  tx: Tx,
  user: SignedInUser,
  { company, churn, data }: Body,
): Promise<void> {
  const { companyId } = user;
  if (companyId === null || user.companyRole !== "Owner") {
    throw new AppError("forbidden", { message: "Only an Owner answers for the company." });
  }
  if (company) {
    const { name, currency, timeZone, size, businessModel } = company;
    const fields = {
      name,
      currency,
      timeZone,
      ...(size === undefined ? {} : { size }),
      ...(businessModel === undefined ? {} : { businessModel }),
    };
    const before = await readCompanySettings(tx, companyId);
    await checkCurrencyChange(tx, companyId, { from: before.currency, to: currency }, "company.");
    await updateCompanySettings(tx, companyId, fields, "company.");
    const changes = changesOf<Partial<CompanyFields>>(before, fields);
    if (changes) {
      await recordAudit(tx, user, {
        action: "company.settings_changed",
        target: name,
        targetId: companyId,
        ...changes,
      });
    }
  }
  if (churn) {
    const { definition, inactiveDays } = churn;
    await changeScoring(tx, context, { ...user, companyId }, { churnDefinition: definition, inactiveDays });
  }
  if (data?.choice === "demo") {
    await enqueueSampleLoad(context, tx, companyId);
    await recordAudit(tx, user, { action: "company.sample_loaded" });
  }
}

async function complete({ clock }: ModuleContext, tx: Tx, user: SignedInUser, state: State): Promise<void> {
  const fields: Record<string, string> = {};
  if (state.firstName === "") fields["profile.firstName"] = "Required";
  if (state.lastName === "") fields["profile.lastName"] = "Required";
  if (state.isOwner && state.company.name === undefined) fields["company.name"] = "Required";
  if (Object.keys(fields).length > 0) throw new AppError("validation_failed", { fields });
  if (await completeOnboarding(tx, user.userId, clock.now())) {
    await recordAudit(tx, user, {
      action: "account.onboarded",
      target: user.email,
      targetId: user.userId,
    });
  }
}

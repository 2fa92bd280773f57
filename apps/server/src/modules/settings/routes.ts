import { isSameChurnRule, settingsRoutes } from "@forestay/contracts";
import { churnRuleOf, readEditableScoring } from "#modules/analyses/index.ts";
import { previewChurn } from "#modules/outcomes/index.ts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { readCompanySettings, tellCompanyChanged, updateCompanySettings } from "#modules/companies/index.ts";
import { countByLevel } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { mayPass, type CompanyUser } from "#platform/http/actor.ts";
import { AppError } from "#platform/http/app-error.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { checkCurrencyChange } from "./change-currency.ts";
import { changeScoring } from "./change-scoring.ts";

/** Binds the company's settings and how its customers are scored. */
export function bindSettingsRoutes(api: Api, { db, jobs, clock }: ModuleContext): void {
  bind(api, settingsRoutes.getSettings, ({ user }) =>
    withTenant(db, user.companyId, (tx) => readCompanySettings(tx, user.companyId)),
  );

  bind(api, settingsRoutes.updateSettings, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const before = await readCompanySettings(tx, user.companyId);
      if (body.currency !== before.currency) requireManager(user, "currency", "changes the currency");
      if (body.churnDate !== undefined && body.churnDate !== before.churnDate)
        requireManager(user, "churnDate", "decides when a canceled subscription counts as churned");
      await checkCurrencyChange(tx, user.companyId, { from: before.currency, to: body.currency });
      await updateCompanySettings(tx, user.companyId, body);
      const after = await readCompanySettings(tx, user.companyId);
      const changes = changesOf(inAudit(before), inAudit(after));
      if (changes) {
        await recordAudit(tx, user, {
          action: "company.settings_changed",
          target: after.name,
          targetId: user.companyId,
          ...changes,
        });
        await tellCompanyChanged(tx, user.companyId);
      }
      return after;
    }),
  );

  bind(api, settingsRoutes.getScoring, ({ user }) =>
    withTenant(db, user.companyId, (tx) => readEditableScoring(tx, user.companyId)),
  );

  bind(api, settingsRoutes.previewScoring, ({ body, user }) =>
    withTenant(db, user.companyId, (tx) => countByLevel(tx, user.companyId, body.riskBands)),
  );

  bind(api, settingsRoutes.previewChurn, ({ body, user }) =>
    withTenant(db, user.companyId, (tx) =>
      previewChurn(tx, user.companyId, { inactiveDays: body.inactiveDays, now: clock.now() }),
    ),
  );

  bind(api, settingsRoutes.updateScoring, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const before = await readEditableScoring(tx, user.companyId);
      if (!isSameChurnRule(churnRuleOf(before), churnRuleOf(body))) {
        requireManager(user, "churnDefinition", "decides what counts as having left");
      }
      return changeScoring(tx, { jobs, clock }, user, body);
    }),
  );
}

/** What changes every number of the company is its Owner's, in a form that Staff may send otherwise. */
function requireManager(user: CompanyUser, field: string, deed: string): void {
  if (mayPass("company:manage", user)) return;
  throw new AppError("forbidden", { fields: { [field]: `Only an Owner ${deed}` } });
}

/** A logo is too big to keep twice for each change: the log says that it changed. */
function inAudit<T extends { logo: string | null }>(settings: T) {
  return { ...settings, logo: settings.logo === null ? null : `image of ${settings.logo.length} characters` };
}

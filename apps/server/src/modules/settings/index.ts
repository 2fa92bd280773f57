import { isSameChurnRule, settingsRoutes } from "@forestay/contracts";
import {
  churnRuleOf,
  readEditableScoring,
  retrainForChurnRule,
  writeEditableScoring,
} from "#modules/analyses/index.ts";
import { previewChurn } from "#modules/outcomes/index.ts";
import { changesOf, recordAudit } from "#modules/audit/index.ts";
import { readCompanySettings, updateCompanySettings } from "#modules/companies/index.ts";
import { countByLevel } from "#modules/customers/index.ts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import type { ServerModule } from "#platform/server-module.ts";
import { relevelJob } from "./relevel-job.ts";

/** The company's own settings, and how its customers are scored. */
export const settingsModule: ServerModule = {
  name: "settings",
  routes: bindSettingsRoutes,
  jobs: [relevelJob],
};

function bindSettingsRoutes(api: Api, { db, jobs, clock }: ModuleContext): void {
  bind(api, settingsRoutes.getSettings, ({ user }) =>
    withTenant(db, user.companyId, (tx) => readCompanySettings(tx, user.companyId)),
  );

  bind(api, settingsRoutes.updateSettings, ({ body, user }) =>
    withTenant(db, user.companyId, async (tx) => {
      const before = await readCompanySettings(tx, user.companyId);
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
      const after = await writeEditableScoring(tx, user.companyId, body);
      const changes = changesOf(before, after);
      if (changes) {
        await recordAudit(tx, user, { action: "company.scoring_changed", ...changes });
      }
      if (changes && "riskBands" in changes.after) {
        const { companyId } = user;
        await jobs.enqueue(tx, relevelJob, { companyId }, { groupKey: companyId });
      }
      const isSameQuestion =
        isSameChurnRule(churnRuleOf(before), churnRuleOf(after)) &&
        before.trueLeavingShare === after.trueLeavingShare;
      if (!isSameQuestion) await retrainForChurnRule(tx, { jobs, clock }, user.companyId);
      return after;
    }),
  );
}

/** A logo is too big to keep twice for each change: the log says that it changed. */
function inAudit<T extends { logo: string | null }>(settings: T) {
  return { ...settings, logo: settings.logo === null ? null : `image of ${settings.logo.length} characters` };
}

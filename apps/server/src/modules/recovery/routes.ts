import {
  paymentLinkRoutes,
  recoveryCardRoutes,
  recoveryPolicyRoutes,
  recoveryRoutes,
  recoveryWorkRoutes,
} from "@forestay/contracts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { listCards, previewCardMessage } from "./cards/list-cards.ts";
import { markCase, pauseCase, resumeCase, unmarkCase } from "./decide-case.ts";
import { lookAtLink, makeLink, openLink } from "./follow-link.ts";
import { listCases } from "./list-cases.ts";
import { readPolicies, saveDraft, usePolicy } from "./policies.ts";
import { readRecovery } from "./read-recovery.ts";
import { replay } from "./replay.ts";
import { readBanner } from "./work/banner.ts";
import { readCase } from "./work/case-history.ts";
import { previewOf } from "./work/preview.ts";
import { readResults } from "./work/read-results.ts";
import { readSettings, saveSettings } from "./work/settings.ts";
import { retryNow } from "./work/try-payment.ts";
import { sendLink } from "./work/write-to-customer.ts";

/** Binds failed payments: what became of them, one by one, and what people decide. */
export function bindRecoveryRoutes(api: Api, context: ModuleContext): void {
  const { db, clock } = context;
  bind(api, recoveryRoutes.get, ({ query, user }) => readRecovery(db, user.companyId, query, clock.now()));
  bind(api, recoveryRoutes.cases, ({ query, user }) => listCases(db, user.companyId, query, clock.now()));
  bind(api, recoveryRoutes.pause, ({ params, user }) => pauseCase(context, user, params.id));
  bind(api, recoveryRoutes.resume, ({ params, user }) => resumeCase(context, user, params.id));
  bind(api, recoveryRoutes.mark, ({ params, body, user }) => markCase(context, user, params.id, body));
  bind(api, recoveryRoutes.link, ({ params, user }) => makeLink(context, user, params.id));
  bind(api, recoveryRoutes.unmark, ({ params, user }) => unmarkCase(context, user, params.id));
}

/** Binds what happens after a payment failed, as the company decides it. */
export function bindPolicyRoutes(api: Api, context: ModuleContext): void {
  bind(api, recoveryPolicyRoutes.get, ({ user }) => readPolicies(context, user.companyId));
  bind(api, recoveryPolicyRoutes.save, ({ body, user }) => saveDraft(context, user, body));
  bind(api, recoveryPolicyRoutes.use, ({ user }) => usePolicy(context, user));
  bind(api, recoveryPolicyRoutes.replay, ({ body, user }) => replay(context, user.companyId, body));
}

/** Binds cards that end before their next payment. */
export function bindCardRoutes(api: Api, context: ModuleContext): void {
  bind(api, recoveryCardRoutes.list, ({ query, user }) => listCards(context, user.companyId, query));
  bind(api, recoveryCardRoutes.preview, ({ body, user }) =>
    previewCardMessage(context, user.companyId, body),
  );
}

/** Binds what a customer who holds the link of a failed payment may ask, without signing in. */
export function bindLinkRoutes(api: Api, context: ModuleContext): void {
  bind(api, paymentLinkRoutes.look, ({ params }) => lookAtLink(context, params.token));
  bind(api, paymentLinkRoutes.open, ({ params }) => openLink(context, params.token));
}

/** Binds what is done about failed payments from here, and what it brought. */
export function bindWorkRoutes(api: Api, context: ModuleContext): void {
  bind(api, recoveryWorkRoutes.settings, ({ user }) => readSettings(context, user.companyId));
  bind(api, recoveryWorkRoutes.saveSettings, ({ body, user }) => saveSettings(context, user, body));
  bind(api, recoveryWorkRoutes.preview, ({ body, user }) => previewOf(context, user.companyId, body));
  bind(api, recoveryWorkRoutes.detail, ({ params, user }) => readCase(context, user.companyId, params.id));
  bind(api, recoveryWorkRoutes.sendLink, ({ params, user }) => sendLink(context, user, params.id));
  bind(api, recoveryWorkRoutes.retry, ({ params, user }) => retryNow(context, user, params.id));
  bind(api, recoveryWorkRoutes.results, ({ query, user }) => readResults(context, user.companyId, query));
  bind(api, recoveryWorkRoutes.banner, ({ query, user }) => readBanner(context, user.companyId, query));
}

import { writeBackRoutes } from "@forestay/contracts";
import { withTenant } from "#platform/db/transaction.ts";
import { bind, type Api } from "#platform/http/bind.ts";
import type { ModuleContext } from "#platform/module.ts";
import { changeWriteBack, readWriteBack, retryWriteBack, takerOf } from "./write-back.ts";
import { listUnwritten } from "./written-rows.ts";

export function bindWriteBackRoutes(api: Api, context: ModuleContext): void {
  bind(api, writeBackRoutes.get, ({ params, user }) =>
    readWriteBack(context, user.companyId, takerOf(params.provider)),
  );
  bind(api, writeBackRoutes.change, async ({ params, body, user }) => {
    const provider = takerOf(params.provider);
    await changeWriteBack(context, user, provider, body.isOn);
    return readWriteBack(context, user.companyId, provider);
  });
  bind(api, writeBackRoutes.failures, ({ params, query, user: { companyId } }) =>
    withTenant(context.db, companyId, (tx) => listUnwritten(tx, companyId, takerOf(params.provider), query)),
  );
  bind(api, writeBackRoutes.retry, async ({ params, body, user }) => {
    const provider = takerOf(params.provider);
    await retryWriteBack(context, user, provider, body.sourceIds);
    return readWriteBack(context, user.companyId, provider);
  });
}

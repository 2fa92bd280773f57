import { customerRoutes, nextStepRoutes, whatIfRoutes } from "@forestay/contracts";
import type { CustomerDetail } from "@forestay/contracts";
import type { ApiStandIn } from "../../harness/api-stand-in.ts";
import { customerRecord, lastLogin, whatIf } from "./customers.ts";

/** All that the page of this customer asks. */
export function answerCustomerPage(api: ApiStandIn, record: CustomerDetail = customerRecord()): void {
  api
    .answer(customerRoutes.get, record)
    .answer(customerRoutes.events, { items: [lastLogin], totalCount: 1, page: 1, pageSize: 6, totalPages: 1 })
    .answer(nextStepRoutes.listDone, { items: [] })
    .answer(nextStepRoutes.effects, { items: [] })
    .answer(whatIfRoutes.customer, ({ body }) => whatIf(body.changes));
}

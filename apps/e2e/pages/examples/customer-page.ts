import { customerRoutes, nextStepRoutes, timelineRoutes, whatIfRoutes } from "@forestay/contracts";
import type { CustomerDetail } from "@forestay/contracts";
import type { ApiStandIn } from "../../harness/api-stand-in.ts";
import { customerRecord, timelineOf, whatIf } from "./customers.ts";

/** All that the page of this customer asks. */
export function answerCustomerPage(api: ApiStandIn, record: CustomerDetail = customerRecord()): void {
  api
    .answer(customerRoutes.get, record)
    .answer(timelineRoutes.get, timelineOf({}))
    .answer(customerRoutes.valueSources, {
      values: [
        { field: "email", source: "system", name: "stripe", since: "2026-11-22T08:00:00.000Z" },
        { field: "plan", source: "ledger", name: null, since: "2026-11-20T08:00:00.000Z" },
        {
          field: "attributes.seats",
          source: "import",
          name: "accounts-q3.csv",
          since: "2026-09-29T08:00:00.000Z",
        },
      ],
    })
    .answer(nextStepRoutes.listDone, { items: [] })
    .answer(nextStepRoutes.effects, { items: [] })
    .answer(whatIfRoutes.customer, ({ body }) => whatIf(body.changes));
}

import type { Routes } from "../../kit/index.ts";
import { periodEnd } from "../billing/line-amounts.ts";
import { runBilling } from "../billing/run-billing.ts";
import { invalid } from "../stripe-errors.ts";
import type { TestClock } from "../objects.ts";
import type { StripeAccount } from "../stripe-account.ts";
import { deleteCustomer } from "./customers.ts";
import { found, listPage, oneOf, shown } from "../wire/list-page.ts";
import { allowOnly, textOf, wholeOf } from "../wire/parameters.ts";

/** `/v1/test_helpers/test_clocks`: customers on a clock are billed when it is advanced. */
export function testClockRoutes(account: StripeAccount): Routes {
  const asked = (request: { params: Record<string, string> }) =>
    found(account.testClocks, request.params["id"] ?? "", "test clock");
  return {
    "GET /v1/test_helpers/test_clocks": (request) =>
      listPage(account, request, account.testClocks, { kind: "test clock" }),
    "GET /v1/test_helpers/test_clocks/:id": (request) =>
      oneOf(account, request, account.testClocks, "test clock"),
    "POST /v1/test_helpers/test_clocks": (request) => {
      allowOnly(request.form, ["frozen_time", "name"]);
      const frozenTime = wholeOf(request.form, "frozen_time");
      if (frozenTime === undefined) throw invalid("Missing required param: frozen_time.", "frozen_time");
      const clock: TestClock = {
        id: account.newId("clock"),
        object: "test_helpers.test_clock",
        created: account.now(),
        deletes_after: account.now() + 30 * 86_400,
        frozen_time: frozenTime,
        livemode: false,
        name: textOf(request.form, "name") ?? null,
        status: "ready",
        status_details: {},
      };
      account.testClocks.put(clock);
      account.emit("test_helpers.test_clock.created", clock);
      return shown(account, request, clock);
    },
    "POST /v1/test_helpers/test_clocks/:id/advance": (request) => {
      allowOnly(request.form, ["frozen_time"]);
      const clock = asked(request);
      const to = wholeOf(request.form, "frozen_time");
      if (to === undefined || to <= clock.frozen_time)
        throw invalid("The new frozen_time must be after the present one.", "frozen_time");
      const subscriptions = [...account.subscriptions.all()].filter((one) => one.test_clock === clock.id);
      for (const one of subscriptions) {
        const [item] = one.items.data;
        if (!item || one.ended_at !== null) continue;
        const once = periodEnd(clock.frozen_time, item.price, clock.frozen_time);
        if (to > periodEnd(once, item.price, clock.frozen_time))
          throw invalid("A test clock advances at most two billing intervals at a time.", "frozen_time");
      }
      account.emit("test_helpers.test_clock.advancing", { ...clock, status: "advancing" });
      runBilling(account, subscriptions, to);
      clock.frozen_time = to;
      account.emit("test_helpers.test_clock.ready", clock);
      return shown(account, request, clock);
    },
    "DELETE /v1/test_helpers/test_clocks/:id": (request) => {
      const clock = asked(request);
      for (const one of account.customers.all())
        if (one.test_clock === clock.id) deleteCustomer(account, one);
      account.testClocks.delete(clock.id);
      return { status: 200, body: { id: clock.id, object: "test_helpers.test_clock", deleted: true } };
    },
  };
}

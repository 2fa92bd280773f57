import { deliveryStatuses, deliveryStatusWords, webhookKinds } from "@forestay/contracts/wire";
import type { Webhook, WebhookDelivery, WebhookKind } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { NoResults } from "@/components/ui/empty-state.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatExactTime } from "@/lib/format/index.ts";
import { cn } from "@/lib/style/cn.ts";
import { choice, defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { webhookQueries } from "../../api/webhook-queries.ts";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { clockTime, kindWords, outcomeWords, statusTones } from "./webhook-words.ts";

const kinds = [...(Object.keys(webhookKinds) as WebhookKind[]), "ping"] as const;
const listState = defineUrlState({
  status: choice(deliveryStatuses),
  kind: choice(kinds),
  page: pageNumber(),
});
const all = "all";

/** What an address was sent, newest first, each opened in its place. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const [{ status, kind, page }, change] = useUrlState(listState);
  const query = {
    page,
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
  };
  const deliveries = useQuery(webhookQueries.deliveries(webhook.id, query));
  const isFiltered = status !== undefined || kind !== undefined;
  const chosen = <T extends string>(value: T | typeof all) => (value === all ? undefined : value);
  return (
    <section aria-label="Deliveries">
      <div className="flex flex-wrap items-center gap-2.5 border-b border-line px-4 py-2.5 md:px-6">
        <h2 className="m-0 mr-auto text-body font-strong text-ink">Deliveries</h2>
        <Select
          label="State"
          size="sm"
          className="w-34"
          value={status ?? all}
          onChange={(value) => change({ status: chosen(value), page: 1 })}
          options={[
            { value: all, label: "All states" },
            ...deliveryStatuses.map((value) => ({ value, label: deliveryStatusWords[value] })),
          ]}
        />
        <Select
          label="Kind"
          size="sm"
          className="w-46"
          value={kind ?? all}
          onChange={(value) => change({ kind: chosen(value), page: 1 })}
          options={[
            { value: all, label: "All kinds" },
            ...kinds.map((value) => ({ value, label: kindWords(value) })),
          ]}
        />
      </div>
      <ListFrame
        query={deliveries}
        noun="deliveries"
        failed="Deliveries did not load"
        skeleton={<ListSkeleton rows={4} />}
        empty={
          <p className="m-0 px-4 py-5 text-ui text-ink-2 md:px-6">
            Nothing was sent yet. What happens from now on is listed here for 30 days.
          </p>
        }
        {...(isFiltered ? { noMatch: <NoResults title="No delivery matches" /> } : {})}
        onPage={(next) => change({ page: next })}
        hidesSinglePage
      >
        {({ items }) => (
          <ul className="m-0 list-none divide-y divide-line p-0">
            {items.map((delivery) => (
              <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const [open, setOpen] = useState(false);
  const detailId = useId();
  const { status, kind, attempts, createdAt, nextTryAt } = delivery;
  const tries = attempts > 1 ? `${attempts} tries` : null;
  const next =
    status === "waiting" && attempts > 0 && nextTryAt !== null ? `next ${clockTime(nextTryAt)}` : null;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? detailId : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-12 w-full flex-wrap items-center gap-x-3 gap-y-0.5 border-0 bg-transparent px-4 py-2 text-left text-ui text-ink -outline-offset-2 hover:bg-hover md:px-6"
      >
        <ChevronDown
          aria-hidden
          className={cn("size-4 shrink-0 text-ink-2 transition-transform", !open && "-rotate-90")}
        />
        <span className="min-w-0 flex-1 basis-52">
          <span className="font-strong">{kindWords(kind)}</span>
          <span className="block text-note text-ink-2">
            {[formatExactTime(createdAt), tries, next].filter(Boolean).join(" · ")}
          </span>
          {status === "delivered" ? null : (
            <span className="block text-note text-ink-2">{outcomeWords(delivery)}</span>
          )}
        </span>
        <Tag tone={statusTones[status]}>{deliveryStatusWords[status]}</Tag>
      </button>
      {open ? (
        <div id={detailId}>
          <DeliveryDetail webhook={webhook} delivery={delivery} />
        </div>
      ) : null}
    </li>
  );
}

import type { AlikeCustomers } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Meter } from "@/components/ui/meter.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { formatCounted, formatShare, formatShortDate } from "@/lib/format/index.ts";
import { alikeQuery } from "../api/alike-query.ts";
import type { Reasons } from "../hooks/use-reasons.ts";

/** Of fewer, a share says nothing. */
const fewest = 5;

interface AlikePanelProps {
  customer: { id: string; fullName: string };
  reasons: Reasons;
}

/** What became of customers who looked like this one in what its score is made of. */
export function AlikePanel({ customer, reasons }: AlikePanelProps) {
  const features = reasons.factors
    .filter(({ feature }) => feature !== "other")
    .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, 10)
    .map(({ feature }) => feature);
  const alike = useQuery({ ...alikeQuery(customer.id, features), enabled: features.length > 0 });
  if (features.length === 0) return null;
  return (
    <QueryView
      query={alike}
      loading="Looking for customers like this one"
      failed="Customers like this one did not load"
      skeleton={<Skeleton className="m-5 h-24" />}
    >
      {(found) => <Found found={found} name={customer.fullName} />}
    </QueryView>
  );
}

function Found({ found, name }: { found: AlikeCustomers; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { count, left, share, traits, customers, horizonDays } = found;
  if (count < fewest || share === null) {
    return (
      <Cell title="Too few customers like this one">
        <p className="m-0 text-ui text-ink-2">
          {count === 0
            ? "Nobody of whom it is known what became of them looked like this."
            : `${formatCounted(count, "customer")} of whom it is known what became of them looked like this: too few to say how many leave.`}
        </p>
      </Cell>
    );
  }
  const title = `${left} of ${count} customers like ${name} ${horizonDays === null ? "have left" : "left"}`;
  return (
    <Cell title={title}>
      <Meter value={share.value} label={title} tone="neutral" />
      <p className="m-0 mt-2.5 text-ui text-ink-2">
        {horizonDays === null ? "Alike in: " : `Within ${horizonDays} days of looking like this: `}
        {traits.map(({ label, words }) => `${label} ${words}`).join("; ")}. That is {formatShare(share.value)}
        {share.lower === null || share.upper === null
          ? ""
          : ` (95% range ${formatShare(share.lower)} to ${formatShare(share.upper)})`}
        , by these facts alone: the score weighs them all.
      </p>
      <Button variant="ghost" size="sm" className="mt-1.5 -ml-2.5" onClick={() => setOpen(true)}>
        See the {Math.min(count, customers.length)}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={title}
        description={
          customers.length < count
            ? `${customers.length} of them, those who left first. Looked at: ${formatCounted(found.lookedAt, "customer")}.`
            : `Looked at: ${formatCounted(found.lookedAt, "customer")}.`
        }
      >
        <ul
          aria-label="Customers like this one"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls is reached by key
          tabIndex={0}
          className="m-0 max-h-90 list-none divide-y divide-line overflow-y-auto p-0"
        >
          {customers.map((one) => (
            <li key={one.id} className="flex items-baseline justify-between gap-4 py-2 text-ui">
              <Link
                to={`/app/customers/${one.id}`}
                className="min-w-0 truncate font-medium text-ink underline-offset-2 hover:underline"
              >
                {one.name}
              </Link>
              <span className="shrink-0 text-note text-ink-2">{fateOf(one)}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </Cell>
  );
}

/** 'Like this Mar 31, left Apr 17'. */
function fateOf({ hasLeft, asOf, leftAt }: AlikeCustomers["customers"][number]): string {
  const fate = hasLeft ? `left${leftAt === null ? "" : ` ${formatShortDate(leftAt)}`}` : "stayed";
  return asOf === null
    ? `${fate.charAt(0).toUpperCase()}${fate.slice(1)}`
    : `Like this ${formatShortDate(asOf)}, ${fate}`;
}

import type { CustomerDetail, CustomerSummary } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { useEffect, useRef, useState } from "react";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { formatMoney, formatRelativeInline } from "@/lib/format/index.ts";
import { othersQuery } from "../api/customer-data-queries.ts";

const debounceMs = 150;

interface MergeSearchProps {
  customer: CustomerDetail;
  onChoose: (id: string) => void;
}

/** Which other customer is the same: found by a few letters, first those of the same name. By keyboard as by pointer. */
export function MergeSearch({ customer, onChoose }: MergeSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const [text, setText] = useState("");
  const typed = useDebounced(text.trim(), debounceMs);
  const found = useQuery(othersQuery(typed === "" ? customer.fullName : typed, customer.id));
  const items = found.data?.items ?? [];
  const heading =
    typed === ""
      ? `Others called “${customer.fullName}”`
      : found.data?.isSimilar
        ? `Nobody is called “${typed}”. Did you mean`
        : "Customers";
  // That others were not found says nothing of what is typed now.
  const isUnknown = found.isPlaceholderData && items.length === 0;
  return (
    <>
      <Command label="The other customer" loop shouldFilter={false}>
        <div className="relative">
          <Command.Input
            ref={field}
            value={text}
            onValueChange={setText}
            maxLength={200}
            placeholder="Name, e-mail or ID"
            className="h-10 w-full rounded-control border border-line-control bg-sheet pr-10 pl-3 text-body text-ink field-focus placeholder:text-ink-3 touch:h-11 touch:text-input"
          />
          {found.isFetching ? (
            <span className="absolute top-1/2 right-3 -translate-y-1/2">
              <Spinner size="sm" />
            </span>
          ) : null}
        </div>
        {/* Beside the list: a listbox holds options and nothing else. */}
        <Command.List className="-mx-2 mt-2 max-h-[min(380px,50vh)] overflow-y-auto">
          {items.length === 0 ? null : (
            <Command.Group
              heading={heading}
              className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-1 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-small **:[[cmdk-group-heading]]:text-ink-2"
            >
              {items.map((one) => (
                <Command.Item
                  key={one.id}
                  value={one.id}
                  onSelect={() => onChoose(one.id)}
                  className="flex min-h-13 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 data-[selected=true]:bg-press"
                >
                  <Avatar size={30} name={one.fullName} id={one.id} />
                  <span className="flex min-w-0 flex-col">
                    <span className="flex flex-wrap items-baseline gap-x-2">
                      <span className="text-body font-medium break-words text-ink">{one.fullName}</span>
                      <span className="min-w-0 text-note break-words text-ink-2">
                        {one.email ?? one.externalId}
                      </span>
                    </span>
                    <span className="text-note text-ink-2">{inBrief(one)}</span>
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
        </Command.List>
      </Command>
      {/* Beside the field and its list, which would take the keys of a button. */}
      <QueryView
        query={{
          ...found,
          isPending: found.isPending || isUnknown,
          // Asked again the button goes: whoever pressed it types on.
          refetch: () => {
            field.current?.focus();
            return found.refetch();
          },
        }}
        loading="Searching"
        failed="Customers did not load"
        skeleton={<Skeleton className="h-13" />}
        inset
        isEmpty={() => items.length === 0}
        empty={
          <p className="m-0 px-1 text-ui text-ink-2">
            {typed === ""
              ? "Nobody else has this name. Search for the customer that is the same."
              : `Nobody else found for “${typed}”`}
          </p>
        }
      >
        {() => null}
      </QueryView>
    </>
  );
}

/** Also on the way back from a comparison, which had the focus. */
/** 'Pro · $120 a month · 2y 3m · active 2d ago'. */
function inBrief(one: CustomerSummary): string {
  const parts = [
    one.plan,
    one.monthlyRevenue === null ? null : `${formatMoney(one.monthlyRevenue, one.currency)} a month`,
    one.tenureDisplay === "" ? null : `customer for ${one.tenureDisplay}`,
    one.lastActivityDate === null ? null : `active ${formatRelativeInline(one.lastActivityDate)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "Nothing else is known" : parts.join(" · ");
}

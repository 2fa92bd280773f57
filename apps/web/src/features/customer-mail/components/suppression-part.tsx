import { suppressionInput } from "@forestay/contracts/schemas";
import { ownReasons } from "@forestay/contracts/wire";
import type { Suppression } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { ListToolbar } from "@/components/list/list-toolbar.tsx";
import { SearchField } from "@/components/list/search-field.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState, NoResults } from "@/components/ui/empty-state.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { defineUrlState, pageNumber, text } from "@/lib/url-state/index.ts";
import { customerMailQueries, useSuppress, useUnsuppress } from "../api/customer-mail-queries.ts";

const pageSize = 25;
const listState = defineUrlState({ address: text(), page: pageNumber() });
const reasonWords: Record<Suppression["reason"], string> = {
  unsubscribed: "Unsubscribed",
  bounced: "Bounced",
  complained: "Marked as spam",
  added: "Added by hand",
};

/** Addresses that are not written to. Only fingerprints are kept, so that they outlive the erasure of a customer. */
export function SuppressionPart() {
  const mayWrite = usePolicy("campaigns:write");
  const [{ address, page }, change] = useUrlState(listState);
  const list = useQuery(
    customerMailQueries.suppressions({ page, pageSize, ...(address === "" ? {} : { address }) }),
  );
  return (
    <section aria-labelledby="not-written-to" className="pt-5">
      <div className="flex max-w-148 flex-col gap-4 px-4 pb-4 md:px-6">
        <div>
          <h2 id="not-written-to" className="m-0 text-body font-strong text-ink">
            Not written to
          </h2>
          <p className="m-0 mt-0.5 text-ui text-ink-2">
            Asked when a message is written and again when it leaves. Unsubscribing ends marketing; the other
            reasons end every message.
          </p>
        </div>
        {mayWrite ? <Add /> : null}
      </div>
      <ListToolbar className="border-t border-line md:px-6">
        <SearchField
          label="Look for one address"
          placeholder="A whole address"
          value={address}
          onSearch={(typed) => change({ address: typed })}
          className="md:w-72"
        />
      </ListToolbar>
      <ListFrame
        query={list}
        noun="addresses"
        failed="The addresses did not load"
        skeleton={<ListSkeleton rows={3} />}
        empty={
          <EmptyState title="Nobody yet">
            Whoever unsubscribes, or whose mailbox is gone, stands here.
          </EmptyState>
        }
        noMatch={
          address === "" ? undefined : (
            <NoResults
              title="This address is written to"
              action={<Button onClick={() => change({ address: "" })}>Show all</Button>}
            />
          )
        }
        onPage={(next) => change({ page: next })}
      >
        {({ items }) => (
          <ul className="m-0 list-none divide-y divide-line p-0">
            {items.map((one) => (
              <SuppressionRow key={one.id} suppression={one} mayWrite={mayWrite} />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

function Add() {
  const suppress = useSuppress();
  const form = useServerForm({
    schema: suppressionInput,
    defaultValues: { address: "" },
    send: (body) => suppress.mutateAsync(body),
    onSent: ({ address }) => {
      toast.success("Not written to any more", address ?? undefined);
      form.reset({ address: "" });
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start gap-2">
        <TextField
          form={form}
          name="address"
          label="E-mail address"
          type="email"
          className="min-w-56 flex-1"
        />
        <Button type="submit" className="mt-6" pending={form.isPending} pendingLabel="Adding...">
          Stop writing to it
        </Button>
      </div>
      <FormProblem problem={form.problem} />
    </form>
  );
}

function SuppressionRow({ suppression, mayWrite }: { suppression: Suppression; mayWrite: boolean }) {
  const allow = useUnsuppress();
  const { id, address, reason, source, since } = suppression;
  const name = address ?? "An address that is not kept";
  const mayAllow = mayWrite && !ownReasons.includes(reason);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 text-ui md:px-6">
      <span className="min-w-0 flex-1 basis-60">
        <span className="font-emphasis break-all text-ink">{name}</span>
        <span className="block text-note break-words text-ink-2">
          {source} · {formatRelative(since)}
        </span>
        {allow.error === null ? null : (
          <span role="alert" className="block text-note text-danger-text">
            {allow.error.message}
          </span>
        )}
      </span>
      <Tag tone={reason === "bounced" || reason === "complained" ? "danger" : "neutral"}>
        {reasonWords[reason]}
      </Tag>
      {mayAllow ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Write again to ${name}`}
          pending={allow.isPending}
          pendingLabel="Allowing..."
          onClick={() => allow.mutate(id)}
        >
          Write again
        </Button>
      ) : null}
    </li>
  );
}

import { cancelOfferWords, cancelOutcomes } from "@forestay/contracts/wire";
import type { CancelSession } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { ListFrame } from "@/components/list/list-frame.tsx";
import { ListSkeleton } from "@/components/list/list-skeleton.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { Authorize } from "@/lib/auth/index.ts";
import { formatRelative } from "@/lib/format/index.ts";
import { cancelQueries, useSettle } from "../api/cancel-queries.ts";

/** What customers decided and the company has to put into effect: it is done where they are billed, and said here. */
export function CancelRequests({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const list = useQuery(cancelQueries.sessions({ state: "open", page }));
  return (
    <section aria-labelledby="cancel-requests">
      <h2 id="cancel-requests" className="m-0 px-4 pt-4.5 pb-3 text-body font-strong text-ink md:px-5">
        To be put into effect
      </h2>
      <ListFrame
        query={list}
        noun="decisions"
        failed="What customers decided did not load"
        skeleton={<ListSkeleton rows={3} />}
        empty={
          <p className="m-0 border-t border-line px-4 py-6 text-ui text-ink-2 md:px-5">
            Nothing waits. What customers decide stands here until somebody has done it.
          </p>
        }
        onPage={onPage}
        hidesSinglePage
      >
        {({ items }) => (
          <ul className="m-0 list-none p-0">
            {items.map((one) => (
              <Request key={one.id} one={one} />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  );
}

function Request({ one }: { one: CancelSession }) {
  const [isSettling, setIsSettling] = useState(false);
  const isCanceled = one.outcome === "canceled";
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-3 md:px-5">
      <span className="min-w-0 flex-1 basis-72">
        <span className="flex flex-wrap items-center gap-2 text-ui">
          <Link
            to={`/app/customers/${one.customer.id}`}
            className="font-strong text-ink no-underline hover:underline"
          >
            {one.customer.name}
          </Link>
          <Tag tone={isCanceled ? "danger" : "ok"}>
            {isCanceled || one.offer === null
              ? cancelOutcomes[one.outcome ?? "kept"]
              : cancelOfferWords(one.offer)}
          </Tag>
        </span>
        <span className="block text-note break-words text-ink-2">
          {[
            one.reason ?? "No reason given",
            ...(one.words === "" ? [] : [`"${one.words}"`]),
            ...(one.decidedAt === null ? [] : [formatRelative(one.decidedAt)]),
          ].join(" · ")}
        </span>
      </span>
      <Authorize policy="recovery:write">
        <Button size="sm" onClick={() => setIsSettling(true)}>
          Mark as done
        </Button>
      </Authorize>
      {isSettling ? <SettleDialog one={one} onClose={() => setIsSettling(false)} /> : null}
    </li>
  );
}

function SettleDialog({ one, onClose }: { one: CancelSession; onClose: () => void }) {
  const isCanceled = one.outcome === "canceled";
  const [endsOn, setEndsOn] = useState("");
  const settle = useSettle(one.id);
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={isCanceled ? "Cancellation put into effect" : "Offer put into effect"}
      description={
        isCanceled
          ? "The subscription ends where you bill it. Its last day is written to the customer, and models learn from it."
          : "You have done it where you bill the customer. Nothing is changed there from here."
      }
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            disabled={isCanceled && endsOn === ""}
            pending={settle.isPending}
            pendingLabel="Saving..."
            onClick={() => settle.mutate(isCanceled ? endsOn : null, { onSuccess: onClose })}
          >
            Mark as done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isCanceled ? (
          <Field label="Last day">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={endsOn}
                onChange={({ target }) => setEndsOn(target.value)}
              />
            )}
          </Field>
        ) : null}
        <FormProblem problem={settle.error?.message} />
      </div>
    </Dialog>
  );
}

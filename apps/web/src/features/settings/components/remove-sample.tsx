import { demoRoutes } from "@forestay/contracts/demo";
import type { RouteResponse } from "@forestay/contracts/route";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { call } from "@/lib/api/index.ts";
import { currentUserQuery } from "@/lib/auth/index.ts";
import { formatCount, formatCounted } from "@/lib/format/index.ts";

type Removed = RouteResponse<typeof demoRoutes.remove>;

/** Removes the sample company, after a question, and shows what was removed, counted by table. */
export function RemoveSample({ company }: { company: { name: string } }) {
  const [asking, setAsking] = useState(false);
  const [removed, setRemoved] = useState<Removed>();
  const remove = useMutation({ mutationFn: () => call(demoRoutes.remove) });
  return (
    <section className="flex max-w-160 flex-col gap-3 px-4 py-5 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Remove the sample company</h2>
      <p className="m-0 text-ui text-ink-2">
        {company.name} is sample data. Removing it deletes its customers, analyses and people, you among them;
        every other company stays as it is.
      </p>
      <Button variant="danger" className="-ml-3.5 self-start" onClick={() => setAsking(true)}>
        Remove the sample company
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          remove.reset();
        }}
        title={`Remove ${company.name}?`}
        description="Its people are signed out, you too. Sample data does not come back by itself."
        confirmLabel="Remove"
        typed={company.name}
        pending={remove.isPending}
        problem={remove.error?.message}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: (answer) => {
              setAsking(false);
              setRemoved(answer);
            },
          })
        }
      />
      {removed === undefined ? null : <RemovedRows removed={removed} />}
    </section>
  );
}

/** What went, by table. Closing it asks who is signed in: nobody is, so the guards lead to the sign-in. */
function RemovedRows({ removed }: { removed: Removed }) {
  const queryClient = useQueryClient();
  const total = removed.removed.reduce((sum, { rows }) => sum + rows, 0);
  const leave = () => void queryClient.resetQueries({ queryKey: currentUserQuery.queryKey });
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={`${formatCounted(total, "row")} removed`}
      description={`${formatCounted(removed.remaining, "row")} of the sample company ${removed.remaining === 1 ? "is" : "are"} left.`}
      footer={
        <Button variant="primary" onClick={leave}>
          Done
        </Button>
      }
    >
      <ul className="m-0 max-h-72 list-none divide-y divide-line overflow-y-auto border-y border-line p-0">
        {removed.removed.map(({ table, rows }) => (
          <li key={table} className="flex justify-between gap-4 py-1.5 text-ui">
            <span className="font-mono text-small text-ink-2">{table}</span>
            <span className="font-emphasis text-ink tabular">{formatCount(rows)}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

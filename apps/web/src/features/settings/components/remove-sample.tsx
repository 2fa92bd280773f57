import { demoEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmFormDialog } from "@/components/form/confirm-form-dialog.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { call } from "@/lib/api/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { RowCounts } from "./row-counts.tsx";

type Removed = EndpointResponse<typeof demoEndpoints.remove>;

/** What really goes: sample customers in a company of one's own, or the sample company with everybody in it. */
const words = {
  customers: {
    what: "The sample customers go, with every analysis, model, score and notification of this company. Customers that came by an import stay, unscored until the next analysis. The company and its people stay.",
    last: "Nothing of it comes back by itself.",
  },
  company: {
    what: "This is the sample company: it goes whole, with its customers, analyses, settings and people, you among them. You are signed out, and its sign-ins stop working. Other companies stay as they are.",
    last: "You are signed out. Nothing of it comes back by itself.",
  },
} as const;

/**
 * Removes the sample company, or the sample customers from a company that took them in, after a question, and shows what
 * was removed, counted by table.
 */
export function RemoveSample({ company, sample }: { company: { name: string }; sample: keyof typeof words }) {
  const [asking, setAsking] = useState(false);
  const [removed, setRemoved] = useState<Removed>();
  const remove = useMutation({ mutationFn: () => call(demoEndpoints.remove) });
  return (
    <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Remove the sample data</h2>
      <p className="m-0 text-ui text-ink-2">{words[sample].what}</p>
      <Button variant="danger" className="-ml-3.5 self-start" onClick={() => setAsking(true)}>
        Remove the sample data
      </Button>
      <ConfirmFormDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove the sample data of ${company.name}?`}
        description={words[sample].last}
        confirmLabel="Remove"
        typed={company.name}
        send={() => remove.mutateAsync()}
        onSent={(answer) => {
          setAsking(false);
          setRemoved(answer);
        }}
      />
      {removed === undefined ? null : <RemovedRows removed={removed} />}
    </section>
  );
}

/**
 * What went, by table. Closing it asks for everything anew, who is signed in first: with the sample company that is nobody,
 * and the guards lead to the sign-in.
 */
function RemovedRows({ removed }: { removed: Removed }) {
  const queryClient = useQueryClient();
  const total = removed.removed.reduce((sum, { rows }) => sum + rows, 0);
  const leave = () => void queryClient.resetQueries();
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={`${formatCounted(total, "row")} removed`}
      description={`Counted afterwards: ${formatCounted(removed.remaining, "row")} of it left.`}
      footer={
        <Button variant="primary" onClick={leave}>
          Done
        </Button>
      }
    >
      <RowCounts rows={removed.removed} />
    </Dialog>
  );
}

import { supportCloseReasons } from "@forestay/contracts/wire";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { useEndSession } from "@/components/support/support-queries.ts";

const options = supportCloseReasons.map((reason) => ({ value: reason, label: reason }));

/** Ends a session with a reason, which its person reads. */
export function CloseButton({ sessionId }: { sessionId: string }) {
  const { mutate: close, isPending, error } = useEndSession(sessionId);
  const [isOpen, open] = useState(false);
  const [reason, choose] = useState<(typeof supportCloseReasons)[number]>("Solved");
  return (
    <>
      <Button onClick={() => open(true)}>Close session</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={open}
        title="Close this session"
        description="The person reads the reason, and is asked whether it helped."
        confirmLabel="Close session"
        pendingLabel="Closing..."
        pending={isPending}
        error={error}
        onConfirm={() => close(reason, { onSuccess: () => open(false) })}
      >
        <Field label="Reason">
          {(control) => <Select {...control} options={options} value={reason} onChange={choose} />}
        </Field>
      </ConfirmDialog>
    </>
  );
}

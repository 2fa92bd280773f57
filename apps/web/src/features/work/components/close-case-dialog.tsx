import { caseClosing } from "@forestay/contracts/schemas";
import type { RiskCase } from "@forestay/contracts/wire";
import { DayField } from "@/components/form/day-field.tsx";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { Select } from "@/components/ui/select.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useState } from "react";
import { useCloseCase } from "../api/work-changes.ts";
import { CaseChanges } from "./case-changes.tsx";
import { reasonOptions } from "./open-case-dialog.tsx";

const today = () => new Date().toLocaleDateString("en-CA");

/** How the case ended and why; of a lost customer since when. */
export function CloseCaseDialog({ riskCase, onClose }: { riskCase: RiskCase; onClose: () => void }) {
  const close = useCloseCase();
  const [outcome, setOutcome] = useState<"recovered" | "lost">("recovered");
  const stored = {
    outcome: "recovered" as const,
    reason: riskCase.reason,
    note: "",
    leftOn: null,
    version: riskCase.version,
  };
  const form = useServerForm({
    schema: caseClosing,
    defaultValues: stored,
    values: stored,
    send: (body) => close.mutateAsync({ id: riskCase.id, ...body }),
    onSent: () => {
      toast.success(outcome === "lost" ? "The case is closed as lost" : "The case is closed as recovered");
      onClose();
    },
  });
  const choose = (next: "recovered" | "lost") => {
    setOutcome(next);
    form.setValue("outcome", next);
    form.setValue("leftOn", next === "lost" ? today() : null);
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Close the case"
      description={riskCase.customer.name}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="close-case"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Closing..."
          >
            Close case
          </Button>
        </>
      }
    >
      <form id="close-case" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <SegmentedControl
          label="How it ended"
          value={outcome}
          onChange={choose}
          options={[
            { value: "recovered", label: "Recovered" },
            { value: "lost", label: "Lost" },
          ]}
        />
        {outcome === "lost" ? (
          <DayField
            form={form}
            name="leftOn"
            label="Left on"
            help="In the future: notice is given. The next model learns from this day, unless your files say another."
          />
        ) : null}
        <FormField form={form} name="reason" label={outcome === "lost" ? "Why it left" : "What it was about"}>
          {(control) => <Select {...control} options={reasonOptions} />}
        </FormField>
        <FormField form={form} name="note" label="What happened" hint="optional">
          {({ value, ...control }) => <TextArea {...control} value={value ?? ""} rows={3} maxLength={2000} />}
        </FormField>
        <CaseChanges riskCase={riskCase} />
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}

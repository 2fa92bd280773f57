import type { CustomerSelection } from "@forestay/contracts/wire";
import { tagNameSchema } from "@forestay/contracts/schemas";
import { useState } from "react";
import { useNavigate } from "react-router";
import { z } from "zod";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { PersonSelect } from "@/components/work/person-select.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { useSegmentOfTag, useStartBulkAction } from "../api/bulk-action-queries.ts";

interface BulkDialogProps {
  selection: CustomerSelection;
  count: number;
  onClose: () => void;
  /** It is under way: the selection has served. */
  onStarted: () => void;
}

const tagForm = z.object({ name: tagNameSchema, asSegment: z.boolean() });

/** What the tag is for, beside being a name. */
type TagPurpose = "tag" | "segment" | "campaign";

const asked: Record<TagPurpose, { title: (count: string) => string; description: string; action: string }> = {
  tag: {
    title: (count) => `Tag ${count}`,
    description: "Who has the tag already keeps it. It can be taken back for 7 days.",
    action: "Tag",
  },
  segment: {
    title: () => "Add to a segment",
    description:
      "Segments follow rules: a tag puts the customer into every segment that asks for it. It can be taken back for 7 days.",
    action: "Add",
  },
  campaign: {
    title: (count) => `Start a campaign for ${count}`,
    description:
      "A tag keeps who was chosen, and the campaign begins with the segment of everybody who has it. Nothing is sent yet.",
    action: "Go on",
  },
};

/** Tags the chosen customers; a segment of the tag makes a list of them that others can use. */
export function TagManyDialog({
  purpose = "tag",
  selection,
  count,
  onClose,
  onStarted,
}: BulkDialogProps & { purpose?: TagPurpose }) {
  const navigate = useNavigate();
  const start = useStartBulkAction();
  const makeSegment = useSegmentOfTag();
  const maySegment = usePolicy("segments:write");
  const form = useServerForm({
    schema: tagForm,
    defaultValues: { name: "", asSegment: purpose !== "tag" },
    send: async ({ name, asSegment }) => {
      const started = await start.mutateAsync({ selection, deed: { kind: "tag", name } });
      if (started.tag === null) return undefined;
      if (purpose === "campaign") return makeSegment.mutateAsync(started.tag);
      if (!asSegment) {
        if (purpose === "segment") toast.success(`The tag '${started.tag.name}' is being put on`);
        return undefined;
      }
      await makeSegment
        .mutateAsync(started.tag)
        .then(({ name: made }) => toast.success(`The segment '${made}' follows the tag`))
        // The tag is under way all the same.
        .catch((error: Error) => toast.error("The segment was not made", error.message));
      return undefined;
    },
    onSent: (segment) => {
      onStarted();
      if (segment !== undefined) void navigate(`/app/campaigns/create?segment=${segment.id}`);
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={asked[purpose].title(formatCounted(count, "customer"))}
      description={asked[purpose].description}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="tag-many"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Starting..."
          >
            {asked[purpose].action}
          </Button>
        </>
      }
    >
      <form id="tag-many" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField form={form} name="name" label="Tag" fieldSize="lg" maxLength={40} />
        {maySegment && purpose !== "campaign" ? (
          <FormField form={form} name="asSegment" label="Segment" hideLabel>
            {({ value, onChange }) => (
              <Checkbox
                label="Keep a segment of everybody with this tag"
                checked={value === true}
                onChange={onChange}
              />
            )}
          </FormField>
        ) : null}
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}

/** Gives the chosen customers an owner, or takes theirs away. */
export function AssignManyDialog({ selection, count, onClose, onStarted }: BulkDialogProps) {
  const start = useStartBulkAction();
  const [userId, setUserId] = useState<string | null>(null);
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={`Assign ${formatCounted(count, "customer")}`}
      description="Whoever looked after them before no longer does. It can be taken back for 7 days."
      confirmLabel={userId === null ? "Take the owner off" : "Assign"}
      pendingLabel="Starting..."
      pending={start.isPending}
      error={start.error}
      onConfirm={() =>
        start.mutate({ selection, deed: { kind: "assign", userId } }, { onSuccess: onStarted })
      }
    >
      <PersonSelect label="Owner" value={userId} onChange={setUserId} />
    </ConfirmDialog>
  );
}

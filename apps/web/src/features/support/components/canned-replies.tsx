import { cannedReplyInput } from "@forestay/contracts/schemas";
import type { CannedReply } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Popover } from "@/components/ui/popover.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { staffQueries, useReplyChanges } from "../api/staff-queries.ts";

interface CannedRepliesProps {
  disabled: boolean;
  /** The reply as it was written, its fields not yet filled in. */
  onChoose: (body: string) => void;
}

/** Replies that are written once: chosen into the box, where they can still be changed before they are sent. */
export function CannedReplies({ disabled, onChoose }: CannedRepliesProps) {
  const [isOpen, open] = useState(false);
  return (
    <Popover
      label="Kept replies"
      className="w-80"
      open={isOpen}
      onOpenChange={open}
      trigger={
        <IconButton label="Kept replies" size="sm" disabled={disabled} tooltip={false}>
          <MessageSquareText />
        </IconButton>
      }
    >
      <Replies
        onChoose={(body) => {
          onChoose(body);
          open(false);
        }}
      />
    </Popover>
  );
}

function Replies({ onChoose }: { onChoose: (body: string) => void }) {
  const query = useQuery(staffQueries.replies());
  const { remove } = useReplyChanges();
  const [edited, edit] = useState<Partial<CannedReply>>();
  if (edited !== undefined) return <Editor reply={edited} onDone={() => edit(undefined)} />;
  return (
    <div className="flex flex-col gap-2">
      <QueryView
        query={query}
        loading="Loading replies"
        failed="The replies did not load"
        skeleton={<Skeleton className="h-16" />}
        inset
        isEmpty={({ items }) => items.length === 0}
        empty={<p className="m-0 text-ink-2">No replies yet. One that you write often can be kept here.</p>}
      >
        {({ items }) => (
          <ul className="m-0 flex list-none flex-col p-0">
            {items.map((reply) => (
              <li key={reply.id} className="flex items-center gap-1">
                <button
                  type="button"
                  onClick={() => onChoose(reply.body)}
                  className="flex min-w-0 flex-1 flex-col rounded-chip px-2 py-1.5 text-left hover:bg-press"
                >
                  <span className="truncate font-emphasis text-ink">{reply.title}</span>
                  <span className="truncate text-small text-ink-2">{reply.body}</span>
                </button>
                <IconButton label={`Edit “${reply.title}”`} size="sm" onClick={() => edit(reply)}>
                  <Pencil />
                </IconButton>
                <IconButton
                  label={`Remove “${reply.title}”`}
                  size="sm"
                  onClick={() => remove.mutate(reply.id)}
                >
                  <Trash2 />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <Button size="sm" icon={<Plus />} className="self-start" onClick={() => edit({})}>
        New reply
      </Button>
    </div>
  );
}

function Editor({ reply, onDone }: { reply: Partial<CannedReply>; onDone: () => void }) {
  const { save } = useReplyChanges();
  const form = useServerForm({
    schema: cannedReplyInput,
    defaultValues: { title: reply.title ?? "", body: reply.body ?? "" },
    send: (body) => save.mutateAsync({ id: reply.id, ...body }),
    onSent: onDone,
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <TextField form={form} name="title" label="Name" maxLength={80} />
      <FormField form={form} name="body" label="Reply" help="{name}, {topic}, {page} and {me} are filled in.">
        {({ value, onChange, ...control }) => (
          <TextArea
            {...control}
            rows={5}
            maxLength={2000}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </FormField>
      <FormProblem problem={form.problem} />
      <span className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" variant="primary" type="submit" pending={form.isPending} pendingLabel="Saving...">
          Save
        </Button>
      </span>
    </form>
  );
}

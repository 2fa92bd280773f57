import type { Note } from "@forestay/contracts/wire";
import { NOTES_PAGE_SIZE } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { ChangedMeanwhile } from "@/components/form/changed-meanwhile.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { Authorize, useCurrentUser } from "@/lib/auth/index.ts";
import { formatCounted, formatDateTime, formatRelative } from "@/lib/format/index.ts";
import { useAddNote, useChangeNote, useDeleteNote } from "../api/work-changes.ts";
import { workQueries } from "../api/work-queries.ts";
import { withMentions } from "../hooks/mentions.ts";
import { NoteWriter } from "./note-writer.tsx";

const shownFirst = 3;
const mostShown = 100;

/** What people wrote down of the customer, newest first. */
export function NotesCell({ customerId }: { customerId: string }) {
  const [size, setSize] = useState(shownFirst);
  const notes = useQuery(workQueries.notes(customerId, size));
  const add = useAddNote(customerId);
  const total = notes.data?.totalCount ?? 0;
  return (
    <Cell title="Notes" {...(total === 0 ? {} : { subtitle: formatCounted(total, "note") })}>
      <div className="flex flex-col gap-3">
        <Authorize policy="customers:write">
          <NoteWriter label="New note" saveLabel="Save note" onSave={(note) => add.mutateAsync(note)} />
        </Authorize>
        <QueryView
          query={notes}
          loading="Loading notes"
          failed="The notes did not load"
          skeleton={<Skeleton className="h-16" />}
          inset
          isEmpty={({ totalCount }) => totalCount === 0}
          empty={
            <Authorize
              policy="customers:write"
              fallback={<p className="m-0 text-ui text-ink-2">Nobody has written anything yet.</p>}
            >
              {null}
            </Authorize>
          }
        >
          {({ items }) => (
            <ul aria-label="Notes" className="m-0 list-none divide-y divide-line p-0">
              {items.map((note) => (
                <NoteRow key={note.id} note={note} />
              ))}
            </ul>
          )}
        </QueryView>
        {total > size ? (
          <Button
            size="sm"
            variant="ghost"
            className="self-start"
            pending={notes.isFetching}
            pendingLabel="Loading..."
            onClick={() => setSize(Math.min(mostShown, size + NOTES_PAGE_SIZE))}
          >
            Older notes
          </Button>
        ) : null}
      </div>
    </Cell>
  );
}

const changesOf = (before: Note, now: Note) => [
  before.version === now.version ? null : `It says now: “${now.body}”`,
];

function NoteRow({ note }: { note: Note }) {
  const [isEditing, setEditing] = useState(false);
  const change = useChangeNote();
  const { author, createdAt, editedAt } = note;
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <Avatar name={author.name} id={author.userId ?? author.name} size={24} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-7 items-center gap-2">
          <span className="truncate text-ui font-strong text-ink">{author.name}</span>
          <time
            dateTime={createdAt}
            title={formatDateTime(createdAt)}
            className="ml-auto shrink-0 text-note text-ink-3"
          >
            {formatRelative(createdAt)}
            {editedAt === null ? "" : ", edited"}
          </time>
          <NoteMenu note={note} onEdit={() => setEditing(true)} />
        </div>
        {isEditing ? (
          <NoteWriter
            label="Note"
            startsWith={note.body}
            saveLabel="Save"
            onSave={async (next) => {
              await change.mutateAsync({ id: note.id, version: note.version, ...next });
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          >
            <ChangedMeanwhile now={note} what="this note" changesOf={changesOf} />
          </NoteWriter>
        ) : (
          <p className="m-0 text-ui whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
            {withMentions(note.body, note.mentioned).map(({ text, isMention }, index) =>
              isMention ? (
                // oxlint-disable-next-line react/no-array-index-key -- pieces of one text have no other name
                <span key={index} className="font-strong text-brand-text">
                  {text}
                </span>
              ) : (
                text
              ),
            )}
          </p>
        )}
      </div>
    </li>
  );
}

function NoteMenu({ note, onEdit }: { note: Note; onEdit: () => void }) {
  const me = useCurrentUser();
  const remove = useDeleteNote();
  const [isAsking, ask] = useState(false);
  const isMine = note.author.userId === me.id;
  if (!isMine && me.companyRole !== "Owner") return null;
  return (
    <Authorize policy="customers:write">
      <DropdownMenu
        trigger={
          <IconButton label={`Note by ${note.author.name}`} size="sm" tooltip={false}>
            <MoreHorizontal />
          </IconButton>
        }
      >
        {isMine ? (
          <MenuItem icon={<Pencil />} onSelect={onEdit}>
            Edit
          </MenuItem>
        ) : null}
        <MenuItem icon={<Trash2 />} danger onSelect={() => ask(true)}>
          Delete
        </MenuItem>
      </DropdownMenu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={ask}
        title="Delete this note?"
        description="It goes from the customer's page and timeline. The audit log keeps that it was there."
        confirmLabel="Delete note"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate({ id: note.id, version: note.version }, { onSuccess: () => ask(false) })
        }
      />
    </Authorize>
  );
}

import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useInviteEntry, useMakeEntryLink, useRemoveEntry } from "../api/waiting-list-queries.ts";
import type { Entry } from "../api/waiting-list-queries.ts";

/** What can be done with somebody who waits: invited, once more too, and taken off the list. */
export function EntryActions({ entry, mailLeaves }: { entry: Entry; mailLeaves: boolean }) {
  const invite = useInviteEntry(entry.id);
  const isOpen = entry.status !== "Registered" && entry.status !== "Removed";
  const again = entry.status === "Invited";
  return (
    <span className="flex flex-wrap items-center gap-2 md:justify-end">
      {isOpen ? (
        <>
          {mailLeaves ? null : <LinkByHand entry={entry} />}
          <Button
            size="sm"
            variant={again ? "secondary" : "primary"}
            aria-label={`${again ? "Invite again" : "Invite"} ${entry.email}`}
            pending={invite.isPending}
            pendingLabel="Inviting..."
            onClick={() =>
              invite.mutate(undefined, {
                onSuccess: () =>
                  toast.success(
                    "Invited",
                    mailLeaves
                      ? `${entry.email} gets a mail with a link to register.`
                      : `The mail to ${entry.email} stays in the outbox: no mail leaves this server.`,
                  ),
                onError: (error) => toast.error("Not invited", error.message),
              })
            }
          >
            {again ? "Invite again" : "Invite"}
          </Button>
        </>
      ) : null}
      <Remove entry={entry} />
    </span>
  );
}

/** The link to pass on oneself where no mail leaves: made on request, since the one in the mail is the invited person's. */
function LinkByHand({ entry }: { entry: Entry }) {
  const make = useMakeEntryLink(entry.id);
  const [link, setLink] = useState<string>();
  return (
    <>
      <Button
        size="sm"
        pending={make.isPending}
        pendingLabel="Making..."
        aria-label={`Get link for ${entry.email}`}
        onClick={() =>
          make.mutate(undefined, {
            onSuccess: (answer) => setLink(answer.link),
            onError: (error) => toast.error("No link was made", error.message),
          })
        }
      >
        Get link
      </Button>
      <Dialog
        open={link !== undefined}
        onOpenChange={() => setLink(undefined)}
        title="Invitation link"
        description={`For ${entry.email} alone: whoever has it registers with this address. It is shown only now, and a link made before stops working.`}
      >
        <CopyText text={link ?? ""} />
      </Dialog>
    </>
  );
}

function Remove({ entry }: { entry: Entry }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveEntry(entry.id);
  const forGood = entry.status === "Removed";
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-label={`${forGood ? "Delete" : "Remove"} ${entry.email}`}
        onClick={() => setAsking(true)}
      >
        {forGood ? "Delete" : "Remove"}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={forGood ? `Delete ${entry.email} for good?` : `Take ${entry.email} off the list?`}
        description={
          forGood
            ? "The entry goes with every mail to this address and its name in the log."
            : "Links mailed to them stop working. They can join again, and stay in the list as Removed."
        }
        confirmLabel={forGood ? "Delete" : "Remove"}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </>
  );
}

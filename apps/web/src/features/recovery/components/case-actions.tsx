import { recoveryMarkInput } from "@forestay/contracts/schemas";
import type { RecoveryCase, RecoveryMark } from "@forestay/contracts/wire";
import { BanknoteX, CircleCheck, Ellipsis, Link2, Pause, Play, RotateCw, Send, Undo2 } from "lucide-react";
import { useState } from "react";
import { FormField } from "@/components/form/form-field.tsx";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog, DialogClose } from "@/components/ui/dialog.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { copyText } from "@/lib/copy-text.ts";
import {
  useMakeLink,
  useMark,
  usePause,
  useResume,
  useRetry,
  useSendLink,
  useUnmark,
} from "../api/recovery-changes.ts";

/** What people can decide about one failed payment. `tries`: tries are ours, so that somebody may ask for one. */
export function CaseActions({ one, tries = false }: { one: RecoveryCase; tries?: boolean }) {
  const [marking, setMarking] = useState<RecoveryMark | null>(null);
  const pause = usePause(one.id);
  const resume = useResume(one.id);
  const unmark = useUnmark(one.id);
  const link = useMakeLink(one.id);
  const send = useSendLink(one.id);
  const retry = useRetry(one.id);
  const refused = (error: Error) => toast.error("Nothing was changed", error.message);
  const isOpen = one.closedAt === null;
  if (!isOpen && one.marked === null) return null;
  return (
    <Authorize policy="recovery:write">
      <DropdownMenu
        trigger={
          <IconButton label={`Actions for ${one.customer.name}, ${one.invoice}`}>
            <Ellipsis />
          </IconButton>
        }
      >
        {isOpen && one.customer.email !== null ? (
          <MenuItem
            icon={<Send />}
            onSelect={() =>
              send.mutate(undefined, {
                onError: (error) => toast.error("No message was sent", error.message),
                onSuccess: () =>
                  toast.success("Link on its way", `To ${one.customer.email ?? "the customer"}.`),
              })
            }
          >
            Send link
          </MenuItem>
        ) : null}
        {isOpen && tries ? (
          <MenuItem
            icon={<RotateCw />}
            onSelect={() =>
              retry.mutate(undefined, {
                onError: (error) => toast.error("It was not tried", error.message),
                onSuccess: ({ outcome, words }) =>
                  outcome === "paid"
                    ? toast.success("Paid", "Your provider's news of it is on the way.")
                    : toast.info("Tried", words),
              })
            }
          >
            Retry now
          </MenuItem>
        ) : null}
        {isOpen ? (
          <MenuItem
            icon={<Link2 />}
            onSelect={() =>
              link.mutate(undefined, {
                onError: refused,
                onSuccess: ({ url }) =>
                  void copyText(url).then((isCopied) =>
                    isCopied
                      ? toast.success("Payment link copied", "Good for 30 days, for this payment alone.")
                      : toast.info("Payment link", url),
                  ),
              })
            }
          >
            Copy payment link
          </MenuItem>
        ) : null}
        {isOpen && one.pausedAt === null ? (
          <MenuItem icon={<Pause />} onSelect={() => pause.mutate(undefined, { onError: refused })}>
            Pause
          </MenuItem>
        ) : null}
        {isOpen && one.pausedAt !== null ? (
          <MenuItem icon={<Play />} onSelect={() => resume.mutate(undefined, { onError: refused })}>
            Go on
          </MenuItem>
        ) : null}
        {isOpen ? (
          <>
            <MenuItem icon={<CircleCheck />} onSelect={() => setMarking("paid")}>
              Mark as paid
            </MenuItem>
            <MenuItem icon={<BanknoteX />} danger onSelect={() => setMarking("written_off")}>
              Write off
            </MenuItem>
          </>
        ) : (
          <MenuItem icon={<Undo2 />} onSelect={() => unmark.mutate(undefined, { onError: refused })}>
            Open again
          </MenuItem>
        )}
      </DropdownMenu>
      {marking === null ? null : <MarkDialog one={one} as={marking} onClose={() => setMarking(null)} />}
    </Authorize>
  );
}

/** The deed that most open payments wait for, in sight. */
export function SendLinkButton({ one }: { one: RecoveryCase }) {
  const send = useSendLink(one.id);
  if (one.closedAt !== null || one.customer.email === null) return null;
  return (
    <Authorize policy="recovery:write">
      <Button
        variant="primary"
        icon={<Send />}
        pending={send.isPending}
        pendingLabel="Sending..."
        onClick={() =>
          send.mutate(undefined, {
            onError: (error) => toast.error("No message was sent", error.message),
            onSuccess: () => toast.success("Link on its way", `To ${one.customer.email ?? "the customer"}.`),
          })
        }
      >
        Send link
      </Button>
    </Authorize>
  );
}

const words = {
  paid: {
    title: "Mark as paid",
    description:
      "For money that came another way, such as a bank transfer. It is kept apart from what was recovered. If your provider says later that it was paid, that counts.",
  },
  written_off: {
    title: "Write off",
    description:
      "Nothing more is done about this payment here. The bill at your provider stays as it is. If it is paid after all, that counts.",
  },
} as const;

function MarkDialog({ one, as, onClose }: { one: RecoveryCase; as: RecoveryMark; onClose: () => void }) {
  const mark = useMark(one.id);
  const form = useServerForm({
    schema: recoveryMarkInput,
    defaultValues: { as, note: "" },
    send: (body) => mark.mutateAsync(body),
    onSent: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={words[as].title}
      description={words[as].description}
      footer={
        <>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            form="mark-case"
            variant="primary"
            pending={form.isPending}
            pendingLabel="Saving..."
          >
            {words[as].title}
          </Button>
        </>
      }
    >
      <form id="mark-case" noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <FormField form={form} name="note" label="Note" hint="optional">
          {({ value, ...control }) => <TextArea {...control} value={value ?? ""} rows={2} maxLength={500} />}
        </FormField>
        <FormProblem problem={form.problem} />
      </form>
    </Dialog>
  );
}

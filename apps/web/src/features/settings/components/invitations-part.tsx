import { teamEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { CopyText } from "@/components/ui/copy-text.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import { formatShortDate } from "@/lib/format/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { saved } from "./saved.ts";

type Invitation = EndpointResponse<typeof teamEndpoints.listTeam>["invitations"][number];

/** Who is invited and has not come yet. */
export function InvitationsPart({
  invitations,
  mailLeaves,
}: {
  invitations: readonly Invitation[];
  mailLeaves: boolean;
}) {
  return (
    <section className="px-4 py-5 md:px-6">
      <h2 className="m-0 pb-2 text-body font-strong text-ink">Invited</h2>
      <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} mailLeaves={mailLeaves} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({ invitation, mailLeaves }: { invitation: Invitation; mailLeaves: boolean }) {
  const mayInvite = usePolicy("company:invite");
  const resend = useSetting(teamEndpoints.resendInvitation);
  const revoke = useSetting(teamEndpoints.revokeInvitation);
  const input = { params: { id: invitation.id } };
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-strong break-words text-ink">{invitation.email}</span>
        <span className="block text-note text-ink-2">
          {invitation.isUnusable
            ? "They could not join with this address: withdraw it, and ask them for another one."
            : `by ${invitation.invitedBy}, until ${formatShortDate(invitation.expiresAt)}`}
        </span>
      </span>
      {invitation.isUnusable ? <Tag tone="warning">Cannot be taken up</Tag> : null}
      <Tag tone="outline">{invitation.role}</Tag>
      {mayInvite ? (
        <span className="flex flex-wrap items-center gap-2">
          {mailLeaves || invitation.isUnusable ? null : <InvitationLink invitation={invitation} />}
          {invitation.isUnusable ? null : (
            <Button
              size="sm"
              pending={resend.isPending}
              onClick={() => resend.mutate(input, saved("Invitation sent again"))}
            >
              Send again
            </Button>
          )}
          <Button
            size="sm"
            variant="danger"
            pending={revoke.isPending}
            onClick={() => revoke.mutate(input, saved("Invitation withdrawn"))}
          >
            Withdraw
          </Button>
        </span>
      ) : null}
    </li>
  );
}

/** The link to pass on oneself where no mail leaves: made on request, since the one in the mail is the invited person's. */
export function InvitationLink({
  invitation,
  label = "Get link",
}: {
  invitation: Invitation;
  label?: string;
}) {
  const make = useSetting(teamEndpoints.makeInvitationLink);
  const [link, setLink] = useState<string>();
  return (
    <>
      <Button
        size="sm"
        pending={make.isPending}
        pendingLabel="Making..."
        aria-label={`${label} for ${invitation.email}`}
        onClick={() =>
          make.mutate(
            { params: { id: invitation.id } },
            { onSuccess: (answer) => setLink(answer.link), onError: saved("").onError },
          )
        }
      >
        {label}
      </Button>
      <Dialog
        open={link !== undefined}
        onOpenChange={() => setLink(undefined)}
        title="Invitation link"
        description={`For ${invitation.email} alone: whoever has it joins as ${invitation.role}. It is shown only now, and a link mailed before stops working.`}
      >
        <CopyText text={link ?? ""} />
      </Dialog>
    </>
  );
}

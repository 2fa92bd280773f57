import { inviteBody } from "@forestay/contracts/schemas";
import { companyRoles, teamEndpoints } from "@forestay/contracts/wire";
import type { CompanyRole, EndpointResponse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { ConfirmFormDialog } from "@/components/form/confirm-form-dialog.tsx";
import { FormField } from "@/components/form/form-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Avatar } from "@/components/ui/avatar.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { displayName, useCurrentUser, usePolicy } from "@/lib/auth/index.ts";
import { formatRelativeInline } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { InvitationLink, InvitationsPart } from "./invitations-part.tsx";
import { Loaded } from "./loaded.tsx";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";
import { saved } from "./saved.ts";
import { SettingForm } from "./setting-form.tsx";

type Team = EndpointResponse<typeof teamEndpoints.listTeam>;
type Member = Team["members"][number];

const roleOptions = companyRoles.map((value) => ({ value, label: value }));

/** Who works in the company, who is invited, and who may what. */
export function TeamSection() {
  const team = useQuery(settingsQueries.team());
  const mayInvite = usePolicy("company:invite");
  return (
    <Loaded query={team} what="The team">
      {({ members, invitations, mailLeaves }) => (
        <div className="divide-y divide-line">
          {mayInvite ? <InviteForm mailLeaves={mailLeaves} /> : null}
          <section className="px-4 py-5 md:px-6">
            <h2 className="m-0 pb-2 text-body font-strong text-ink">Members</h2>
            <ul className="m-0 list-none divide-y divide-line border-y border-line p-0">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} members={members} />
              ))}
            </ul>
          </section>
          {invitations.length > 0 ? (
            <InvitationsPart invitations={invitations} mailLeaves={mailLeaves} />
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

function InviteForm({ mailLeaves }: { mailLeaves: boolean }) {
  const invite = useSetting(teamEndpoints.invite);
  const form = useServerForm({
    schema: inviteBody,
    defaultValues: { email: "", role: "Staff" },
    send: (body) => invite.mutateAsync({ body }),
    onSent: (_answer, { role }) => {
      form.reset({ email: "", role });
      toast.success(mailLeaves ? "Invitation sent" : "Invited");
    },
  });
  return (
    <SettingForm
      form={form}
      title="Invite someone"
      description={
        mailLeaves
          ? "They get a link by mail, choose a password and are in."
          : "Mail is not leaving this server: get the link after inviting, and pass it on."
      }
      submitLabel={mailLeaves ? "Send invitation" : "Invite"}
    >
      <div className="grid gap-4 room:grid-cols-[minmax(0,1fr)_9rem]">
        <TextField form={form} name="email" label="E-mail" type="email" autoComplete="off" />
        <FormField form={form} name="role" label="Role">
          {(control) => <Select {...control} options={roleOptions} />}
        </FormField>
      </div>
      {mailLeaves || invite.data === undefined || form.isDirty ? null : (
        <p role="status" className="m-0 flex flex-wrap items-center gap-x-3 gap-y-1 text-ui text-ink-2">
          {invite.data.email} is invited as {invite.data.role}.
          <InvitationLink invitation={invite.data} label="Get the link" />
        </p>
      )}
    </SettingForm>
  );
}

/** Whether the company would be without an active Owner without them: their role stays until somebody else has it. */
function isOnlyOwner(member: Member, members: readonly Member[]): boolean {
  const owners = members.filter(({ companyRole, isActive }) => companyRole === "Owner" && isActive);
  return owners.length === 1 && owners[0]?.id === member.id;
}

function MemberRow({ member, members }: { member: Member; members: readonly Member[] }) {
  const stays = isOnlyOwner(member, members);
  const me = useCurrentUser();
  const mayManage = usePolicy("company:manage");
  const update = useSetting(teamEndpoints.updateMember);
  const transfer = useSetting(teamEndpoints.transferOwnership);
  const [asking, setAsking] = useState<"deactivate" | "transfer" | "remove" | CompanyRole>();
  /** One's own next role, while it is asked about: it cannot be taken back alone. */
  const ownNext = companyRoles.find((role) => role === asking);
  const name = displayName(member);
  const change = (patch: Partial<Pick<Member, "companyRole" | "isActive">>, done: string) =>
    update.mutate(
      {
        params: { id: member.id },
        body: { companyRole: member.companyRole, isActive: member.isActive, ...patch },
      },
      { ...saved(done), onSettled: () => setAsking(undefined) },
    );
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-ui">
      <Avatar name={name} id={member.id} />
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-strong text-ink">{name}</span>
        <span className="block truncate text-note text-ink-2">
          {[
            member.email === name ? null : member.email,
            member.lastSeenAt === null
              ? "never signed in"
              : `seen ${formatRelativeInline(member.lastSeenAt)}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {mayManage && stays ? (
          <span className="block text-note text-ink-2">
            The only Owner: make somebody else Owner to change this role.
          </span>
        ) : null}
      </span>
      {member.isActive ? null : <Tag tone="neutral">Deactivated</Tag>}
      {member.twoFactorEnabled ? <Tag tone="ok">Two-factor</Tag> : null}
      {mayManage ? (
        <Select
          label={`Role of ${name}`}
          size="sm"
          className="w-28"
          value={member.companyRole}
          disabled={stays}
          onChange={(companyRole) =>
            member.id === me.id ? setAsking(companyRole) : change({ companyRole }, "Role changed")
          }
          options={roleOptions}
        />
      ) : (
        <Tag tone="outline">{member.companyRole}</Tag>
      )}
      {mayManage && member.id !== me.id ? (
        <DropdownMenu
          trigger={
            <IconButton label={`More for ${name}`} size="sm">
              <MoreHorizontal />
            </IconButton>
          }
        >
          {member.isActive ? (
            <>
              <MenuItem onSelect={() => setAsking("transfer")}>Transfer ownership</MenuItem>
              <MenuItem danger onSelect={() => setAsking("deactivate")}>
                Deactivate
              </MenuItem>
            </>
          ) : (
            <MenuItem onSelect={() => change({ isActive: true }, "Reactivated")}>Reactivate</MenuItem>
          )}
          <MenuItem danger onSelect={() => setAsking("remove")}>
            Remove
          </MenuItem>
        </DropdownMenu>
      ) : null}
      <ConfirmDialog
        open={ownNext !== undefined}
        onOpenChange={() => setAsking(undefined)}
        title={`Become ${ownNext ?? ""} yourself?`}
        description="You can no longer manage the company, its team or its data. Only another Owner can make you Owner again."
        confirmLabel={`Become ${ownNext ?? ""}`}
        pending={update.isPending}
        onConfirm={() => ownNext !== undefined && change({ companyRole: ownNext }, "Role changed")}
      />
      <ConfirmDialog
        open={asking === "deactivate"}
        onOpenChange={() => setAsking(undefined)}
        title={`Deactivate ${name}?`}
        description="They are signed out everywhere at once and cannot sign in. What they did stays."
        confirmLabel="Deactivate"
        pending={update.isPending}
        onConfirm={() => change({ isActive: false }, "Deactivated")}
      />
      {asking === "remove" ? (
        <RemoveMemberDialog member={member} members={members} onClose={() => setAsking(undefined)} />
      ) : null}
      <ConfirmFormDialog
        open={asking === "transfer"}
        onOpenChange={() => setAsking(undefined)}
        title={`Make ${name} Owner?`}
        description="You become Staff. Only they can make you Owner again."
        confirmLabel="Transfer ownership"
        asksPassword
        send={({ password }) => transfer.mutateAsync({ params: { id: member.id }, body: { password } })}
        onSent={() => {
          setAsking(undefined);
          toast.success("Ownership transferred");
        }}
      />
    </li>
  );
}

import { teamEndpoints } from "@forestay/contracts/wire";
import type { EndpointResponse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmFormDialog } from "@/components/form/confirm-form-dialog.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { displayName } from "@/lib/auth/index.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";

type Member = EndpointResponse<typeof teamEndpoints.listTeam>["members"][number];
type Work = EndpointResponse<typeof teamEndpoints.memberWork>;

const nobody = "nobody";

interface RemoveMemberDialogProps {
  member: Member;
  members: readonly Member[];
  onClose: () => void;
}

/** Before a member goes for good: what is theirs, and who is to have it. */
export function RemoveMemberDialog({ member, members, onClose }: RemoveMemberDialogProps) {
  const remove = useSetting(teamEndpoints.removeMember);
  const work = useQuery(settingsQueries.memberWork(member.id));
  const [heir, setHeir] = useState(nobody);
  const name = displayName(member);
  const others = members.filter(({ id, isActive }) => isActive && id !== member.id);
  return (
    <ConfirmFormDialog
      open
      onOpenChange={onClose}
      title={`Remove ${name}?`}
      description="Their account goes for good, and their name from everything they did. To end their access and keep their name, deactivate them instead."
      confirmLabel="Remove"
      typed={member.email}
      send={() =>
        remove.mutateAsync({
          params: { id: member.id },
          query: heir === nobody ? {} : { handTo: heir },
        })
      }
      onSent={() => {
        onClose();
        toast.success("Removed", `${name} is no longer in the team.`);
      }}
    >
      <QueryView
        query={work}
        loading="Looking up what is theirs"
        failed="What is theirs did not load"
        skeleton={<Skeleton className="h-10" />}
        inset
      >
        {(known) =>
          known.customers + known.openTasks + known.openCases === 0 ? (
            <p className="m-0 text-ui text-ink-2">No customer, open task or open case is theirs.</p>
          ) : (
            <Field label={`Hand over ${workWords(known)}`}>
              {(control) => (
                <Select
                  {...control}
                  value={heir}
                  onChange={setHeir}
                  options={[
                    { value: nobody, label: "To nobody: they have no owner then" },
                    ...others.map((other) => ({ value: other.id, label: displayName(other) })),
                  ]}
                />
              )}
            </Field>
          )
        }
      </QueryView>
    </ConfirmFormDialog>
  );
}

/** "34 customers, 5 open tasks and 1 open case" */
function workWords({ customers, openTasks, openCases }: Work): string {
  const parts = [
    customers === 0 ? null : formatCounted(customers, "customer"),
    openTasks === 0 ? null : formatCounted(openTasks, "open task"),
    openCases === 0 ? null : formatCounted(openCases, "open case"),
  ].filter((part) => part !== null);
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1) ?? ""}`;
}

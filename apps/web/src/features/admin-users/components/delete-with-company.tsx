import { DELETION_GRACE_DAYS } from "@forestay/contracts/wire";
import { useState } from "react";
import { ConfirmFormDialog } from "@/components/form/confirm-form-dialog.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { displayName, usePolicy } from "@/lib/auth/index.ts";
import { formatShortDate } from "@/lib/format/index.ts";
import { useDeleteUserWithCompany } from "../api/user-queries.ts";
import type { UserDetail } from "../api/user-queries.ts";

interface DeleteWithCompanyProps {
  user: UserDetail;
  company: NonNullable<UserDetail["onlyMemberOf"]>;
}

/** Deletes a company's only member together with it, which nobody could open without them. */
export function DeleteWithCompany({ user, company }: DeleteWithCompanyProps) {
  const [asking, setAsking] = useState(false);
  const isAdmin = usePolicy("admin:system");
  const remove = useDeleteUserWithCompany(user.id);
  const name = displayName(user);
  const companyName = company.name || "their company";
  if (company.deletionAt !== null) {
    return (
      <Cell title="Deletion is on its way">
        <p className="m-0 max-w-160 text-ui text-ink-2">
          {name} and {companyName} will be deleted on {formatShortDate(company.deletionAt)}. Until then {name}{" "}
          can keep the company in its settings.
        </p>
      </Cell>
    );
  }
  return (
    <Cell title="Delete this person with their company">
      <p className="m-0 max-w-160 pb-3 text-ui text-ink-2">
        {name} is the only member of {companyName}: nobody could open it without them. Both go together,
        customers and all, {DELETION_GRACE_DAYS} days after you ask for it; until then {name} can keep the
        company.
        {isAdmin ? null : " Only an Admin can ask for it."}
      </p>
      {isAdmin ? (
        <Button variant="danger" className="-ml-3.5" onClick={() => setAsking(true)}>
          Delete {name} and {companyName}
        </Button>
      ) : null}
      <ConfirmFormDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${name} and ${companyName}?`}
        description={`Both are deleted in ${DELETION_GRACE_DAYS} days. ${name} gets a mail that says so, and can keep the company until then.`}
        confirmLabel="Delete both"
        typed={user.email}
        send={({ typedName }) => remove.mutateAsync({ typedName })}
        onSent={({ deletionAt }) => {
          toast.success("Deletion is on its way", `Both are deleted on ${formatShortDate(deletionAt)}.`);
          setAsking(false);
        }}
      />
    </Cell>
  );
}

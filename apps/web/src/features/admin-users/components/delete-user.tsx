import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmFormDialog } from "@/components/form/confirm-form-dialog.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { displayName } from "@/lib/auth/index.ts";
import { useDeleteUser } from "../api/user-queries.ts";
import type { UserDetail } from "../api/user-queries.ts";

/** Deletes a person after their address was typed. */
export function DeleteUser({ user }: { user: UserDetail }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteUser(user.id);
  const navigate = useNavigate();
  return (
    <Cell title="Delete this person">
      <p className="m-0 max-w-160 pb-3 text-ui text-ink-2">
        Their account, sessions and notifications go for good. What they did stays in the audit log without
        their name. The last Admin and the last Owner of a company stay.
      </p>
      <Button variant="danger" className="-ml-3.5" onClick={() => setAsking(true)}>
        Delete {displayName(user)}
      </Button>
      <ConfirmFormDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${displayName(user)}?`}
        description="Nothing of the account can be brought back."
        confirmLabel="Delete"
        typed={user.email}
        send={() => remove.mutateAsync()}
        onSent={() => {
          toast.success("Deleted", `${displayName(user)} is gone.`);
          void navigate("/app/admin/users", { replace: true });
        }}
      />
    </Cell>
  );
}

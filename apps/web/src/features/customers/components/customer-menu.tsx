import type { CustomerDetail } from "@forestay/contracts/wire";
import { useQueryClient } from "@tanstack/react-query";
import { Download, Ellipsis, Merge, UserX } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmFormDialog } from "@/components/form/confirm-form-dialog.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { defineUrlState, word } from "@/lib/url-state/index.ts";
import { useEraseCustomer, useExportCustomer } from "../api/customer-data-queries.ts";
import { MergeDialog } from "./merge-dialog.tsx";

/** With whom a list of customers that may be one wants it compared. */
const mergeState = defineUrlState({ merge: word() });

/** What is seldom done with a customer: all that is kept of it taken along, merged with another who is the same, or erased. */
export function CustomerMenu({ customer }: { customer: CustomerDetail }) {
  const mayExport = usePolicy("customers:write");
  const mayManage = usePolicy("company:manage");
  const takeAlong = useExportCustomer(customer.id);
  const [isErasing, setErasing] = useState(false);
  const [{ merge: otherId }, change] = useUrlState(mergeState);
  const [isMerging, setMerging] = useState(otherId !== undefined && otherId !== customer.id && mayManage);
  if (!mayExport && !mayManage) return null;
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton label="More" variant="outline">
            <Ellipsis />
          </IconButton>
        }
      >
        {mayExport ? (
          <MenuItem
            icon={<Download />}
            onSelect={() =>
              takeAlong.mutate(undefined, {
                onError: (error) => toast.error("The export did not start", error.message),
              })
            }
          >
            Export everything
          </MenuItem>
        ) : null}
        {mayManage ? (
          <MenuItem icon={<Merge />} onSelect={() => setMerging(true)}>
            Merge with another customer
          </MenuItem>
        ) : null}
        {mayManage ? (
          <MenuItem icon={<UserX />} danger onSelect={() => setErasing(true)}>
            Erase this customer
          </MenuItem>
        ) : null}
      </DropdownMenu>
      <MergeDialog
        customer={customer}
        otherId={otherId === customer.id ? undefined : otherId}
        open={isMerging}
        onOpenChange={(open) => {
          setMerging(open);
          if (!open && otherId !== undefined) change({ merge: undefined }, { replace: true });
        }}
      />
      <EraseDialog customer={customer} open={isErasing} onOpenChange={setErasing} />
    </>
  );
}

interface EraseDialogProps {
  customer: CustomerDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function EraseDialog({ customer: { id, fullName }, open, onOpenChange }: EraseDialogProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const erase = useEraseCustomer(id);
  return (
    <ConfirmFormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Erase ${fullName}?`}
      description="Its data, scores, invoices, notes and tasks go, from every list, file and figure, of past months too. The audit log keeps only that somebody was erased. Backups made earlier still hold it until they are replaced. This cannot be taken back."
      confirmLabel="Erase"
      typed={fullName.trim()}
      send={({ typedName }) => erase.mutateAsync(typedName)}
      onSent={() => {
        toast.success("The customer is erased");
        // What is kept from before may name it: no other page shows that again.
        queryClient.removeQueries({ type: "inactive" });
        // First away: this page would ask for what is no longer there.
        void Promise.resolve(navigate("/app/customers")).then(() => {
          queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(id) });
          return queryClient.invalidateQueries();
        });
      }}
    />
  );
}

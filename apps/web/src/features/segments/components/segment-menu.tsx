import { SegmentStatus } from "@forestay/contracts/wire";
import type { Segment } from "@forestay/contracts/wire";
import { Archive, ArchiveRestore, CopyPlus, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useSegmentDeeds } from "../api/segment-queries.ts";
import { useSegmentStatus } from "../api/segment-status.ts";

/** What else can be done with a segment. */
export function SegmentMenu({ segment }: { segment: Segment }) {
  const navigate = useNavigate();
  const { duplicate, remove } = useSegmentDeeds(segment);
  const { archive, restore } = useSegmentStatus(segment);
  const [isAsking, ask] = useState(false);
  const archived = segment.status === SegmentStatus.Inactive;
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton label="More" variant="outline">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem
          icon={<CopyPlus />}
          onSelect={() =>
            duplicate.mutate(undefined, {
              onSuccess: (copy) => void navigate(`/app/segments/${copy.id}/edit`),
              onError: (error) => toast.error("It was not copied", error.message),
            })
          }
        >
          Duplicate
        </MenuItem>
        {segment.status === SegmentStatus.Draft ? null : (
          <MenuItem
            icon={archived ? <ArchiveRestore /> : <Archive />}
            onSelect={archived ? restore : archive}
          >
            {archived ? "Restore" : "Archive"}
          </MenuItem>
        )}
        <MenuItem icon={<Trash2 />} danger onSelect={() => ask(true)}>
          Delete
        </MenuItem>
      </DropdownMenu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          ask(open);
          if (!open) remove.reset();
        }}
        title={`Delete '${segment.name}'?`}
        description="Its rule, and who came and went, are gone for good. Its customers stay as they are. To keep what it was, archive it instead."
        confirmLabel="Delete segment"
        pendingLabel="Deleting..."
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              toast.success(`'${segment.name}' is deleted`);
              void navigate("/app/segments");
            },
          })
        }
      />
    </>
  );
}

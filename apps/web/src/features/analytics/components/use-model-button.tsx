import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { Authorize } from "@/lib/auth/index.ts";
import { useActivateModel } from "../api/model-queries.ts";

interface UseModelButtonProps {
  version: string;
  /** The version in use now; null = none. */
  current: string | null;
  size?: "sm" | "md";
}

/** Takes a stored model back into use, after a question. */
export function UseModelButton({ version, current, size = "md" }: UseModelButtonProps) {
  const [asking, setAsking] = useState(false);
  const activate = useActivateModel();
  return (
    <Authorize policy="analytics:run">
      <Button size={size} onClick={() => setAsking(true)}>
        Use this one
        <span className="sr-only">: model {version}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Use model ${version}?`}
        description={`${current === null ? "" : `It takes the place of ${current}, which stays stored. `}The scores that are shown stay until the next scoring, tonight or when you run an analysis with it.`}
        confirmLabel={`Use ${version}`}
        pending={activate.isPending}
        error={activate.error}
        onConfirm={() =>
          activate.mutate(version, {
            onSuccess: () => {
              setAsking(false);
              toast.success(`${version} is in use`, "The next scoring uses it.");
            },
          })
        }
      />
    </Authorize>
  );
}

import type { apiKeyEndpoints, trackingEndpoints } from "@forestay/contracts/wire";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { useSetting } from "../api/settings-queries.ts";
import { saved } from "./saved.ts";

interface RevokeKeyProps {
  endpoint: typeof apiKeyEndpoints.revokeApiKey | typeof trackingEndpoints.revokeKey;
  /** What is revoked, and its name: 'Write key', 'Web app'. */
  what: string;
  id: string;
  name: string;
  /** What ends with it. */
  description: string;
}

/** Revokes a key, after the question that it does not come back. */
export function RevokeKey({ endpoint, what, id, name, description }: RevokeKeyProps) {
  const revoke = useSetting(endpoint);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          revoke.reset();
        }}
        title={`Revoke ${name}?`}
        description={`${description} A revoked key does not come back; a new one can be made.`}
        confirmLabel="Revoke"
        pending={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate(
            { params: { id } },
            { ...saved(`${what} revoked`), onSettled: (_data, error) => error === null && setAsking(false) },
          )
        }
      />
    </>
  );
}

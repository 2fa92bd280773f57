import type { CustomerDetail } from "@forestay/contracts/wire";
import { Layers, Mail } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { usePolicy } from "@/lib/auth/index.ts";
import { TagManyDialog } from "./bulk-action-dialogs.tsx";

/** Writing to the customer, by the mail program of whoever presses, and putting it into a segment. */
export function CustomerContact({ customer: { id, email } }: { customer: CustomerDetail }) {
  const mayTag = usePolicy("customers:write");
  const maySegment = usePolicy("segments:write");
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {email === null ? null : (
        <ButtonLink to={`mailto:${encodeURIComponent(email).replace("%40", "@")}`} icon={<Mail />}>
          Email
        </ButtonLink>
      )}
      {mayTag && maySegment ? (
        <Button icon={<Layers />} onClick={() => setAdding(true)}>
          Add to segment
        </Button>
      ) : null}
      {isAdding ? (
        <TagManyDialog
          purpose="segment"
          selection={{ customerIds: [id] }}
          count={1}
          onClose={() => setAdding(false)}
          onStarted={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}

import { hasEnded, supportStatusLabel } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Link } from "react-router";
import { supportQueries, useRateSession } from "@/components/support/support-queries.ts";
import { Button } from "@/components/ui/button.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";

interface SessionEndedProps {
  sessionId: string;
  onPutAway: () => void;
}

/** Where page help is again after a session with support: how it ended, the way to read it, and whether it helped. */
export function SessionEnded({ sessionId, onPutAway }: SessionEndedProps) {
  const { data } = useQuery({
    ...supportQueries.messages(sessionId),
    refetchInterval: false,
    refetchOnMount: "always",
  });
  const { mutate: rate, isPending, isError } = useRateSession(sessionId);
  if (data === undefined || !hasEnded(data.session.status)) return null;
  const { wasHelpful } = data.session;
  return (
    <section
      aria-label="Support session that ended"
      className="mx-3.5 mb-2 rounded-inset border border-line bg-sheet px-3 py-2 text-note"
    >
      <p className="m-0 flex items-center gap-2">
        <span role="status" className="min-w-0 flex-1">
          {supportStatusLabel(data.session)}.{" "}
          {wasHelpful === null ? "Did this help?" : "Thank you for telling us."}
        </span>
        <Link to={`/app/conversations?show=support&session=${sessionId}`} className="text-brand-text">
          Read it
        </Link>
        <IconButton size="sm" label="Put away" onClick={onPutAway}>
          <X aria-hidden />
        </IconButton>
      </p>
      {wasHelpful === null ? (
        <p className="m-0 mt-1 flex gap-2">
          <Button size="sm" disabled={isPending} onClick={() => rate({ wasHelpful: true })}>
            Yes
          </Button>
          <Button size="sm" disabled={isPending} onClick={() => rate({ wasHelpful: false })}>
            No
          </Button>
        </p>
      ) : null}
      {isError ? (
        <p role="alert" className="m-0 mt-1 text-danger-text">
          That was not kept. Try again.
        </p>
      ) : null}
    </section>
  );
}

import type { SupportAttachment } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { ImageOff } from "lucide-react";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { supportQueries } from "./support-queries.ts";

const kilobytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** An image of a message, with its name and size. */
export function Attachment({ sessionId, attachment }: { sessionId: string; attachment: SupportAttachment }) {
  const { data, isError } = useQuery(supportQueries.image(sessionId, attachment.id));
  return (
    <figure className="m-0 flex w-60 max-w-full flex-col gap-1.5 rounded-inset border border-line bg-sheet p-2 text-ink">
      {data !== undefined ? (
        <img
          src={data.dataUrl}
          alt={`Sent: ${attachment.fileName}`}
          className="max-h-56 w-full rounded-tag bg-sunken object-contain"
        />
      ) : isError ? (
        <span className="flex h-20 items-center justify-center gap-2 rounded-tag bg-sunken text-note text-ink-2">
          <ImageOff aria-hidden className="size-4" />
          The image did not load
        </span>
      ) : (
        <Skeleton className="h-20 w-full" />
      )}
      <figcaption className="flex items-baseline justify-between gap-2 text-small">
        <span className="truncate font-emphasis">{attachment.fileName}</span>
        <span className="shrink-0 text-ink-2">{kilobytes(attachment.sizeBytes)}</span>
      </figcaption>
    </figure>
  );
}

import { SegmentStatus } from "@forestay/contracts/wire";
import type { Segment } from "@forestay/contracts/wire";
import { toast } from "@/components/ui/toast-store.ts";
import { useSaveSegment } from "./segment-queries.ts";

/** Puts a segment away or takes it up again, as it is, and says how that went. */
export function useSegmentStatus(segment: Segment) {
  const save = useSaveSegment(segment);
  const { name, description, type, color, criteria, version } = segment;
  const setStatus = (status: Segment["status"]) => {
    const isRestored = status === SegmentStatus.Active;
    save.mutate(
      { body: { name, description, type, color, criteria, status }, version },
      {
        onSuccess: () => toast.success(`'${name}' is ${isRestored ? "followed again" : "archived"}`),
        onError: (error) => toast.error(`It was not ${isRestored ? "restored" : "archived"}`, error.message),
      },
    );
  };
  return {
    archive: () => setStatus(SegmentStatus.Inactive),
    restore: () => setStatus(SegmentStatus.Active),
    isPending: save.isPending,
  };
}

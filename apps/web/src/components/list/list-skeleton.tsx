import { Skeleton } from "@/components/ui/skeleton.tsx";
import { cn } from "@/lib/style/cn.ts";

interface ListSkeletonProps {
  rows: number;
  /** An avatar leads each row. */
  hasAvatar?: boolean;
  /** Height of a row where it is not that of `ListTable`. */
  rowClassName?: string | undefined;
}

/** The shape of a list while its rows are on their way. */
export function ListSkeleton({ rows, hasAvatar = false, rowClassName }: ListSkeletonProps) {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={cn("flex h-14.5 items-center gap-4 px-4 md:h-10.5 md:px-5", rowClassName)}>
          {hasAvatar ? <Skeleton className="size-7.5 rounded-full" /> : null}
          <Skeleton className="w-44" />
          <Skeleton className="ml-auto w-16" />
          <Skeleton className="w-20 max-md:hidden" />
          <Skeleton className="w-16 max-md:hidden" />
          <Skeleton className="w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

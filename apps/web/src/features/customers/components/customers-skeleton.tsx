import { Skeleton } from "@/components/ui/skeleton.tsx";

/** The table's shape while its rows are on their way. */
export function CustomersSkeleton() {
  return (
    <div className="divide-y divide-line">
      {Array.from({ length: 10 }, (_, row) => (
        <div key={row} className="flex h-14.5 items-center gap-4 px-4 md:h-10.5 md:px-5">
          <Skeleton className="size-7.5 rounded-full" />
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

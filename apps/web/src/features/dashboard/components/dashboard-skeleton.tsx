import { Skeleton } from "@/components/ui/skeleton.tsx";
import { SheetRow } from "@/components/ui/sheet.tsx";

const tiles = 6;

/** The dashboard's own layout, while it is on its way. */
export function DashboardSkeleton() {
  return (
    <>
      <div className="grid grid-cols-2 gap-px bg-line room:grid-cols-3 min-[1400px]:grid-cols-[1.35fr_repeat(5,minmax(0,1fr))]">
        {Array.from({ length: tiles }, (_, index) => (
          <div
            key={index}
            className="flex flex-col gap-2 bg-sheet px-4 py-3.5 lg:px-5 max-room:first:col-span-2 max-room:last:col-span-2"
          >
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-7 w-28" />
            <Skeleton className="h-3.5 w-16" />
          </div>
        ))}
      </div>
      <SheetRow columns="minmax(0,1fr) 340px">
        <div className="px-5 py-4.5">
          <Skeleton className="h-4 w-64" />
          <Skeleton className="mt-4 h-57 w-full" />
        </div>
        <div className="px-5 py-4.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-4 h-40 w-full" />
        </div>
      </SheetRow>
    </>
  );
}

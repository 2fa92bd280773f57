import { SheetRow } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";

/** The layout of a tab while it is on its way. */
export function InsightsSkeleton() {
  return (
    <>
      <SheetRow columns="minmax(0,1fr) 400px">
        <div className="px-5 py-4.5">
          <Skeleton className="h-4 w-64" />
          <Skeleton className="mt-4 h-57 w-full" />
        </div>
        <div className="px-5 py-4.5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="mt-4 h-57 w-full" />
        </div>
      </SheetRow>
      <SheetRow>
        <div className="flex flex-col gap-3 px-5 py-4.5">
          {Array.from({ length: 8 }, (_, row) => (
            <Skeleton key={row} className="h-6 w-full" />
          ))}
        </div>
      </SheetRow>
    </>
  );
}

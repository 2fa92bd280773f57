import { lazy, Suspense } from "react";
import { PartBoundary } from "@/components/ui/part-boundary.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";

// Later than the first paint: the name is there, the picture joins it.
const CompanyLogo = lazy(async () => ({
  default: (await import("@/features/settings/company-logo.tsx")).CompanyLogo,
}));

/** Whose customers these are; sample data is labelled on every page. */
export function CompanyPanel() {
  const { company } = useCurrentUser();
  if (company === null) return null;
  return (
    <section
      aria-label="Company"
      className="m-3.5 flex min-w-0 items-center justify-between gap-3 rounded-sheet border border-line bg-sheet px-3.5 py-3 shadow-xs"
    >
      <p className="m-0 flex min-w-0 items-center gap-2.5 text-ui font-strong text-ink">
        <PartBoundary fallback={() => null}>
          <Suspense>
            <CompanyLogo />
          </Suspense>
        </PartBoundary>
        <span className="truncate">{company.name}</span>
      </p>
      {company.isDemo ? <Tag tone="warning">Sample data</Tag> : null}
    </section>
  );
}

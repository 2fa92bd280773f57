import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { preferencesQuery } from "../api/preference-queries.ts";
import { PreferencesForm } from "./preferences-form.tsx";

/** What reaches the viewer, how and when; in place of the list until settings have a page for it. */
export function PreferencesSection({ onClose }: { onClose: () => void }) {
  const preferences = useQuery(preferencesQuery);
  return (
    <>
      <PageHeader
        title="Notification preferences"
        subtitle="What reaches you, how and when. They are yours alone."
        breadcrumb={[{ label: "Notifications", to: "/app/notifications" }, { label: "Preferences" }]}
      />
      <Sheet className="max-w-210">
        <QueryView
          query={preferences}
          loading="Loading preferences"
          failed="Your preferences did not load"
          skeleton={<Skeleton className="m-5 h-96 rounded-inset" />}
        >
          {(saved) => <PreferencesForm saved={saved} onClose={onClose} />}
        </QueryView>
      </Sheet>
    </>
  );
}

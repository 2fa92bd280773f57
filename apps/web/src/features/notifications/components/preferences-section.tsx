import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Sheet } from "@/components/ui/sheet.tsx";
import { Loading, Skeleton } from "@/components/ui/skeleton.tsx";
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
        {preferences.isError && preferences.data === undefined ? (
          <ErrorState
            title="Your preferences did not load"
            message={preferences.error.message}
            onRetry={() => void preferences.refetch()}
            retrying={preferences.isFetching}
          />
        ) : (
          <Loading
            loading={preferences.isPending}
            label="Loading preferences"
            skeleton={<Skeleton className="m-5 h-96 rounded-inset" />}
          >
            {preferences.data === undefined ? null : (
              <PreferencesForm saved={preferences.data} onClose={onClose} />
            )}
          </Loading>
        )}
      </Sheet>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/query-view.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { preferencesQuery } from "./api/preference-queries.ts";
import { PreferencesForm } from "./components/preferences-form.tsx";

/** What reaches the viewer, how and when: a section of the settings. */
export function PreferencesSection() {
  const preferences = useQuery(preferencesQuery);
  return (
    <QueryView
      query={preferences}
      loading="Loading preferences"
      failed="Your preferences did not load"
      skeleton={<Skeleton className="m-5 h-96 rounded-inset" />}
    >
      {(saved) => <PreferencesForm saved={saved} />}
    </QueryView>
  );
}

import { matchStates } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { choice, defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { matchQueries } from "./api/match-queries.ts";
import { AnsweredMatches } from "./components/matches/answered-matches.tsx";
import { WaitingMatches } from "./components/matches/waiting-matches.tsx";

const listState = defineUrlState({ state: choice(matchStates, "waiting"), page: pageNumber() });

/** /app/settings/integrations/matches: records of connected systems that could be several customers here. */
export function MatchesPage({ Frame }: { Frame: ComponentType<{ children: ReactNode }> }) {
  const [{ state, page }, change] = useUrlState(listState);
  const waiting = useQuery(matchQueries.waiting());
  const List = state === "waiting" ? WaitingMatches : AnsweredMatches;
  return (
    <>
      <PageHeader
        title="Who is it?"
        breadcrumb={[
          { label: "Settings", to: "/app/settings" },
          { label: "Integrations", to: "/app/settings?section=integrations" },
          { label: "Who is it?" },
        ]}
        subtitle="Records that could be several customers here. Nothing of them comes in until somebody says which."
      />
      <Frame>
        <Tabs
          label="Records"
          items={[
            { value: "waiting", label: "To answer", count: waiting.data },
            { value: "answered", label: "Answered" },
          ]}
          value={state}
          onChange={(next) => change({ state: next })}
        >
          <TabPanel value={state}>
            <List page={page} onPage={(next) => change({ page: next })} />
          </TabPanel>
        </Tabs>
      </Frame>
    </>
  );
}

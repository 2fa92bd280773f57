import { matchStates } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { TabPanel, Tabs } from "@/components/ui/tabs.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { choice, defineUrlState, pageNumber } from "@/lib/url-state/index.ts";
import { matchQueries } from "./api/match-queries.ts";
import { AnsweredMatches } from "./components/matches/answered-matches.tsx";
import { CustomerPairs } from "./components/matches/customer-pairs.tsx";
import { WaitingMatches } from "./components/matches/waiting-matches.tsx";

const lists = { waiting: WaitingMatches, pairs: CustomerPairs, answered: AnsweredMatches };
const listState = defineUrlState({
  state: choice([...matchStates, "pairs"], "waiting"),
  page: pageNumber(),
});

/** /app/settings/integrations/matches: records of connected systems that could be several customers here, and customers that may be one. */
export function MatchesPage({ Frame }: { Frame: ComponentType<{ children: ReactNode }> }) {
  const [{ state, page }, change] = useUrlState(listState);
  const waiting = useQuery(matchQueries.waiting());
  const pairs = useQuery(matchQueries.pairCount());
  const List = lists[state];
  return (
    <>
      <PageHeader
        title="Who is it?"
        breadcrumb={[
          { label: "Settings", to: "/app/settings" },
          { label: "Integrations", to: "/app/settings?section=integrations" },
          { label: "Who is it?" },
        ]}
        subtitle={
          state === "pairs"
            ? "Customers that may be one, found by comparing all of them every night. Nothing changes until somebody merges them."
            : "Records that could be several customers here. Nothing of them comes in until somebody says which."
        }
      />
      <Frame>
        <Tabs
          label="Records"
          items={[
            { value: "waiting", label: "To answer", count: waiting.data },
            { value: "pairs", label: "Look alike", count: pairs.data },
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

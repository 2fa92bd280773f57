import { customerEndpoints } from "@forestay/contracts/wire";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { Dialog } from "radix-ui";
import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { QueryView } from "@/components/query-view.tsx";
import { Avatar } from "@/components/ui/avatar.tsx";
import { RiskLevel } from "@/components/ui/risk-level.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { useDebounced } from "@/hooks/use-debounced.ts";
import { useReturnedFocus } from "@/hooks/use-returned-focus.ts";
import { call } from "@/lib/api/index.ts";
import { customerKeys } from "@/lib/api/query-keys.ts";
import { usePolicy } from "@/lib/auth/index.ts";
import { foundDocs } from "./found-docs.ts";
import { useFoundWork } from "./found-work.ts";
import type { PaletteEntry } from "./palette-entry.ts";

const resultsShown = 6;
const debounceMs = 150;

const searchQuery = (search: string) =>
  queryOptions({
    queryKey: [...customerKeys.search, search],
    queryFn: ({ signal }) =>
      call(customerEndpoints.search, { query: { text: search, limit: resultsShown }, signal }),
    placeholderData: keepPreviousData,
  });

interface CommandPaletteProps {
  pages: readonly PaletteEntry[];
  actions: readonly PaletteEntry[];
  onClose: () => void;
}

/** Global search: customers by name, email or id, what else is kept, pages and actions; all by keyboard. */
export function CommandPalette({ pages, actions, onClose }: CommandPaletteProps) {
  const returnedFocus = useReturnedFocus();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const readsCustomers = usePolicy("customers:read");
  const search = useDebounced(text.trim(), debounceMs);
  const found = useQuery({ ...searchQuery(search), enabled: readsCustomers && search !== "" });
  const customers = text.trim() === "" ? [] : (found.data?.items ?? []);

  const { segments, views, tasks, imports, analyses, campaigns } = useFoundWork(
    text.trim() === "" ? "" : search,
  );
  const docs = foundDocs(text.trim(), pages);

  const run = (target: PaletteEntry["run"]) => {
    onClose();
    if (typeof target === "string") void navigate(target);
    else target();
  };
  const isFound = (entry: PaletteEntry) =>
    text.trim() === ""
      ? entry.onlyFound !== true
      : [entry.label, ...(entry.keywords ?? [])].some((word) =>
          word.toLowerCase().includes(text.trim().toLowerCase()),
        );

  // Results come later than the keys: whatever is first then is what Enter opens.
  const firstValue =
    customers[0]?.id ??
    (segments[0] === undefined
      ? firstEntryValue(pages.filter(isFound), actions.filter(isFound))
      : entryValue("Segments", segments[0]));
  const [seenFirst, setSeenFirst] = useState(firstValue);
  const [selected, setSelected] = useState(firstValue);
  if (firstValue !== seenFirst) {
    setSeenFirst(firstValue);
    setSelected(firstValue);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-70 animate-fade bg-scrim" />
        <Dialog.Content
          {...returnedFocus}
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-70 w-[min(600px,calc(100vw-2rem))] -translate-x-1/2 animate-dialog overflow-hidden rounded-dialog border border-line bg-raised shadow-lg outline-none"
        >
          <Dialog.Title className="sr-only">Search</Dialog.Title>
          {/* The server has filtered the customers; pages and actions are filtered here, in one order. */}
          <Command label="Search" loop shouldFilter={false} value={selected} onValueChange={setSelected}>
            <div className="flex items-center gap-3 border-b border-line px-4.5">
              <Search aria-hidden className="size-4.5 shrink-0 text-ink-3" />
              <Command.Input
                ref={field}
                value={text}
                onValueChange={setText}
                placeholder={
                  readsCustomers
                    ? "Search customers, segments, views, tasks, imports, analyses, pages"
                    : "Search pages and actions"
                }
                className="h-13 w-full bg-transparent text-input text-ink outline-none placeholder:text-ink-3"
              />
              {found.isFetching ? <Spinner size="sm" /> : null}
            </div>
            {/* Beside the list: a listbox holds options and nothing else. */}
            <Command.Empty className="px-3 py-6 text-center text-ui text-ink-2 empty:hidden">
              {found.isFetching ? "Searching" : found.isError ? null : `Nothing found for “${text.trim()}”`}
            </Command.Empty>
            <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
              {customers.length === 0 ? null : (
                <Group
                  heading={found.data?.isSimilar ? `Nobody is called “${search}”. Did you mean` : "Customers"}
                >
                  {customers.map((customer) => (
                    <Item
                      key={customer.id}
                      value={customer.id}
                      onSelect={() => run(`/app/customers/${customer.id}`)}
                    >
                      <Avatar size={24} name={customer.fullName} id={customer.id} />
                      <span className="min-w-0 flex-1 truncate">
                        {customer.fullName}
                        <span className="pl-2 text-note text-ink-2">
                          {customer.email ?? customer.externalId}
                        </span>
                      </span>
                      {customer.churnRiskLevel === null ? null : (
                        <RiskLevel level={customer.churnRiskLevel} />
                      )}
                    </Item>
                  ))}
                  {!found.data?.isSimilar && (found.data?.totalCount ?? 0) > resultsShown ? (
                    <Item
                      value="all"
                      onSelect={() => run(`/app/customers?${new URLSearchParams({ search })}`)}
                    >
                      <Search aria-hidden />
                      See all customers for “{search}”
                    </Item>
                  ) : null}
                </Group>
              )}
              {[
                { heading: "Segments", shown: segments },
                { heading: "Saved views", shown: views },
                { heading: "Tasks", shown: tasks },
                { heading: "Imports", shown: imports },
                { heading: "Analyses", shown: analyses },
                { heading: "Campaigns", shown: campaigns },
                { heading: "Pages", shown: pages.filter(isFound) },
                { heading: "Actions", shown: actions.filter(isFound) },
                { heading: "Documentation", shown: docs },
              ].map(({ heading, shown }) =>
                shown.length === 0 ? null : (
                  <Group key={heading} heading={heading}>
                    {shown.map((entry) => (
                      <Item
                        key={`${entry.label} ${String(entry.run)}`}
                        value={entryValue(heading, entry)}
                        onSelect={() => run(entry.run)}
                      >
                        <entry.icon aria-hidden />
                        {entry.label}
                      </Item>
                    ))}
                  </Group>
                ),
              )}
            </Command.List>
          </Command>
          {/* Customers that did not load, whatever else was found. Not within the command, which takes Enter for itself. */}
          {/* Asked again the button goes: whoever pressed it types on. */}
          <QueryView
            query={{
              ...found,
              refetch: () => {
                field.current?.focus();
                return found.refetch();
              },
            }}
            loading="Searching"
            failed="Customers did not load"
            skeleton={null}
          >
            {() => null}
          </QueryView>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const entryValue = (heading: string, { label, run }: PaletteEntry) =>
  `${heading}:${label}${typeof run === "string" ? `:${run}` : ""}`;

function firstEntryValue(pages: readonly PaletteEntry[], actions: readonly PaletteEntry[]): string {
  const [page] = pages;
  const [action] = actions;
  if (page !== undefined) return entryValue("Pages", page);
  return action === undefined ? "" : entryValue("Actions", action);
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="pb-1 **:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-small **:[[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-9.5 cursor-pointer items-center gap-3 rounded-control px-3 text-body font-medium text-ink data-[selected=true]:bg-press touch:min-h-11 [&>svg]:size-4 [&>svg]:text-ink-3"
    >
      {children}
    </Command.Item>
  );
}

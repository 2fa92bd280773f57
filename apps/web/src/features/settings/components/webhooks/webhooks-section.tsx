import type { Webhook } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "react-router";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { useUrlState } from "@/hooks/use-url-state.ts";
import { formatCounted } from "@/lib/format/index.ts";
import { defineUrlState, word } from "@/lib/url-state/index.ts";
import { webhookQueries } from "../../api/webhook-queries.ts";
import { Loaded } from "../loaded.tsx";
import { SecretShown } from "./secret-shown.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { WebhookState } from "./webhook-state.tsx";
import { WebhookView } from "./webhook-view.tsx";
import { healthWords } from "./webhook-words.ts";

/** Which address is open; none: the list of them. */
const openedState = defineUrlState({ webhook: word() });

/** Addresses of the company's own systems that are told what happens; `?webhook=` opens one. */
export function WebhooksSection() {
  const webhooks = useQuery(webhookQueries.list());
  const [{ webhook: opened }] = useUrlState(openedState);
  const pathOf = usePathOf();
  return (
    <Loaded query={webhooks} what="The webhooks">
      {({ items }) => {
        const one = items.find(({ id }) => id === opened);
        if (opened !== undefined && one !== undefined)
          return <WebhookView key={opened} webhook={one} backTo={pathOf(undefined)} />;
        return <WebhookList webhooks={items} pathOf={pathOf} />;
      }}
    </Loaded>
  );
}

function usePathOf(): (webhook: string | undefined) => string {
  const { pathname } = useLocation();
  return (webhook) =>
    `${pathname}?${openedState.write(new URLSearchParams({ section: "webhooks" }), { webhook }).toString()}`;
}

function WebhookList({
  webhooks,
  pathOf,
}: {
  webhooks: readonly Webhook[];
  pathOf: (webhook: string) => string;
}) {
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      Add a webhook
    </Button>
  );
  return (
    <>
      {secret === undefined ? null : (
        <SecretShown
          title="The secret of your new webhook"
          secret={secret}
          onKept={() => setSecret(undefined)}
        />
      )}
      {webhooks.length === 0 ? (
        <EmptyState title="No webhooks yet" actions={add}>
          Have your own systems told when scores move, customers come into a segment, or a file has come in.{" "}
          <DocsLink>How it works</DocsLink>
        </EmptyState>
      ) : (
        <section className="px-4 py-5 md:px-6">
          <div className="flex flex-wrap items-start justify-between gap-3 pb-3">
            <div className="min-w-0">
              <h2 className="m-0 text-body font-strong text-ink">Webhooks</h2>
              <p className="m-0 text-ui text-ink-2">
                Each address is told what you choose, signed. <DocsLink>How to check the signature</DocsLink>
              </p>
            </div>
            {add}
          </div>
          <ul className="m-0 list-none divide-y divide-line p-0">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} to={pathOf(webhook.id)} />
            ))}
          </ul>
        </section>
      )}
      <WebhookDialog open={adding} onOpenChange={setAdding} onCreated={setSecret} />
    </>
  );
}

function WebhookRow({ webhook, to }: { webhook: Webhook; to: string }) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-ui">
      <WebhookIcon aria-hidden className="size-4 shrink-0 text-ink-2 max-md:hidden" />
      <span className="min-w-0 flex-1 basis-60">
        <Link to={to} className="font-strong break-all text-ink underline-offset-2 hover:underline">
          {webhook.description === "" ? webhook.url : webhook.description}
        </Link>
        {webhook.description === "" ? null : (
          <span className="block font-mono text-small break-all text-ink-2">{webhook.url}</span>
        )}
        <span className="block text-note text-ink-2">
          {formatCounted(webhook.kinds.length, "kind of event", "kinds of event")} · {healthWords(webhook)}
        </span>
      </span>
      <WebhookState webhook={webhook} />
    </li>
  );
}

function DocsLink({ children }: { children: string }) {
  return (
    <Link to="/app/docs/webhooks" className="font-emphasis text-brand-text">
      {children}
    </Link>
  );
}

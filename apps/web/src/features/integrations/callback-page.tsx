import { integrationProviders, providerWords } from "@forestay/contracts/wire";
import type { IntegrationProvider } from "@forestay/contracts/wire";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { Button, ButtonLink } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageHeader } from "@/components/ui/page-header.tsx";
import { Spinner } from "@/components/ui/spinner.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useFinishOAuth } from "./api/integration-queries.ts";
import { configurePath } from "./configure-path.ts";

const section = "/app/settings?section=integrations";

/** /app/oauth/{provider}/callback: where another system sends a person back to, who allowed us or did not. */
export function CallbackPage() {
  const named = useParams()["provider"];
  const provider = integrationProviders.find((one) => one === named);
  if (provider === undefined)
    return (
      <EmptyState
        title="There is no such integration"
        actions={<ButtonLink to={section}>All integrations</ButtonLink>}
      >
        The link may be old.
      </EmptyState>
    );
  return <ComeBack provider={provider} />;
}

function ComeBack({ provider }: { provider: IntegrationProvider }) {
  const { name } = providerWords(provider);
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  // What holds once leaves the address at once, and with it the history and every link that is copied.
  const [came] = useState(() => new URLSearchParams(search));
  const finish = useFinishOAuth(provider);
  const hasBegun = useRef(false);
  const [code, state, error] = ["code", "state", "error"].map((one) => came.get(one));
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void navigate(pathname, { replace: true });
    if (!code || !state || error) return;
    finish.mutate(
      { code, state },
      {
        onSuccess: ({ connection }) => {
          toast.success(connection ? `${name} lets us in: ${connection.accountName}` : `${name} lets us in`);
          void navigate(configurePath(provider), { replace: true });
        },
      },
    );
  }, [code, error, finish, name, navigate, pathname, provider, state]);

  const problem = problemOf(name, { code, state, error }) ?? finish.error?.message ?? null;
  return (
    <>
      <PageHeader
        title={name}
        breadcrumb={[
          { label: "Settings", to: "/app/settings" },
          { label: "Integrations", to: section },
          { label: name },
        ]}
      />
      {problem === null ? (
        <p className="m-0 flex items-center gap-3 pt-8 text-ui text-ink-2">
          <Spinner />
          Connecting {name}
        </p>
      ) : (
        <EmptyState
          title={error === "access_denied" ? `You did not let us into ${name}` : `${name} was not connected`}
          actions={
            <>
              <Button
                variant="primary"
                onClick={() => void navigate(configurePath(provider), { replace: true })}
              >
                Back to {name}
              </Button>
              <ButtonLink to={section}>All integrations</ButtonLink>
            </>
          }
        >
          {problem}
        </EmptyState>
      )}
    </>
  );
}

/** What the system sent the person back with that cannot be gone on with; null: it can. */
function problemOf(
  name: string,
  {
    code,
    state,
    error,
  }: {
    code?: string | null | undefined;
    state?: string | null | undefined;
    error?: string | null | undefined;
  },
): string | null {
  if (error === "access_denied") return "Nothing was connected and nothing was changed.";
  if (error)
    return `${name} could not do it. Nothing was connected; try again, and tell whoever runs this server if it goes on.`;
  if (!code || !state) return `This page is where ${name} sends you back to. Begin on its settings.`;
  return null;
}

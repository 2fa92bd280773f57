import { paymentLinkEndpoints } from "@forestay/contracts/wire";
import type { PaymentLinkSeen } from "@forestay/contracts/wire";
import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { QueryView } from "@/components/query-view.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/skeleton.tsx";
import { call } from "@/lib/api/index.ts";
import { recoveryKeys } from "@/lib/api/query-keys.ts";
import { formatMoney } from "@/lib/format/index.ts";

/**
 * /pay?token=: for a customer whose payment failed, without signing in. It says whose bill it is and how much is open; the
 * card is given on the payment provider's own page, which is made when the button is pressed.
 */
export function PayPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const seen = useQuery({
    queryKey: [...recoveryKeys.link, token],
    queryFn: ({ signal }) => call(paymentLinkEndpoints.look, { params: { token }, signal }),
    enabled: token.length >= 20,
    retry: false,
  });
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex min-h-dvh w-full max-w-120 flex-col justify-center px-4 py-10"
    >
      <div className="rounded-sheet border border-line bg-sheet px-5 py-6 shadow-xs md:px-8 md:py-8">
        {token.length < 20 ? (
          <Words title="This link is not complete">Part of it is missing. Open it from the mail again.</Words>
        ) : (
          <QueryView
            query={seen}
            loading="Looking at the payment"
            failed="This link did not open"
            skeleton={<Skeleton className="h-40 w-full" />}
            inset
          >
            {(link) => <Payment link={link} token={token} />}
          </QueryView>
        )}
      </div>
    </main>
  );
}

function Payment({ link, token }: { link: PaymentLinkSeen; token: string }) {
  const open = useMutation({
    mutationFn: () => call(paymentLinkEndpoints.open, { params: { token } }),
    onSuccess: ({ url }) => {
      if (url !== null) window.location.assign(url);
    },
  });
  const state = open.data === undefined || open.data.url !== null ? link.state : open.data.state;
  if (state === "settled") {
    return (
      <Words title="Thank you, it is settled" icon>
        Nothing is open of this payment to {link.companyName} any more. You can close this page.
      </Words>
    );
  }
  if (state === "expired") {
    return (
      <Words title="This link is no longer good">
        It was good for 30 days. Please answer the mail, and {link.companyName} sends you another one.
      </Words>
    );
  }
  return (
    <Words title={`${formatMoney(link.amount, link.currency, 2)} to ${link.companyName}`}>
      This payment did not go through. Give another card, or pay it now: on the page of the payment provider,
      which opens next. Your card's number does not pass through here.
      <span className="mt-6 flex flex-col gap-3">
        <FormProblem
          problem={
            state === "unavailable"
              ? `The payment page cannot be opened at the moment. Please try again in a few minutes, or answer the mail from ${link.companyName}.`
              : open.error?.message
          }
        />
        <Button
          variant="primary"
          size="xl"
          pending={open.isPending}
          pendingLabel="Opening..."
          onClick={() => open.mutate()}
        >
          Go to the payment page
        </Button>
      </span>
    </Words>
  );
}

function Words({ title, icon = false, children }: { title: string; icon?: boolean; children: ReactNode }) {
  return (
    <>
      {icon ? <CircleCheck aria-hidden className="mb-3 size-8 text-ok" /> : null}
      <h1 tabIndex={-1} className="m-0 pb-2 text-title font-title text-balance text-ink">
        {title}
      </h1>
      <div className="text-body text-ink-2">{children}</div>
    </>
  );
}

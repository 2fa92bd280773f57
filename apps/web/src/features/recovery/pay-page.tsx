import { paymentLinkEndpoints } from "@forestay/contracts/wire";
import type { PaymentLinkSeen } from "@forestay/contracts/wire";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { FormProblem } from "@/components/form/form-problem.tsx";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api/index.ts";
import { recoveryKeys } from "@/lib/api/query-keys.ts";
import { formatMoney } from "@/lib/format/index.ts";
import { LinkPage, LinkWords, isWholeToken } from "./components/link-page.tsx";

/**
 * /pay?token=: for a customer whose payment failed, without signing in. It says whose bill it is and how much is open; the
 * card is given on the payment provider's own page, which is made when the button is pressed.
 */
export function PayPage() {
  const token = useSearchParams()[0].get("token") ?? "";
  const seen = useQuery({
    queryKey: [...recoveryKeys.link, token],
    queryFn: ({ signal }) => call(paymentLinkEndpoints.look, { params: { token }, signal }),
    enabled: isWholeToken(token),
    retry: false,
  });
  return (
    <LinkPage
      token={token}
      query={seen}
      loading="Looking at the payment"
      again="Open it from the mail again."
    >
      {(link) => <Payment link={link} token={token} />}
    </LinkPage>
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
      <LinkWords title="Thank you, it is settled" icon>
        Nothing is open of this payment to {link.companyName} any more. You can close this page.
      </LinkWords>
    );
  }
  if (state === "expired") {
    return (
      <LinkWords title="This link is no longer good">
        It was good for 30 days. Please answer the mail, and {link.companyName} sends you another one.
      </LinkWords>
    );
  }
  return (
    <LinkWords title={`${formatMoney(link.amount, link.currency, 2)} to ${link.companyName}`}>
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
    </LinkWords>
  );
}

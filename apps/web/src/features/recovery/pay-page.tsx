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
 * /pay?token=: for a customer whose payment failed, or whose card ends before the next one, without signing in. It says whose
 * bill it is and how much is open; the card is given on the payment provider's own page, which is made when the button is
 * pressed. `back`: the customer comes from there, and is told what became of it.
 */
export function PayPage() {
  const [address] = useSearchParams();
  const token = address.get("token") ?? "";
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
      {(link) =>
        address.has("back") && link.kind === "payment" && link.state === "open" ? (
          <Returned link={link} token={token} />
        ) : (
          <Payment link={link} token={token} isBack={address.has("back")} />
        )
      }
    </LinkPage>
  );
}

/** With another card in place the payment is tried at once, where that is the company's to do. */
function Returned({ link, token }: Omit<PaymentProps, "isBack">) {
  const outcome = useQuery({
    queryKey: [...recoveryKeys.link, token, "back"],
    queryFn: ({ signal }) => call(paymentLinkEndpoints.open, { params: { token }, signal }),
    retry: false,
    staleTime: Infinity,
  });
  const { state, url = null } = outcome.data ?? {};
  if (outcome.isPending)
    return <LinkWords title="One moment">It is being looked at whether the payment is through.</LinkWords>;
  if (state === "settled") return <Settled companyName={link.companyName} />;
  if (state === "expired" || url === null) return <Payment link={link} token={token} isBack />;
  return (
    <LinkWords title={state === "declined" ? "Not paid yet" : "Thank you"} icon={state !== "declined"}>
      {state === "declined"
        ? `The payment to ${link.companyName} could not be collected from the card that is in place now. Give another one, or pay it: on the page of the payment provider.`
        : `If you put another card in place, the payment to ${link.companyName} is collected from it by itself, and you can close this page.`}
      <span className="mt-6 block">
        <Button
          variant={state === "declined" ? "primary" : "secondary"}
          size="xl"
          onClick={() => window.location.assign(url)}
        >
          {state === "declined" ? "Go to the payment page" : "Go to the payment page again"}
        </Button>
      </span>
    </LinkWords>
  );
}

function Settled({ companyName }: { companyName: string }) {
  return (
    <LinkWords title="Thank you, it is settled" icon>
      Nothing is open of this payment to {companyName} any more. You can close this page.
    </LinkWords>
  );
}

interface PaymentProps {
  link: PaymentLinkSeen;
  token: string;
  isBack: boolean;
}

function Payment({ link, token, isBack }: PaymentProps) {
  const open = useMutation({
    mutationFn: () => call(paymentLinkEndpoints.open, { params: { token } }),
    onSuccess: ({ url }) => {
      if (url !== null) window.location.assign(url);
    },
  });
  const state = open.data === undefined || open.data.url !== null ? link.state : open.data.state;
  const isCard = link.kind === "card";
  if (isCard && isBack && open.data === undefined && state === "open") {
    return (
      <LinkWords title="Thank you" icon>
        If you put another card in place, everything for {link.companyName} goes on as it is, and you can
        close this page.
        <span className="mt-4 block">
          <Button pending={open.isPending} pendingLabel="Opening..." onClick={() => open.mutate()}>
            Go to the card page again
          </Button>
        </span>
      </LinkWords>
    );
  }
  if (state === "settled" && isCard) {
    return (
      <LinkWords title="Thank you, nothing is left to do" icon>
        {link.companyName} does not need another card of you for this payment. You can close this page.
      </LinkWords>
    );
  }
  if (state === "settled") return <Settled companyName={link.companyName} />;
  if (state === "expired") {
    return (
      <LinkWords title="This link is no longer good">
        {isCard ? "Its time is over. " : "It was good for 30 days. "}Please answer the mail, and{" "}
        {link.companyName} sends you another one.
      </LinkWords>
    );
  }
  return (
    <LinkWords
      title={
        link.amount === null || link.currency === null
          ? `Another card for ${link.companyName}`
          : `${formatMoney(link.amount, link.currency, 2)} to ${link.companyName}`
      }
    >
      {isCard
        ? "The card on file ends before your next payment. Put another one in place on the page of the payment provider, which opens next; nothing is charged now. Your card's number does not pass through here."
        : "This payment did not go through. Give another card, or pay it now: on the page of the payment provider, which opens next. Your card's number does not pass through here."}
      <span className="mt-6 flex flex-col gap-3">
        <FormProblem
          problem={
            state === "unavailable"
              ? `The ${isCard ? "card" : "payment"} page cannot be opened at the moment. Please try again in a few minutes, or answer the mail from ${link.companyName}.`
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
          {isCard ? "Go to the card page" : "Go to the payment page"}
        </Button>
      </span>
    </LinkWords>
  );
}

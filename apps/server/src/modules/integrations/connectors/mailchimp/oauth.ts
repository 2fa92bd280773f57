import { z } from "zod";
import { configuredAddress } from "#platform/outbound/destination.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";
import { readMailchimpAnswer } from "../../oauth/adapters.ts";
import type { OAuthStyle } from "../../oauth/oauth-style.ts";
import { ProviderError } from "../../provider-error.ts";

const metadata = z.object({ dc: z.string(), api_endpoint: z.string() });

/** Mailchimp knows no scopes and no refreshing: a token holds until the app is removed there. Which data centre is asked, its metadata says. */
export const mailchimpOAuth: OAuthStyle = {
  authorizePath: "/oauth2/authorize",
  tokenPath: "/oauth2/token",
  revokePath: null,
  scopes: [],
  scopesInLink: "none",
  pkce: false,
  clientProof: "form",
  lifetimeS: null,
  readAnswer: readMailchimpAnswer,
  async accountBase({ accessToken }, { loginBase, isLocal, outbound }) {
    const said = await outbound
      .call(configuredAddress(`${loginBase}/oauth2/metadata`), {
        headers: { accept: "application/json", authorization: `OAuth ${accessToken}` },
      })
      .then((answer) => answer.json())
      .catch((error: unknown) => {
        if (error instanceof OutboundError) throw new ProviderError("passing", "Mailchimp does not answer.");
        throw error;
      });
    // A token that opens nothing is told with status 200.
    const parsed = metadata.safeParse(said);
    if (!parsed.success) throw new TypeError("Mailchimp named no data centre");
    const { dc, api_endpoint: named } = parsed.data;
    if (isLocal && URL.canParse(named) && new URL(named).hostname === new URL(loginBase).hostname)
      return new URL(named).origin;
    // The name alone is believed, and only as a data centre's: the address is ours to make.
    if (!/^[a-z]{2}\d{1,4}$/.test(dc)) throw new TypeError("That is no data centre");
    return `https://${dc}.api.mailchimp.com`;
  },
};

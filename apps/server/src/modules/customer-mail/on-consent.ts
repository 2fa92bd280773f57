import { providerWords } from "@forestay/contracts/vocabulary";
import { consentWithdrawn } from "#modules/integrations/index.ts";
import { on } from "#platform/events/domain-events.ts";
import { hashAddress } from "./addresses.ts";
import { addSuppression } from "./suppressions.ts";

/** In the transaction that took it in: from then on nobody writes to them, whatever was about to leave. */
export const consentNews = [
  on(consentWithdrawn, async (tx, { companyId, provider, people }) => {
    const { name: source } = providerWords(provider);
    for (const { email, reason, at } of people)
      await addSuppression(tx, companyId, { addressHash: hashAddress(email), reason, source, at });
  }),
];

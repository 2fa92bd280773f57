import { AppError } from "#platform/http/app-error.ts";
import type { ModuleContext } from "#platform/module.ts";
import { givenAddress } from "#platform/outbound/destination.ts";
import { OutboundError } from "#platform/outbound/outbound-error.ts";

/** The address as it is kept. Throws `validation_failed` at its field for one that could not be called. */
export async function checkAddress(
  { outbound }: Pick<ModuleContext, "outbound">,
  url: string,
): Promise<string> {
  try {
    const address = givenAddress(url);
    await outbound.check(address);
    return address.url.href;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new AppError("validation_failed", { fields: { url: whyNot(error) } });
  }
}

function whyNot({ code, message }: OutboundError): string {
  if (code !== "refused_address")
    return "No server is known under this name. Check how the address is written.";
  return `${message}. Give a public https address; whoever runs this installation can allow others.`;
}

import type { IntegrationProvider } from "@forestay/contracts/vocabulary";
import type { AudienceWriting } from "./audience-writing.ts";
import { openNoticed, type NoticingContext } from "./open-noticed.ts";

/** Keeping audiences in a connected system. */
export interface AudienceWriter extends AudienceWriting {
  /** It lets us in at the moment. */
  isOpen: boolean;
}

/** Null: it is not connected, or keeps no audiences. A way in that was lost is said to people, and thrown on. */
export async function findAudienceWriting(
  context: NoticingContext,
  companyId: string,
  provider: IntegrationProvider,
  signal?: AbortSignal,
): Promise<AudienceWriter | null> {
  const found = await openNoticed(context, companyId, provider, signal);
  const audiences = found?.opened.audiences;
  if (!found || audiences === undefined) return null;
  const { isOpen, noticed } = found;
  return {
    most: audiences.most,
    isOpen,
    lists: () => noticed(audiences.lists()),
    findTag: (...what) => noticed(audiences.findTag(...what)),
    add: (...what) => noticed(audiences.add(...what)),
    remove: (...what) => noticed(audiences.remove(...what)),
    removeTag: (...what) => noticed(audiences.removeTag(...what)),
  };
}

import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { formatCustomerView, parseCustomerView } from "./customer-view.ts";
import type { CustomerView } from "./customer-view.ts";

/** The list's view, kept in the URL. A change of filter or sort goes back to page 1; paging keeps the rest. */
export function useCustomerView() {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => parseCustomerView(params), [params]);
  const change = useCallback(
    (patch: Partial<CustomerView>) => {
      setParams(
        (current) => {
          const next = formatCustomerView({ ...parseCustomerView(current), page: 1, ...patch });
          // Other words of the address (an open import dialog) are not ours to drop.
          const importing = current.get("import");
          if (importing !== null) next.set("import", importing);
          return next;
        },
        { replace: patch.search !== undefined, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return { view, change };
}

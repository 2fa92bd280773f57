import { useEffect, useId } from "react";

/** Forms on the page that hold something which is not saved. */
const unsaved = new Set<string>();

/** Says, while `isUnsaved`, that leaving the page would lose what was typed here: whoever leaves is asked first. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.add(id);
    return () => void unsaved.delete(id);
  }, [id, isUnsaved]);
}

/** Whether anything on the page is not saved. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

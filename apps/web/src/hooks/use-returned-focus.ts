import { useRef } from "react";

/**
 * Gives the focus back when a dialog closes to what had it when the dialog opened: the button that was pressed, the row
 * that one was at. Where that is gone, as a row that was removed, the focus goes to the page, not to the top of the
 * document; where somebody else has taken it meanwhile, as the heading of the next page does, it stays there.
 * Spread over the content of a dialog that has no trigger of its own.
 */
export function useReturnedFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      const back = opener.current?.isConnected === true ? opener.current : document.querySelector("main");
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
  };
}

/** A menu closes with its items: what opened the menu stays. */
function openerOf(focused: Element | null): Element | null {
  if (focused === document.body) return null;
  const menuButton = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby") ?? null;
  return menuButton === null ? focused : document.querySelector(`[id="${menuButton}"]`);
}

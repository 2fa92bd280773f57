import { supportTexts } from "@forestay/contracts/wire";

/** While the hub is not connected; messages go and come all the same. */
export function ConnectingBanner() {
  return (
    <p
      role="status"
      className="m-0 border-b border-line bg-risk-med-tint px-4 py-1.5 text-center text-note font-emphasis text-risk-med-text"
    >
      {supportTexts.connecting}
    </p>
  );
}

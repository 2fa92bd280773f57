import { Spinner } from "@/components/ui/spinner.tsx";

/** Only while the user loads. */
export function FullScreenSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center bg-canvas">
      <Spinner size="xl" />
    </div>
  );
}

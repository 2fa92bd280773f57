import { Button } from "@/components/ui/button.tsx";
import { Contours } from "@/components/ui/contours.tsx";
import { Mark } from "@/components/ui/wordmark.tsx";

/** The application crashed. 'Refresh' starts it again at the site's root. */
export function CrashFallback() {
  return (
    <div
      role="alert"
      className="relative flex min-h-dvh flex-col items-center justify-center gap-5 overflow-hidden bg-canvas p-6 text-center"
    >
      <Contours centerX={78} centerY={22} rings={12} gap={64} />
      <Mark size={40} className="relative" />
      <h1 className="relative m-0 text-title font-title text-ink">Ooops, something went wrong :(</h1>
      <Button
        variant="primary"
        size="lg"
        className="relative"
        onClick={() => window.location.assign(window.location.origin)}
      >
        Refresh
      </Button>
    </div>
  );
}

import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { useTheme } from "@/hooks/use-theme.ts";

/** How the app looks in this browser; chosen at once. */
export function AppearanceSection() {
  const { theme, toggleTheme } = useTheme();
  return (
    <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
      <div>
        <h2 className="m-0 text-body font-strong text-ink">Theme</h2>
        <p className="m-0 mt-0.5 text-ui text-ink-2">For this browser only. It changes at once.</p>
      </div>
      <SegmentedControl
        label="Theme"
        className="self-start"
        value={theme}
        onChange={(next) => next !== theme && toggleTheme()}
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
    </section>
  );
}

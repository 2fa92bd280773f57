import { Check, ChevronDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import type { ReactNode, Ref } from "react";
import { cspNonce } from "@/config/csp-nonce.ts";
import { cn } from "@/lib/style/cn.ts";

export interface SelectOption<V extends string> {
  value: V;
  label: ReactNode;
  disabled?: boolean;
}

interface SelectProps<V extends string> {
  options: readonly SelectOption<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  placeholder?: string;
  /** Needed where no Field gives the control its label. */
  label?: string;
  size?: "sm" | "md";
  disabled?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

/** One of a short list. Values must not be empty texts; for long lists use Combobox. */
export function Select<V extends string>({
  options,
  value,
  onChange,
  placeholder = "Choose",
  label,
  size = "md",
  className,
  disabled,
  ...control
}: SelectProps<V>) {
  return (
    <Primitive.Root
      value={value ?? ""}
      onValueChange={(next) => onChange(next as V)}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <Primitive.Trigger
        {...control}
        aria-label={label}
        className={cn(
          "inline-flex w-full min-w-0 items-center justify-between gap-2 rounded-control border border-line-control bg-sheet text-left text-ink field-focus aria-invalid:border-danger data-placeholder:text-ink-3 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3",
          size === "md" ? "h-9 px-3 text-body touch:h-11" : "h-7.5 px-2.5 text-ui touch:h-10",
          className,
        )}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          // The option has been chosen: the same press must not also press what a choice brings up, as a question's first button.
          onKeyDown={(event) => {
            if (event.key === "Enter") event.preventDefault();
          }}
          // Above a dialog, which it may stand in: it is drawn at the end of the page, not inside it.
          className="z-75 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-sheet border border-line bg-raised shadow-lg"
        >
          <Primitive.Viewport nonce={cspNonce ?? ""} className="max-h-80 p-1">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                {...(option.disabled ? { disabled: true } : {})}
                className="flex h-8.5 cursor-pointer items-center justify-between gap-3 rounded-chip px-2.5 text-ui text-ink outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-press touch:h-11"
              >
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator>
                  <Check aria-hidden className="size-4 text-brand-text" strokeWidth={2.2} />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

import { Command } from "cmdk";
import { Check, ChevronDown } from "lucide-react";
import { Popover as Primitive } from "radix-ui";
import { useId, useState } from "react";
import type { ReactNode, Ref } from "react";
import { cn } from "@/lib/style/cn.ts";

export interface ComboboxOption<V extends string> {
  value: V;
  /** What is typed against, and shown unless `content` is given. */
  label: string;
  content?: ReactNode;
  /** Other words it is found by. */
  keywords?: readonly string[];
  /** Heading under which it stands. */
  group?: string;
}

interface ComboboxProps<V extends string> {
  options: readonly ComboboxOption<V>[];
  value: V | undefined;
  onChange: (value: V) => void;
  label: string;
  placeholder?: string;
  searchPlaceholder?: string;
  className?: string | undefined;
  disabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onBlur?: () => void;
  id?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

/** One of a long list, found by typing. */
export function Combobox<V extends string>({
  options,
  value,
  onChange,
  label,
  placeholder = "Choose",
  searchPlaceholder = "Search",
  className,
  disabled,
  id,
  ...control
}: ComboboxProps<V>) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const chosen = options.find((option) => option.value === value);
  const groups = Map.groupBy(options, (option) => option.group ?? "");
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Trigger
        {...control}
        id={id}
        type="button"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-label={id === undefined ? label : undefined}
        disabled={disabled}
        className={cn(
          "inline-flex h-9 w-full min-w-0 items-center justify-between gap-2 rounded-control border border-line-control bg-sheet px-3 text-left text-body text-ink field-focus aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-ink-3 touch:h-11",
          !chosen && "text-ink-3",
          className,
        )}
      >
        <span className="truncate">{chosen ? (chosen.content ?? chosen.label) : placeholder}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-3" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-50 w-(--radix-popover-trigger-width) min-w-64 animate-pop overflow-hidden rounded-sheet border border-line bg-raised shadow-lg"
        >
          <Command label={label} loop>
            <Command.Input
              placeholder={searchPlaceholder}
              className="h-9 w-full border-b border-line bg-transparent px-3 text-body text-ink outline-none placeholder:text-ink-3 touch:h-11 touch:text-input"
            />
            {/* Beside the list: a listbox holds options and nothing else. */}
            <Command.Empty className="px-3.5 pt-3 pb-2 text-ui text-ink-3">Nothing matches</Command.Empty>
            <Command.List id={listId} className="max-h-72 overflow-y-auto p-1">
              {[...groups].map(([group, members]) => (
                <Command.Group
                  key={group}
                  {...(group === "" ? {} : { heading: group })}
                  className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-small **:[[cmdk-group-heading]]:text-ink-3"
                >
                  {members.map((option) => (
                    <Command.Item
                      key={option.value}
                      value={option.value}
                      keywords={[option.label, ...(option.keywords ?? [])]}
                      onSelect={() => {
                        onChange(option.value);
                        setOpen(false);
                      }}
                      className="flex min-h-8.5 cursor-pointer items-center justify-between gap-3 rounded-chip px-2.5 text-ui data-[selected=true]:bg-press touch:min-h-11"
                    >
                      {option.content ?? option.label}
                      {option.value === value ? (
                        <Check aria-hidden className="size-4 shrink-0 text-brand-text" strokeWidth={2.2} />
                      ) : null}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

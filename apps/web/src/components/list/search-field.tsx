import { Search } from "lucide-react";
import { Input } from "@/components/ui/input.tsx";
import { useTypedText } from "@/hooks/use-typed-text.ts";
import { cn } from "@/lib/style/cn.ts";

interface SearchFieldProps {
  /** What is searched, for a reader: 'Search customers by name, e-mail or id'. */
  label: string;
  placeholder: string;
  value: string;
  /** Gets the text once typing pauses. */
  onSearch: (text: string) => void;
  className?: string | undefined;
}

/** The search of a list. */
export function SearchField({ label, placeholder, value, onSearch, className }: SearchFieldProps) {
  const [typed, type] = useTypedText(value, onSearch);
  return (
    <span className={cn("relative w-full md:w-56", className)}>
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={200}
        onChange={(event) => type(event.target.value)}
        className="h-7.5 pl-8 text-ui"
      />
    </span>
  );
}

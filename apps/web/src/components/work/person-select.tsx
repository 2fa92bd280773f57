import type { Ref } from "react";
import { Combobox } from "@/components/ui/combobox.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { usePeople } from "./people-query.ts";

const nobody = "nobody";

interface PersonSelectProps {
  value: string | null;
  onChange: (userId: string | null) => void;
  label: string;
  /** What it is when it is nobody's. */
  nobodyLabel?: string;
  id?: string;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement>;
  /** In a form; a list has no name of its own. */
  name?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

/** One of the company's people, or nobody; oneself comes first. */
export function PersonSelect({
  value,
  onChange,
  label,
  nobodyLabel = "Nobody",
  id,
  onBlur,
  ref,
  ...described
}: PersonSelectProps) {
  const { id: myId } = useCurrentUser();
  const people = usePeople();
  const me = people.filter(({ userId }) => userId === myId);
  const others = people.filter(({ userId }) => userId !== myId);
  return (
    <Combobox
      {...(id === undefined ? {} : { id })}
      {...(onBlur === undefined ? {} : { onBlur })}
      {...(ref === undefined ? {} : { ref })}
      aria-describedby={described["aria-describedby"]}
      aria-invalid={described["aria-invalid"]}
      label={label}
      value={value ?? nobody}
      onChange={(next) => onChange(next === nobody ? null : next)}
      searchPlaceholder="Find a person"
      options={[
        ...me.map(({ userId, name }) => ({ value: userId, label: `${name} (you)` })),
        { value: nobody, label: nobodyLabel },
        ...others.map(({ userId, name }) => ({ value: userId, label: name })),
      ]}
    />
  );
}

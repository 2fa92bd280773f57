import { useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { usePeople, type Person } from "@/components/work/people-query.ts";
import { cn } from "@/lib/style/cn.ts";
import { askedMention, mentionedIn, peopleNamed } from "../hooks/mentions.ts";

interface NoteWriterProps {
  /** Names the box for a reader. */
  label: string;
  startsWith?: string;
  saveLabel: string;
  onSave: (note: { body: string; mentionedUserIds: string[] }) => Promise<unknown>;
  /** Also where there is nothing to give up but the box itself. */
  onCancel?: () => void;
  /** Said below the box. */
  children?: ReactNode;
}

/** A note being written: @ offers people, arrows and Enter choose one. What was typed stays when it cannot be saved. */
export function NoteWriter({
  label,
  startsWith = "",
  saveLabel,
  onSave,
  onCancel,
  children,
}: NoteWriterProps) {
  const listId = useId();
  const people = usePeople();
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(startsWith);
  const [caret, setCaret] = useState(0);
  const [chosen, choose] = useState(0);
  const [isDismissed, dismiss] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Before the next key: a text that is set from outside puts the caret at its end.
  const place = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    box.current?.focus();
    box.current?.setSelectionRange(place.current, place.current);
    place.current = null;
  }, [text]);
  const asked = isDismissed ? null : askedMention(text, caret);
  const offered = asked === null ? [] : peopleNamed(people, asked.name);
  const at = Math.min(chosen, offered.length - 1);

  function follow(target: HTMLTextAreaElement) {
    setText(target.value);
    setCaret(target.selectionEnd);
    choose(0);
    dismiss(false);
  }

  function mention(person: Person) {
    if (asked === null) return;
    const before = `${text.slice(0, asked.from)}@${person.name} `;
    setText(before + text.slice(caret));
    setCaret(before.length);
    dismiss(true);
    place.current = before.length;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (offered.length === 0) {
      if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void save();
      else if (event.key === "Escape") onCancel?.();
      return;
    }
    const person = offered[at];
    if (event.key === "ArrowDown") choose((at + 1) % offered.length);
    else if (event.key === "ArrowUp") choose((at + offered.length - 1) % offered.length);
    else if (event.key === "Escape") dismiss(true);
    else if ((event.key === "Enter" || event.key === "Tab") && person !== undefined) mention(person);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async function save() {
    if (text.trim() === "" || isSaving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      await onSave({ body: text, mentionedUserIds: mentionedIn(text, people) });
      setText("");
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <TextArea
        ref={box}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={offered.length === 0 ? undefined : listId}
        aria-activedescendant={offered.length === 0 ? undefined : `${listId}-${at}`}
        aria-invalid={problem === undefined ? undefined : true}
        placeholder="Write a note, @ to mention someone"
        rows={text === "" ? 1 : 3}
        maxLength={5000}
        value={text}
        onChange={(event) => follow(event.target)}
        onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
      />
      {offered.length === 0 ? null : (
        <div
          id={listId}
          role="listbox"
          aria-label="People to mention"
          className="rounded-sheet border border-line bg-raised p-1 shadow-lg"
        >
          {offered.map((person, index) => (
            // Keys are the box's: it keeps the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={person.userId}
              tabIndex={-1}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => mention(person)}
              className={cn(
                "flex h-8.5 cursor-pointer items-center gap-2 rounded-chip px-2.5 text-ui text-ink touch:h-11",
                index === at && "bg-press",
              )}
            >
              <Avatar name={person.name} id={person.userId} size={24} />
              {person.name}
            </div>
          ))}
        </div>
      )}
      {children}
      {problem === undefined ? null : (
        <p role="alert" className="m-0 text-note text-danger-text">
          {problem}
        </p>
      )}
      {text === "" && onCancel === undefined ? null : (
        <span className="flex justify-end gap-2">
          {onCancel === undefined ? null : (
            <Button size="sm" variant="ghost" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button
            size="sm"
            variant="primary"
            pending={isSaving}
            pendingLabel="Saving..."
            disabled={text.trim() === ""}
            onClick={() => void save()}
          >
            {saveLabel}
          </Button>
        </span>
      )}
    </div>
  );
}

import type { MailBlock } from "@forestay/contracts/wire";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { IconButton } from "@/components/ui/icon-button.tsx";

interface BlockListProps {
  blocks: readonly MailBlock[];
  most: number;
  kinds: readonly { label: string; block: MailBlock }[];
  onChange: (blocks: MailBlock[]) => void;
  /** One block's fields. */
  children: (block: MailBlock, change: (block: MailBlock) => void) => ReactNode;
}

/** A message's blocks in their order: each is moved (also by Alt and an arrow, from anywhere in it) and removed, and others put between. */
export function BlockList({ blocks, most, kinds, onChange, children }: BlockListProps) {
  // A block has no name of its own: what is typed and where the focus is stay with it while it moves.
  const counter = useRef(blocks.length);
  const [keys, setKeys] = useState<readonly number[]>(() => blocks.map((_, index) => index));
  const [said, setSaid] = useState("");
  const held = useRef<HTMLElement | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // A node that is put elsewhere loses the focus; a button that cannot go further gives it to its neighbour.
  useLayoutEffect(() => {
    const element = held.current;
    held.current = null;
    if (element === null || !list.current?.contains(element)) return;
    const isOff = element.matches(":disabled");
    (isOff
      ? element.closest("li")?.querySelector<HTMLElement>("[data-move]:not(:disabled)")
      : element
    )?.focus();
  });
  function put(next: MailBlock[], nextKeys: readonly number[], words: string) {
    setKeys(nextKeys);
    setSaid(words);
    onChange(next);
  }
  function move(index: number, by: 1 | -1) {
    const block = blocks[index];
    const other = blocks[index + by];
    if (block === undefined || other === undefined) return;
    held.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const at = index + by;
    put(
      blocks.with(index, other).with(at, block),
      keys.with(index, keys[at]!).with(at, keys[index]!),
      `Moved to place ${at + 1} of ${blocks.length}`,
    );
  }
  function insert(at: number, block: MailBlock, label: string) {
    counter.current += 1;
    put(
      blocks.toSpliced(at, 0, structuredClone(block)),
      keys.toSpliced(at, 0, counter.current),
      `${label} put at place ${at + 1}`,
    );
  }
  function onKeyDown(event: KeyboardEvent, index: number) {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    move(index, event.key === "ArrowUp" ? -1 : 1);
  }
  const isFull = blocks.length >= most;
  return (
    <>
      <ul ref={list} aria-label="Blocks" className="m-0 flex list-none flex-col gap-3 p-0">
        {blocks.map((block, index) => {
          const place = index + 1;
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for what its buttons do, heard on its way up from what is in it
            <li
              key={keys[index] ?? `new${index}`}
              onKeyDown={(event) => onKeyDown(event, index)}
              className="flex items-start gap-2 max-md:flex-col max-md:items-stretch"
            >
              <div className="min-w-0 flex-1">
                {children(block, (next) => onChange(blocks.with(index, next)))}
              </div>
              <div className="mt-5 grid grid-cols-2 gap-px max-md:mt-0 max-md:flex max-md:justify-end">
                <IconButton
                  data-move
                  label={`Move block ${place} up`}
                  size="sm"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  label={`Remove block ${place}`}
                  size="sm"
                  disabled={blocks.length === 1}
                  onClick={() =>
                    put(blocks.toSpliced(index, 1), keys.toSpliced(index, 1), `Block ${place} removed`)
                  }
                >
                  <X />
                </IconButton>
                <IconButton
                  data-move
                  label={`Move block ${place} down`}
                  size="sm"
                  disabled={place === blocks.length}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown />
                </IconButton>
                <DropdownMenu
                  trigger={
                    <IconButton
                      label={`Put a block after block ${place}`}
                      size="sm"
                      tooltip={false}
                      disabled={isFull}
                    >
                      <Plus />
                    </IconButton>
                  }
                >
                  {kinds.map((kind) => (
                    <MenuItem key={kind.label} onSelect={() => insert(place, kind.block, kind.label)}>
                      {kind.label}
                    </MenuItem>
                  ))}
                </DropdownMenu>
              </div>
            </li>
          );
        })}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex flex-wrap gap-2">
        {kinds.map(({ label, block }) => (
          <Button
            key={label}
            size="sm"
            variant="ghost"
            disabled={isFull}
            onClick={() => insert(blocks.length, block, label)}
          >
            Add {label.toLowerCase()}
          </Button>
        ))}
      </div>
    </>
  );
}

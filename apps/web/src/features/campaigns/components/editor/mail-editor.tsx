import { customerTags, MOST_MAIL_BLOCKS, tagProblem } from "@forestay/contracts/wire";
import type { MailBlock, MailContent } from "@forestay/contracts/wire";
import { useRef } from "react";
import { Button } from "@/components/ui/button.tsx";
import { DropdownMenu, MenuItem } from "@/components/ui/dropdown-menu.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { TextArea } from "@/components/ui/text-area.tsx";
import { BlockList } from "./block-list.tsx";

interface MailEditorProps {
  content: MailContent;
  onChange: (content: MailContent) => void;
}

const newBlocks: readonly { label: string; block: MailBlock }[] = [
  { label: "Text", block: { kind: "text", text: "" } },
  { label: "Heading", block: { kind: "heading", text: "" } },
  { label: "Button", block: { kind: "button", label: "", url: "https://" } },
  { label: "List", block: { kind: "list", items: [""] } },
  { label: "Rule", block: { kind: "divider" } },
];

/** A message in blocks. Fields are filled in for each customer; what cannot be filled in is said at once. */
export function MailEditor({ content, onChange }: MailEditorProps) {
  return (
    <div className="flex flex-col gap-3">
      <TagText
        label="Subject"
        value={content.subject}
        onChange={(subject) => onChange({ ...content, subject })}
      />
      <TagText
        label="Preview text"
        hint="optional"
        value={content.preheader}
        onChange={(preheader) => onChange({ ...content, preheader })}
      />
      <BlockList
        blocks={content.blocks}
        most={MOST_MAIL_BLOCKS}
        kinds={newBlocks}
        onChange={(blocks) => onChange({ ...content, blocks })}
      >
        {(block, change) => <BlockFields block={block} onChange={change} />}
      </BlockList>
      <p className="m-0 text-note text-ink-2">
        **bold**, _italic_ and [links](https://...) are set as such. What stands after | is said where a
        customer has no value.
      </p>
    </div>
  );
}

function BlockFields({ block, onChange }: { block: MailBlock; onChange: (block: MailBlock) => void }) {
  if (block.kind === "text")
    return (
      <TagText label="Text" isLong value={block.text} onChange={(text) => onChange({ ...block, text })} />
    );
  if (block.kind === "heading")
    return <TagText label="Heading" value={block.text} onChange={(text) => onChange({ ...block, text })} />;
  if (block.kind === "list")
    return (
      <TagText
        label="List, an item each line"
        isLong
        value={block.items.join("\n")}
        onChange={(text) => onChange({ ...block, items: text.split("\n") })}
      />
    );
  if (block.kind === "button")
    return (
      <div className="grid gap-3 room:grid-cols-2">
        <TagText label="Button" value={block.label} onChange={(label) => onChange({ ...block, label })} />
        <Field
          label="Leads to"
          error={isHttps(block.url) ? undefined : "An address that begins with https://"}
        >
          {(control) => (
            <Input
              {...control}
              value={block.url}
              onChange={(event) => onChange({ ...block, url: event.target.value })}
            />
          )}
        </Field>
      </div>
    );
  return <hr className="my-7 border-0 border-t border-line-strong" />;
}

const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === "https:";

/** A text with fields in it, and the way to put one where the cursor is. */
function TagText({
  label,
  hint,
  value,
  isLong = false,
  onChange,
}: {
  label: string;
  hint?: string;
  value: string;
  isLong?: boolean;
  onChange: (value: string) => void;
}) {
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const problem = tagProblem(value, customerTags);
  function insert(tag: string) {
    const at = box.current?.selectionStart ?? value.length;
    onChange(`${value.slice(0, at)}{{${tag}|}}${value.slice(at)}`);
  }
  return (
    <Field label={label} error={problem ?? undefined} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <div className="flex items-start gap-2">
          {isLong ? (
            <TextArea
              {...control}
              ref={box}
              rows={Math.min(10, 2 + Math.floor(value.length / 70))}
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
          ) : (
            <Input {...control} ref={box} value={value} onChange={(event) => onChange(event.target.value)} />
          )}
          <DropdownMenu
            trigger={
              <Button size="sm" aria-label={`Insert field into ${label}`}>
                {"{ }"}
              </Button>
            }
          >
            {Object.entries(customerTags).map(([tag, { label: name }]) => (
              <MenuItem key={tag} onSelect={() => insert(tag)}>
                {name}
              </MenuItem>
            ))}
          </DropdownMenu>
        </div>
      )}
    </Field>
  );
}

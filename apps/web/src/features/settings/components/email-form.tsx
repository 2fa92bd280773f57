import { confirmEmailChangeBody, startEmailChangeBody } from "@forestay/contracts/schemas";
import { accountEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody } from "@forestay/contracts/wire";
import { useState } from "react";
import { CodeField } from "@/components/account/code-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { saved } from "./saved.ts";
import { SettingForm } from "./setting-form.tsx";

type Asked = EndpointBody<typeof accountEndpoints.startEmailChange>;

/** A new address counts once its code has been entered; the password stays in memory until then, to send another one. */
export function EmailForm() {
  const [asked, setAsked] = useState<Asked>();
  return asked === undefined ? (
    <AddressForm onSent={setAsked} />
  ) : (
    <CodeForm asked={asked} onDone={() => setAsked(undefined)} />
  );
}

function AddressForm({ onSent }: { onSent: (asked: Asked) => void }) {
  const user = useCurrentUser();
  const start = useSetting(accountEndpoints.startEmailChange);
  const form = useServerForm({
    schema: startEmailChangeBody,
    defaultValues: { newEmail: "", password: "" },
    send: (body) => start.mutateAsync({ body }),
    onSent: (_answer, body) => {
      toast.success("Code sent");
      onSent(body);
    },
  });
  return (
    <SettingForm form={form} title="E-mail" description={`Now ${user.email}.`} submitLabel="Send code">
      <div className="grid gap-4 room:grid-cols-2">
        <TextField form={form} name="newEmail" label="New e-mail" type="email" autoComplete="email" />
        <TextField
          form={form}
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
        />
      </div>
    </SettingForm>
  );
}

function CodeForm({ asked, onDone }: { asked: Asked; onDone: () => void }) {
  const user = useCurrentUser();
  const [sent, setSent] = useState(1);
  const { newEmail } = asked;
  const again = useSetting(accountEndpoints.startEmailChange);
  const confirm = useSetting(accountEndpoints.confirmEmailChange);
  const form = useServerForm({
    schema: confirmEmailChangeBody,
    defaultValues: { newEmail, code: "" },
    send: (body) => confirm.mutateAsync({ body }),
    onSent: () => {
      toast.success("E-mail changed");
      onDone();
    },
  });
  const sendAgain = () =>
    again.mutate(
      { body: asked },
      {
        ...saved("Code sent"),
        onSettled: (_data, error) => {
          if (error !== null) return;
          form.reset();
          setSent((count) => count + 1);
        },
      },
    );
  return (
    <SettingForm
      form={form}
      title="E-mail"
      description={`We mailed a code to ${newEmail}. Your address stays ${user.email} until you enter it.`}
      submitLabel="Confirm new address"
    >
      <CodeField form={form} name="code" email={newEmail} purpose="change_email" sent={sent} fieldSize="md" />
      <p className="m-0 flex flex-wrap gap-x-4 text-ui">
        <Button variant="ghost" size="sm" className="-ml-2.5" pending={again.isPending} onClick={sendAgain}>
          Send another code
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Use another address
        </Button>
      </p>
    </SettingForm>
  );
}

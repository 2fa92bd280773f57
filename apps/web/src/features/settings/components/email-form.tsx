import { accountEndpoints } from "@forestay/contracts/wire";
import { useState } from "react";
import { CodeField } from "@/components/account/code-field.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { OwnPasswordField } from "./proof-fields.tsx";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";

/** A new address counts once its code has been entered; the password stays in memory until then, to send another one. */
export function EmailForm() {
  const user = useCurrentUser();
  const [newEmail, setNewEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const [sent, setSent] = useState(0);
  const [code, setCode] = useState("");
  const start = useSetting(accountEndpoints.startEmailChange);
  const confirm = useSetting(accountEndpoints.confirmEmailChange);

  function send() {
    start.mutate(
      { body: { newEmail, password } },
      {
        ...saved("Code sent"),
        onSettled: (_data, error) => {
          if (error !== null) return;
          setSentTo(newEmail.trim().toLowerCase());
          setSent((count) => count + 1);
          setCode("");
          confirm.reset();
        },
      },
    );
  }
  function startAnew() {
    setSentTo(undefined);
    setPassword("");
    setCode("");
    start.reset();
    confirm.reset();
  }

  if (sentTo !== undefined) {
    return (
      <SettingForm
        title="E-mail"
        description={`We mailed a code to ${sentTo}. Your address stays ${user.email} until you enter it.`}
        submitLabel="Confirm new address"
        pending={confirm.isPending}
        disabled={code.length !== 6}
        onSubmit={() =>
          confirm.mutate(
            { body: { newEmail: sentTo, code } },
            {
              ...saved("E-mail changed"),
              onSettled: (_data, error) => {
                if (error !== null) return;
                startAnew();
                setNewEmail("");
              },
            },
          )
        }
      >
        <CodeField
          email={sentTo}
          purpose="change_email"
          value={code}
          onChange={setCode}
          error={fieldProblem(confirm.error, "code")}
          sent={sent}
          fieldSize="md"
        />
        <p className="m-0 flex flex-wrap gap-x-4 text-ui">
          <Button variant="ghost" size="sm" className="-ml-2.5" pending={start.isPending} onClick={send}>
            Send another code
          </Button>
          <Button variant="ghost" size="sm" onClick={startAnew}>
            Use another address
          </Button>
        </p>
      </SettingForm>
    );
  }
  return (
    <SettingForm
      title="E-mail"
      description={`Now ${user.email}.`}
      submitLabel="Send code"
      pending={start.isPending}
      disabled={newEmail.trim() === "" || password === ""}
      onSubmit={send}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="New e-mail" error={fieldProblem(start.error, "newEmail")}>
          {(control) => (
            <Input
              {...control}
              type="email"
              value={newEmail}
              onChange={(event) => setNewEmail(event.target.value)}
              autoComplete="email"
            />
          )}
        </Field>
        <OwnPasswordField value={password} onChange={setPassword} error={start.error} />
      </div>
    </SettingForm>
  );
}

import { accountRoutes } from "@forestay/contracts/account";
import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { OwnPasswordField, SixDigitsField } from "./proof-fields.tsx";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";

/** A new address counts once its code has been entered. */
export function EmailForm() {
  const user = useCurrentUser();
  const [newEmail, setNewEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<string>();
  const [code, setCode] = useState("");
  const start = useSetting(accountRoutes.startEmailChange);
  const confirm = useSetting(accountRoutes.confirmEmailChange);

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
              onSettled: (_data, error) => error === null && setSentTo(undefined),
            },
          )
        }
      >
        <SixDigitsField value={code} onChange={setCode} error={confirm.error} />
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
      onSubmit={() =>
        start.mutate(
          { body: { newEmail, password } },
          {
            ...saved("Code sent"),
            onSettled: (_data, error) => {
              if (error !== null) return;
              setSentTo(newEmail.trim().toLowerCase());
              setPassword("");
            },
          },
        )
      }
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

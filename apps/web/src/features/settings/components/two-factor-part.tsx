import { twoFactorEndpoints } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { OwnPasswordField, SixDigitsField } from "./proof-fields.tsx";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";

/** A second factor by authenticator app, with recovery codes shown once. */
export function TwoFactorPart() {
  const state = useQuery(settingsQueries.twoFactor());
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  if (state.data === undefined) return null;
  if (recoveryCodes !== undefined)
    return <RecoveryCodes codes={recoveryCodes} onDone={() => setRecoveryCodes(undefined)} />;
  return state.data.enabled ? (
    <>
      <TurnOff codesLeft={state.data.recoveryCodesLeft} />
      <RenewCodes onCodes={setRecoveryCodes} />
    </>
  ) : (
    <TurnOn onCodes={setRecoveryCodes} />
  );
}

function TurnOn({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const start = useSetting(twoFactorEndpoints.startTwoFactor);
  const confirm = useSetting(twoFactorEndpoints.confirmTwoFactor);
  if (start.data === undefined) {
    return (
      <SettingForm
        title="Two-factor sign-in"
        description="Asks for a code of your authenticator app at each sign-in."
        submitLabel="Set up"
        pending={start.isPending}
        disabled={password === ""}
        onSubmit={() => start.mutate({ body: { password } }, { onError: saved("").onError })}
      >
        <OwnPasswordField value={password} onChange={setPassword} error={start.error} className="md:w-75" />
      </SettingForm>
    );
  }
  return (
    <SettingForm
      title="Two-factor sign-in"
      description="Scan the picture with your authenticator app, then enter the code it shows."
      submitLabel="Turn on"
      pending={confirm.isPending}
      disabled={code.length !== 6}
      onSubmit={() =>
        confirm.mutate(
          { body: { code } },
          { onSuccess: (answer) => onCodes(answer.recoveryCodes), onError: saved("").onError },
        )
      }
    >
      <div className="flex flex-wrap items-start gap-5">
        <img
          alt="QR code for your authenticator app"
          width={168}
          height={168}
          className="rounded-inset bg-[white] p-2"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(start.data.qrSvg)}`}
        />
        <div className="flex min-w-50 flex-1 flex-col gap-4">
          <p className="m-0 text-ui text-ink-2">
            No camera? Type this key:{" "}
            <span className="font-mono text-small break-all text-ink">{start.data.secret}</span>
          </p>
          <SixDigitsField value={code} onChange={setCode} error={confirm.error} />
        </div>
      </div>
    </SettingForm>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Your recovery codes</h2>
      <p className="m-0 text-ui text-ink-2">
        Each works once, when the app is not at hand. They are shown only now: keep them somewhere safe.
      </p>
      <ul className="m-0 grid list-none grid-cols-2 gap-x-6 gap-y-1 rounded-inset bg-sunken p-3 font-mono text-small text-ink">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button variant="primary" className="self-start" onClick={onDone}>
        I have kept them
      </Button>
    </section>
  );
}

function TurnOff({ codesLeft }: { codesLeft: number }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const disable = useSetting(twoFactorEndpoints.disableTwoFactor);
  return (
    <SettingForm
      title="Two-factor sign-in"
      description={
        <span className="inline-flex flex-wrap items-center gap-2">
          <Tag tone="ok">On</Tag> {codesLeft} recovery codes left.
        </span>
      }
      submitLabel="Turn off"
      danger
      pending={disable.isPending}
      disabled={password === "" || code.length < 6}
      onSubmit={() => disable.mutate({ body: { password, code } }, saved("Two-factor turned off"))}
    >
      <ProofFields
        password={password}
        onPassword={setPassword}
        code={code}
        onCode={setCode}
        error={disable.error}
      />
    </SettingForm>
  );
}

function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const renew = useSetting(twoFactorEndpoints.renewRecoveryCodes);
  return (
    <SettingForm
      title="Recovery codes"
      description="New ones, when few are left or somebody may have seen them. The old ones stop working."
      submitLabel="Make new codes"
      pending={renew.isPending}
      disabled={password === "" || code.length < 6}
      onSubmit={() =>
        renew.mutate(
          { body: { password, code } },
          { onSuccess: (answer) => onCodes(answer.recoveryCodes), onError: saved("").onError },
        )
      }
    >
      <ProofFields
        password={password}
        onPassword={setPassword}
        code={code}
        onCode={setCode}
        error={renew.error}
      />
    </SettingForm>
  );
}

interface ProofFieldsProps {
  password: string;
  onPassword: (password: string) => void;
  code: string;
  onCode: (code: string) => void;
  error: Error | null;
}

/** The password and a code of the app, or a recovery code. */
function ProofFields({ password, onPassword, code, onCode, error }: ProofFieldsProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <OwnPasswordField value={password} onChange={onPassword} error={error} />
      <Field label="Code" error={fieldProblem(error, "code")}>
        {(control) => (
          <Input
            {...control}
            value={code}
            maxLength={20}
            onChange={(event) => onCode(event.target.value.trim())}
            autoComplete="one-time-code"
          />
        )}
      </Field>
    </div>
  );
}

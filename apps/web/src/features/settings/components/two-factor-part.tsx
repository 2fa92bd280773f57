import { confirmTwoFactorBody, ownPasswordBody, twoFactorProofBody } from "@forestay/contracts/schemas";
import { CODE_LENGTH, PRODUCT_NAME, twoFactorEndpoints } from "@forestay/contracts/wire";
import type { EndpointBody, EndpointResponse } from "@forestay/contracts/wire";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import type { ServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Tag } from "@/components/ui/tag.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { copyText } from "@/lib/copy-text.ts";
import { saveText } from "@/lib/save-text.ts";
import { settingsQueries, useSetting } from "../api/settings-queries.ts";
import { Loaded } from "./loaded.tsx";
import { SettingForm } from "./setting-form.tsx";

type Started = EndpointResponse<typeof twoFactorEndpoints.startTwoFactor>;
type Proof = EndpointBody<typeof twoFactorEndpoints.disableTwoFactor>;

/** A second factor by authenticator app, with recovery codes shown once. */
export function TwoFactorPart() {
  const state = useQuery(settingsQueries.twoFactor());
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  if (recoveryCodes !== undefined)
    return <RecoveryCodes codes={recoveryCodes} onDone={() => setRecoveryCodes(undefined)} />;
  return (
    <Loaded query={state} what="Two-factor sign-in">
      {({ enabled, recoveryCodesLeft }) =>
        enabled ? (
          <>
            <TurnOff codesLeft={recoveryCodesLeft} />
            <RenewCodes onCodes={setRecoveryCodes} />
          </>
        ) : (
          <TurnOn onCodes={setRecoveryCodes} />
        )
      }
    </Loaded>
  );
}

function TurnOn({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [started, setStarted] = useState<Started>();
  return started === undefined ? (
    <SetUp onStarted={setStarted} />
  ) : (
    <ConfirmApp started={started} onCodes={onCodes} />
  );
}

function SetUp({ onStarted }: { onStarted: (started: Started) => void }) {
  const start = useSetting(twoFactorEndpoints.startTwoFactor);
  const form = useServerForm({
    schema: ownPasswordBody,
    defaultValues: { password: "" },
    send: (body) => start.mutateAsync({ body }),
    onSent: (started) => onStarted(started),
  });
  return (
    <SettingForm
      form={form}
      title="Two-factor sign-in"
      description="Asks for a code of your authenticator app at each sign-in."
      submitLabel="Set up"
    >
      <TextField
        form={form}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        className="md:w-75"
      />
    </SettingForm>
  );
}

interface ConfirmAppProps {
  started: Started;
  onCodes: (codes: readonly string[]) => void;
}

function ConfirmApp({ started, onCodes }: ConfirmAppProps) {
  const confirm = useSetting(twoFactorEndpoints.confirmTwoFactor);
  const form = useServerForm({
    schema: confirmTwoFactorBody,
    defaultValues: { code: "" },
    send: (body) => confirm.mutateAsync({ body }),
    onSent: (answer) => onCodes(answer.recoveryCodes),
  });
  return (
    <SettingForm
      form={form}
      title="Two-factor sign-in"
      description="Scan the picture with your authenticator app, then enter the code it shows."
      submitLabel="Turn on"
    >
      <div className="flex flex-wrap items-start gap-5">
        <img
          alt="QR code for your authenticator app"
          width={168}
          height={168}
          className="rounded-inset bg-[white] p-2"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(started.qrSvg)}`}
        />
        <div className="flex min-w-50 flex-1 flex-col gap-4">
          <p className="m-0 text-ui text-ink-2">
            No camera? Type this key:{" "}
            <span className="font-mono text-small break-all text-ink">{started.secret}</span>
          </p>
          <TextField
            form={form}
            name="code"
            label="Code"
            keep={(typed) => typed.replaceAll(/\D/g, "")}
            inputMode="numeric"
            maxLength={CODE_LENGTH}
            autoComplete="one-time-code"
            boxClassName="w-40"
          />
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
      <ul
        data-print-alone
        className="m-0 grid list-none grid-cols-2 gap-x-6 gap-y-1 rounded-inset bg-sunken p-3 font-mono text-small text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyCodes(codes)}>Copy</Button>
        <Button
          onClick={() =>
            saveText(`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`, `${codes.join("\n")}\n`)
          }
        >
          Download
        </Button>
        <Button onClick={() => print()}>Print</Button>
      </div>
      <Button variant="primary" className="self-start" onClick={onDone}>
        I have kept them
      </Button>
    </section>
  );
}

async function copyCodes(codes: readonly string[]): Promise<void> {
  if (await copyText(codes.join("\n"))) toast.success("Copied");
  else toast.info("Not copied", "This browser keeps its clipboard from the page: download them instead.");
}

const noProof: Proof = { password: "", code: "" };

function TurnOff({ codesLeft }: { codesLeft: number }) {
  const disable = useSetting(twoFactorEndpoints.disableTwoFactor);
  const form = useServerForm({
    schema: twoFactorProofBody,
    defaultValues: noProof,
    send: (body) => disable.mutateAsync({ body }),
    onSent: () => toast.success("Two-factor turned off"),
  });
  return (
    <SettingForm
      form={form}
      title="Two-factor sign-in"
      description={
        <span className="inline-flex flex-wrap items-center gap-2">
          <Tag tone="ok">On</Tag> {codesLeft} recovery codes left.
        </span>
      }
      submitLabel="Turn off"
      danger
    >
      <ProofFields form={form} />
    </SettingForm>
  );
}

function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const renew = useSetting(twoFactorEndpoints.renewRecoveryCodes);
  const form = useServerForm({
    schema: twoFactorProofBody,
    defaultValues: noProof,
    send: (body) => renew.mutateAsync({ body }),
    onSent: (answer) => onCodes(answer.recoveryCodes),
  });
  return (
    <SettingForm
      form={form}
      title="Recovery codes"
      description="Get new ones when few are left, or when somebody may have seen them. The old ones then stop working."
      submitLabel="Make new codes"
    >
      <ProofFields form={form} />
    </SettingForm>
  );
}

/** The password and a code of the app, or a recovery code. */
function ProofFields({ form }: { form: ServerForm<Proof> }) {
  return (
    <div className="grid gap-4 room:grid-cols-2">
      <TextField
        form={form}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
      <TextField
        form={form}
        name="code"
        label="Code"
        keep={(typed) => typed.trim()}
        maxLength={20}
        autoComplete="one-time-code"
      />
    </div>
  );
}

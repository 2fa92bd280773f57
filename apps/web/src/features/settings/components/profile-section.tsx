import { newPasswordSchema } from "@forestay/contracts/schemas";
import { accountEndpoints } from "@forestay/contracts/wire";
import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useTheme } from "@/hooks/use-theme.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { Link } from "react-router";
import { useSetting } from "../api/settings-queries.ts";
import { EmailForm } from "./email-form.tsx";
import { OwnPasswordField } from "./proof-fields.tsx";
import { SessionsPart } from "./sessions-part.tsx";
import { SettingForm, fieldProblem, saved } from "./setting-form.tsx";
import { TwoFactorPart } from "./two-factor-part.tsx";

/** Names, e-mail, password, second factor, sessions, theme, and the way to notification preferences. */
export function ProfileSection() {
  return (
    <div className="divide-y divide-line">
      <NamesForm />
      <EmailForm />
      <PasswordForm />
      <TwoFactorPart />
      <SessionsPart />
      <Notifications />
      <Appearance />
    </div>
  );
}

function NamesForm() {
  const user = useCurrentUser();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const save = useSetting(accountEndpoints.updateProfile);
  return (
    <SettingForm
      title="Name"
      pending={save.isPending}
      disabled={firstName === user.firstName && lastName === user.lastName}
      onSubmit={() => save.mutate({ body: { firstName, lastName } }, saved("Name saved"))}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="First name" error={fieldProblem(save.error, "firstName")}>
          {(control) => (
            <Input
              {...control}
              value={firstName}
              onChange={(event) => setFirstName(event.target.value)}
              autoComplete="given-name"
            />
          )}
        </Field>
        <Field label="Last name" error={fieldProblem(save.error, "lastName")}>
          {(control) => (
            <Input
              {...control}
              value={lastName}
              onChange={(event) => setLastName(event.target.value)}
              autoComplete="family-name"
            />
          )}
        </Field>
      </div>
    </SettingForm>
  );
}

function PasswordForm() {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [problem, setProblem] = useState<string>();
  const save = useSetting(accountEndpoints.changePassword);
  function submit() {
    const checked = newPasswordSchema.safeParse(newPassword);
    setProblem(checked.success ? undefined : checked.error.issues[0]?.message);
    if (!checked.success) return;
    save.mutate(
      { body: { currentPassword, newPassword } },
      {
        ...saved("Password changed"),
        onSuccess: () => {
          setCurrent("");
          setNew("");
          toast.success("Password changed", "Your other sessions have ended.");
        },
      },
    );
  }
  return (
    <SettingForm
      title="Password"
      description="Changing it signs you out everywhere but here."
      submitLabel="Change password"
      pending={save.isPending}
      disabled={newPassword === ""}
      onSubmit={submit}
    >
      <div className="grid gap-4 md:grid-cols-2">
        <OwnPasswordField
          label="Current password"
          name="currentPassword"
          value={currentPassword}
          onChange={setCurrent}
          error={save.error}
        />
        <Field
          label="New password"
          help="At least 10 characters."
          error={problem ?? fieldProblem(save.error, "newPassword")}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              value={newPassword}
              onChange={(event) => setNew(event.target.value)}
              autoComplete="new-password"
            />
          )}
        </Field>
      </div>
    </SettingForm>
  );
}

function Appearance() {
  const { theme, toggleTheme } = useTheme();
  return (
    <section className="flex flex-col gap-3 px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Theme</h2>
      <SegmentedControl
        label="Theme"
        className="self-start"
        value={theme}
        onChange={(next) => next !== theme && toggleTheme()}
        options={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
    </section>
  );
}

function Notifications() {
  return (
    <section className="flex flex-col gap-2 px-4 py-5 *:max-w-148 md:px-6">
      <h2 className="m-0 text-body font-strong text-ink">Notifications</h2>
      <p className="m-0 text-ui text-ink-2">What you are told, in the app and by mail, and when.</p>
      <Link
        to="/app/notifications?preferences=open"
        className="self-start text-ui font-emphasis text-brand-text"
      >
        Notification preferences
      </Link>
    </section>
  );
}

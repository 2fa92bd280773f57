import { changePasswordBody, profileBody } from "@forestay/contracts/schemas";
import { accountEndpoints } from "@forestay/contracts/wire";
import { Link } from "react-router";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { SegmentedControl } from "@/components/ui/segmented-control.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useTheme } from "@/hooks/use-theme.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { EmailForm } from "./email-form.tsx";
import { SessionsPart } from "./sessions-part.tsx";
import { SettingForm } from "./setting-form.tsx";
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
  const { firstName, lastName } = useCurrentUser();
  const save = useSetting(accountEndpoints.updateProfile);
  const form = useServerForm({
    schema: profileBody,
    defaultValues: { firstName, lastName },
    send: (body) => save.mutateAsync({ body }),
    onSent: () => toast.success("Name saved"),
  });
  return (
    <SettingForm form={form} title="Name">
      <div className="grid gap-4 room:grid-cols-2">
        <TextField form={form} name="firstName" label="First name" autoComplete="given-name" />
        <TextField form={form} name="lastName" label="Last name" autoComplete="family-name" />
      </div>
    </SettingForm>
  );
}

function PasswordForm() {
  const save = useSetting(accountEndpoints.changePassword);
  const form = useServerForm({
    schema: changePasswordBody,
    defaultValues: { currentPassword: "", newPassword: "" },
    send: (body) => save.mutateAsync({ body }),
    onSent: () => {
      form.reset({ currentPassword: "", newPassword: "" });
      toast.success("Password changed", "Your other sessions have ended.");
    },
  });
  return (
    <SettingForm
      form={form}
      title="Password"
      description="Changing it signs you out everywhere but here."
      submitLabel="Change password"
    >
      <div className="grid gap-4 room:grid-cols-2">
        <TextField
          form={form}
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          form={form}
          name="newPassword"
          label="New password"
          help="At least 10 characters."
          type="password"
          autoComplete="new-password"
        />
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

import { changePasswordBody } from "@forestay/contracts/schemas";
import { accountEndpoints } from "@forestay/contracts/wire";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { toast } from "@/components/ui/toast-store.ts";
import { useSetting } from "../api/settings-queries.ts";
import { SessionsPart } from "./sessions-part.tsx";
import { SettingForm } from "./setting-form.tsx";
import { TwoFactorPart } from "./two-factor-part.tsx";

/** Password, second factor, and where one is signed in. */
export function SecuritySection() {
  return (
    <div className="divide-y divide-line">
      <PasswordForm />
      <TwoFactorPart />
      <SessionsPart />
    </div>
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

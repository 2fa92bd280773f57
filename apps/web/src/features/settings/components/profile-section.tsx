import { profileBody } from "@forestay/contracts/schemas";
import { accountEndpoints } from "@forestay/contracts/wire";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { toast } from "@/components/ui/toast-store.ts";
import { useCurrentUser } from "@/lib/auth/index.ts";
import { useSetting } from "../api/settings-queries.ts";
import { EmailForm } from "./email-form.tsx";
import { SettingForm } from "./setting-form.tsx";

/** Names and e-mail. */
export function ProfileSection() {
  return (
    <div className="divide-y divide-line">
      <NamesForm />
      <EmailForm />
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

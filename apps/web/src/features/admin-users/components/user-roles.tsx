import { changeUserBody } from "@forestay/contracts/schemas";
import { companyRoles, platformRoles } from "@forestay/contracts/wire";
import type { AdminUser } from "@forestay/contracts/wire";
import { useWatch } from "react-hook-form";
import { FormField } from "@/components/form/form-field.tsx";
import { TextField } from "@/components/form/text-field.tsx";
import { useServerForm } from "@/components/form/use-server-form.ts";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { useCurrentUser, usePolicy } from "@/lib/auth/index.ts";
import { useUpdateUser } from "../api/user-queries.ts";

/** Names, roles and whether the person may sign in; the bar to save appears with the first change. */
export function UserRoles({ user, isOnlyMember = false }: { user: AdminUser; isOnlyMember?: boolean }) {
  const isAdmin = usePolicy("admin:system");
  const isMyself = useCurrentUser().id === user.id;
  const update = useUpdateUser(user.id);
  const form = useServerForm({
    schema: changeUserBody,
    defaultValues: namesAndRoles(user),
    // Another of the staff may be changing the same person: what was not touched here shows theirs.
    values: namesAndRoles(user),
    send: (change) => update.mutateAsync(change),
    onProblem: (message) => toast.error("Not saved", message),
    onSent: (answer) => {
      form.reset(namesAndRoles(answer));
      toast.success("Changes saved");
    },
  });
  const isActive = useWatch({ control: form.control, name: "isActive" });
  // The server refuses it too; saying so beforehand saves a Moderator the try.
  const locked = !isAdmin && user.platformRole === "Admin";
  const rolesLocked = locked || isMyself;
  const ownsCompany = user.companyRole === "Owner";

  return (
    <form noValidate aria-label="Name and roles" onSubmit={form.submit}>
      <Cell
        title="Name and roles"
        subtitle={
          locked
            ? "Only an Admin can change an Admin."
            : isMyself
              ? "Somebody else has to change your own roles and state."
              : undefined
        }
        className="max-w-175"
      >
        <fieldset disabled={locked} className="m-0 grid min-w-0 gap-4 border-0 p-0 md:grid-cols-2">
          <legend className="sr-only">Name and roles</legend>
          <TextField form={form} name="firstName" label="First name" maxLength={100} autoComplete="off" />
          <TextField form={form} name="lastName" label="Last name" maxLength={100} autoComplete="off" />
          <FormField
            form={form}
            name="platformRole"
            label="Platform role"
            help={isAdmin ? undefined : "Only an Admin decides who is of the platform's staff."}
          >
            {(control) => (
              <Select
                {...control}
                disabled={rolesLocked || !isAdmin}
                options={platformRoles.map((role) => ({ value: role, label: role }))}
              />
            )}
          </FormField>
          {user.companyRole === null ? null : (
            <FormField
              form={form}
              name="companyRole"
              label={`Role in ${user.companyName ?? "the company"}`}
              help={
                isOnlyMember
                  ? "The company's only member stays its Owner. Further down, both can be deleted together."
                  : isAdmin
                    ? undefined
                    : "Only an Admin decides who is a company's Owner."
              }
            >
              {({ value, ...control }) => (
                <Select
                  {...control}
                  disabled={rolesLocked || (ownsCompany && (isOnlyMember || !isAdmin))}
                  value={value ?? undefined}
                  options={companyRoles.map((role) => ({
                    value: role,
                    label: role,
                    disabled: role === "Owner" && !isAdmin,
                  }))}
                />
              )}
            </FormField>
          )}
          <Checkbox
            className="md:col-span-2"
            label="May sign in"
            help="Switched off, the person is signed out everywhere at once."
            checked={isActive}
            disabled={rolesLocked}
            onChange={(on) => form.setValue("isActive", on, { shouldDirty: true })}
          />
        </fieldset>
      </Cell>
      {form.isDirty ? (
        <div
          role="region"
          aria-label="Unsaved changes"
          className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-raised px-4 py-3 md:px-5"
        >
          <p role="status" className="m-0 text-ui text-ink-2">
            Unsaved changes
          </p>
          <span className="flex gap-2.5">
            <Button onClick={() => form.reset(namesAndRoles(user))}>Discard</Button>
            <Button type="submit" variant="primary" pending={form.isPending} pendingLabel="Saving...">
              Save changes
            </Button>
          </span>
        </div>
      ) : null}
    </form>
  );
}

function namesAndRoles({ firstName, lastName, platformRole, companyRole, isActive }: AdminUser) {
  return { firstName, lastName, platformRole, companyRole, isActive };
}

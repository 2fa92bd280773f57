import { companyRoles, platformRoles } from "@forestay/contracts/wire";
import type { AdminUser } from "@forestay/contracts/wire";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Checkbox } from "@/components/ui/checkbox.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Cell } from "@/components/ui/sheet.tsx";
import { toast } from "@/components/ui/toast-store.ts";
import { ApiError } from "@/lib/api/index.ts";
import { useCurrentUser, usePolicy } from "@/lib/auth/index.ts";
import { useUpdateUser } from "../api/user-queries.ts";
import type { UserChange } from "../api/user-queries.ts";

/** Names, roles and whether the person may sign in; the bar to save appears with the first change. */
export function UserRoles({ user }: { user: AdminUser }) {
  const isAdmin = usePolicy("admin:system");
  const isMyself = useCurrentUser().id === user.id;
  const update = useUpdateUser(user.id);
  const [changed, setChanged] = useState<Partial<UserChange>>({});
  const saved: UserChange = {
    firstName: user.firstName,
    lastName: user.lastName,
    platformRole: user.platformRole,
    companyRole: user.companyRole,
    isActive: user.isActive,
  };
  const shown = { ...saved, ...changed };
  const dirty = JSON.stringify(shown) !== JSON.stringify(saved);
  const fields = update.error instanceof ApiError ? update.error.fields : {};
  // The server refuses it too; saying so beforehand saves a Moderator the try.
  const locked = !isAdmin && user.platformRole === "Admin";
  const rolesLocked = locked || isMyself;
  const ownsCompany = user.companyRole === "Owner";
  const change = (patch: Partial<UserChange>) => setChanged({ ...changed, ...patch });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!dirty || update.isPending) return;
    update.mutate(shown, {
      onSuccess: () => {
        setChanged({});
        toast.success("Changes saved");
      },
      onError: (error) => {
        if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
          toast.error("Not saved", error.message);
      },
    });
  };

  return (
    <form noValidate aria-label="Name and roles" onSubmit={submit}>
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
          <Field label="First name" error={fields.firstName}>
            {(control) => (
              <Input
                {...control}
                value={shown.firstName}
                maxLength={100}
                onChange={(event) => change({ firstName: event.target.value })}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label="Last name" error={fields.lastName}>
            {(control) => (
              <Input
                {...control}
                value={shown.lastName}
                maxLength={100}
                onChange={(event) => change({ lastName: event.target.value })}
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label="Platform role"
            error={fields.platformRole}
            help={isAdmin ? undefined : "Only an Admin can make somebody an Admin."}
          >
            {(control) => (
              <Select
                {...control}
                disabled={rolesLocked}
                value={shown.platformRole}
                onChange={(platformRole) => change({ platformRole })}
                options={platformRoles.map((role) => ({
                  value: role,
                  label: role,
                  disabled: role === "Admin" && !isAdmin,
                }))}
              />
            )}
          </Field>
          {shown.companyRole === null ? null : (
            <Field
              label={`Role in ${user.companyName ?? "the company"}`}
              error={fields.companyRole}
              help={isAdmin ? undefined : "Only an Admin decides who is a company's Owner."}
            >
              {(control) => (
                <Select
                  {...control}
                  disabled={rolesLocked || (ownsCompany && !isAdmin)}
                  value={shown.companyRole ?? undefined}
                  onChange={(companyRole) => change({ companyRole })}
                  options={companyRoles.map((role) => ({
                    value: role,
                    label: role,
                    disabled: role === "Owner" && !isAdmin,
                  }))}
                />
              )}
            </Field>
          )}
          <Checkbox
            className="md:col-span-2"
            label="May sign in"
            help="Without it the person is signed out everywhere at once."
            checked={shown.isActive}
            disabled={rolesLocked}
            onChange={(isActive) => change({ isActive })}
          />
        </fieldset>
      </Cell>
      {dirty ? (
        <div
          role="region"
          aria-label="Unsaved changes"
          className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-raised px-4 py-3 md:px-5"
        >
          <p role="status" className="m-0 text-ui text-ink-2">
            Unsaved changes
          </p>
          <span className="flex gap-2.5">
            <Button
              onClick={() => {
                setChanged({});
                update.reset();
              }}
            >
              Discard
            </Button>
            <Button type="submit" variant="primary" pending={update.isPending} pendingLabel="Saving...">
              Save changes
            </Button>
          </span>
        </div>
      ) : null}
    </form>
  );
}

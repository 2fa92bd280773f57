-- What a reader without the right to secrets may see of a plain text of a mail: its codes and links blotted out, the
-- longest first, because a code may stand inside a link. Search and export ask it here, beside the rows.
create function mask_secrets(plain text, secrets text[]) returns text language plpgsql immutable strict as $$
declare
  secret text;
begin
  for secret in select s from unnest(secrets) s where s <> '' order by length(s) desc loop
    plain := replace(plain, secret, '••••••');
  end loop;
  return plain;
end $$;

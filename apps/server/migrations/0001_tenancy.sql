-- The two functions every other migration uses.
--
-- Tenant tables lead every key with company_id and call protect_tenant_table(): row-level security is the second
-- wall behind the queries' own company filter, and the same keys are what a tenant-sharded Postgres needs.
-- What is read before the company is known (users, sessions, codes, ...) is no tenant table and calls
-- open_system_table().

create function protect_tenant_table(tenant_table regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  -- Without FORCE the owner of a table sees every row although row-level security is enabled.
  execute format('alter table %s force row level security', tenant_table);
  -- nullif: after a transaction with a local setting the value is '' on that connection, not null.
  execute format(
    'create policy tenant_isolation on %s using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)'
    ' with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant_table);
  execute format('grant select, insert, update, delete on %s to forestay_app', tenant_table);
end $$;

create function open_system_table(system_table regclass) returns void language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on %s to forestay_app', system_table);
end $$;

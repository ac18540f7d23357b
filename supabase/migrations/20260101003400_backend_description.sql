-- What `npm run doctor` compares with this folder, for the secret key alone: the migrations that were applied, and the
-- tables, functions and policies that are there.
create function public.describe_backend()
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  versions jsonb;
begin
  -- The CLI's history. Whoever applied the files otherwise has none; then nobody knows which were applied.
  begin
    execute 'select jsonb_agg(version) from supabase_migrations.schema_migrations' into versions;
  exception when invalid_schema_name or undefined_table or insufficient_privilege then
    versions := null;
  end;
  return jsonb_build_object(
    'migrations', versions,
    'tables', (
      select jsonb_object_agg(relname, relrowsecurity) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'
    ),
    'functions', (
      select jsonb_agg(distinct proname) from pg_proc where pronamespace = 'public'::regnamespace
    ),
    'policies', (
      select jsonb_agg(policyname) from pg_policies where schemaname in ('public', 'storage')
    )
  );
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.describe_backend() from public, anon, authenticated;
grant execute on function public.describe_backend() to service_role;

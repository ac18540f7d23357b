-- An empty search_path is not enough: names of types are looked up among the caller's temporary ones first, and
-- the check of a temporary domain named "uuid" would run with the rights of the function's owner.
do $$
declare
  definer regprocedure;
begin
  for definer in
    select oid from pg_proc
    where pronamespace = 'public'::regnamespace and proowner = current_user::regrole and prosecdef
  loop
    execute format('alter function %s set search_path = pg_catalog, pg_temp', definer);
  end loop;
end;
$$;

-- Hosted Supabase grants new sequences to anon and authenticated.
revoke all on all sequences in schema public from anon, authenticated;

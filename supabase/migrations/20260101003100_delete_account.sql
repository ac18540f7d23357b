-- Deletes an account with all that belongs to it, in one transaction: with the account go its profile, and with that
-- its novels, their memories, versions and drafts, and the author's page. Files are not rows; the app deletes them
-- first. What the operator took down stays known by its hashes, and so do reports about the account's novels. False:
-- there is no such account any more.
create function public.delete_account(p_user_id uuid, p_owner text, p_reporter text)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if num_nulls(p_user_id, p_owner, p_reporter) > 0 then
    raise exception 'delete_account: bad arguments' using errcode = 'PT400';
  end if;
  -- A process that still writes one of them learns with its next tick that the row is gone, and stops.
  delete from public.generations g where g.owner = p_owner;
  delete from public.novel_drafts draft where draft.user_id = p_user_id;
  -- What was reported is the operator's to look into; who reported it is nobody's any more.
  update public.reports report
  set email = null, reporter = encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex')
  where report.reporter = p_reporter;
  delete from auth.users account where account.id = p_user_id;
  return found;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.delete_account(uuid, text, text) from public, anon, authenticated;
grant execute on function public.delete_account(uuid, text, text) to service_role;

-- What is left to do after an account was deleted: its files go after its rows, and nothing is written for it any more.
-- A day later no session of it is left, and neither is its row here.
create table public.deleted_accounts (
  id         uuid primary key,
  -- The owner of its generations: a hash.
  owner      text not null unique,
  deleted_at timestamptz not null default now()
);
-- Row-level security without a policy: only the secret key gets here.
alter table public.deleted_accounts enable row level security;
revoke all on public.deleted_accounts from anon, authenticated;
grant all on public.deleted_accounts to service_role;

-- As before, and says whose files are to follow. Files are not rows: the app deletes them when the account is gone.
create or replace function public.delete_account(p_user_id uuid, p_owner text, p_reporter text)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if num_nulls(p_user_id, p_owner, p_reporter) > 0 then
    raise exception 'delete_account: bad arguments' using errcode = 'PT400';
  end if;
  -- Waits for generations that begin at this moment; those that wait for this lock find the account deleted.
  perform pg_advisory_xact_lock(hashtextextended(p_owner, 0));
  insert into public.deleted_accounts (id, owner)
  select account.id, p_owner from auth.users account where account.id = p_user_id
  on conflict do nothing;
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

-- Drops a generation, new or carried along, whose owner's account is deleted: to its caller it looks like a full place.
create function public.drop_generation_of_nobody()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  -- Shared: generations wait for a deletion alone, not for each other.
  perform pg_advisory_xact_lock_shared(hashtextextended(new.owner, 0));
  if exists (select from public.deleted_accounts gone where gone.owner = new.owner) then
    return null;
  end if;
  return new;
end;
$$;
revoke execute on function public.drop_generation_of_nobody() from public, anon, authenticated;

create trigger drop_generation_of_nobody
  before insert or update of owner on public.generations
  for each row execute function public.drop_generation_of_nobody();

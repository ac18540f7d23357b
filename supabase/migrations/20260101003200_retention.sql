-- How long is kept what nobody saves, as the app's environment says it, for the jobs that run while no app does, too.
-- One row.
create table public.retention (
  is_only     boolean primary key default true check (is_only),
  generations interval not null default '24 hours' check (generations between '24 hours' and '400 days'),
  -- Of settled reports; null: until the operator deletes them.
  reports     interval check (reports between '1 day' and '4000 days'),
  cleaned_at  timestamptz not null default '-infinity'
);
insert into public.retention default values;
-- Row-level security without a policy: only the secret key gets here.
alter table public.retention enable row level security;
revoke all on public.retention from anon, authenticated;
grant all on public.retention to service_role;

-- Keeps these terms, and tells whether it is the caller's turn to delete what has expired: it is nobody's for an hour
-- after somebody's. Looked at every few minutes, so a little less than an hour.
create function public.claim_cleaning(p_generation_hours int, p_report_hours int default null)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.retention kept
  set generations = make_interval(hours => p_generation_hours),
      reports     = make_interval(hours => p_report_hours)
  where kept.generations is distinct from make_interval(hours => p_generation_hours)
    or kept.reports is distinct from make_interval(hours => p_report_hours);
  update public.retention kept set cleaned_at = now() where kept.cleaned_at < now() - interval '55 minutes';
  return found;
end;
$$;

-- As before, by the terms, and nothing that is being written.
create or replace function public.delete_expired_generations()
returns int
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  deleted int;
begin
  delete from public.generations generation
  using public.retention kept
  where generation.created_at < now() - kept.generations
    and not (generation.status = 'running' and generation.lease_until > now());
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

-- Deletes reports that were settled long enough ago; one that is open stays.
create function public.delete_expired_reports()
returns int
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  deleted int;
begin
  delete from public.reports report
  using public.retention kept
  where report.state <> 'open' and report.settled_at < now() - kept.reports;
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.claim_cleaning(int, int), public.delete_expired_reports()
from public, anon, authenticated;
grant execute on function public.claim_cleaning(int, int), public.delete_expired_reports() to service_role;

-- The app deletes what has expired too; this also works while no app runs.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('delete-expired-reports', '47 * * * *', 'select public.delete_expired_reports()');
  end if;
exception when others then
  raise notice 'delete_expired_reports was not scheduled: %', sqlerrm;
end;
$$;

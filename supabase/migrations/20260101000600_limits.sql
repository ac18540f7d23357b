-- Attempts, counted for all processes together: a leaky bucket each. What is taken fills it, time empties it, and
-- one moment says how full it is. A fixed window would let twice as much through around its end and make whoever
-- fills it wait for all of it; a log of attempts would be a row for each.
-- Row-level security without a policy: only the secret key gets here, through the functions below.
create table public.quotas (
  -- A keyed hash of what is limited and whom: no address is stored.
  key      text primary key check (key ~ '^[A-Za-z0-9_-]{43}$'),
  empty_at timestamptz not null
);
create index quotas_by_end on public.quotas (empty_at);
alter table public.quotas enable row level security;
revoke all on public.quotas from anon, authenticated;
grant all on public.quotas to service_role;

-- Counts one attempt in every quota, or in none where one is full. Answers 0, or the seconds until all have room.
-- p_quotas: [{ key, count, seconds }]: at most `count` at once, and as many again over `seconds`.
create function public.take_quotas(p_quotas jsonb)
returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  at timestamptz;
  wait numeric;
begin
  if jsonb_typeof(p_quotas) is distinct from 'array' or jsonb_array_length(p_quotas) > 10 or exists (
    select from jsonb_to_recordset(p_quotas) as quota (key text, count int, seconds int)
    group by quota.key
    having count(*) > 1 or bool_or(
      num_nulls(quota.key, quota.count, quota.seconds) > 0
      or quota.count not between 1 and 1000000 or quota.seconds not between 1 and 604800
    )
  ) then
    raise exception 'take_quotas: bad arguments' using errcode = 'PT400';
  end if;

  -- Locked in one order, so that two processes never wait for each other. The update changes nothing.
  insert into public.quotas as q (key, empty_at)
  select quota.key, '-infinity' from jsonb_to_recordset(p_quotas) as quota (key text) order by quota.key
  on conflict (key) do update set empty_at = q.empty_at;
  -- Not now(): whoever waited for the lock would count from before his turn.
  at := clock_timestamp();

  select max(extract(epoch from greatest(q.empty_at, at) - at) + trunc(quota.seconds::numeric / quota.count, 6) - quota.seconds)
  into wait
  from jsonb_to_recordset(p_quotas) as quota (key text, count int, seconds int)
  join public.quotas q on q.key = quota.key;

  if wait <= 0 then
    update public.quotas q
    set empty_at = greatest(q.empty_at, at) + make_interval(secs => trunc(quota.seconds::numeric / quota.count, 6)::double precision)
    from jsonb_to_recordset(p_quotas) as quota (key text, count int, seconds int)
    where q.key = quota.key;
  end if;

  -- An empty quota is no row. More go than can have come, so that the table never grows beyond what is in use.
  delete from public.quotas q
  where q.key in (
    select old.key from public.quotas old where old.empty_at <= at order by old.empty_at limit 20
    for update skip locked
  );
  return greatest(ceil(coalesce(wait, 0)), 0)::int;
end;
$$;

-- Takes an attempt back that was none. Only what one attempt took: forgetting more would let one's own account
-- pay for guesses at another.
create function public.return_quotas(p_quotas jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.quotas q
  where q.key in (select quota.key from jsonb_to_recordset(p_quotas) as quota (key text))
  order by q.key
  for update;

  update public.quotas q
  set empty_at = q.empty_at - make_interval(secs => trunc(quota.seconds::numeric / quota.count, 6)::double precision)
  from jsonb_to_recordset(p_quotas) as quota (key text, count int, seconds int)
  where q.key = quota.key;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.take_quotas(jsonb), public.return_quotas(jsonb) from public, anon, authenticated;
grant execute on function public.take_quotas(jsonb), public.return_quotas(jsonb) to service_role;

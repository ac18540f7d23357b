-- What a process does with generations, one round trip each. Called with the secret key only.

-- Makes the row, or finds the one that the same form of the same owner made before (fresh = false).
create function public.create_generation(
  p_id text, p_owner text, p_key text, p_request jsonb, p_worker text, p_lease_seconds int
)
returns table (id text, n bigint, epoch int, worker text, fresh boolean)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if p_id !~ '^[A-Za-z0-9_-]{22}$' or p_owner = '' or p_key = '' or p_worker = ''
    or jsonb_typeof(p_request) <> 'object' or p_lease_seconds not between 0 and 3600
    or num_nulls(p_id, p_owner, p_key, p_request, p_worker, p_lease_seconds) > 0
  then
    raise exception 'create_generation: bad arguments' using errcode = 'PT400';
  end if;

  -- The update changes nothing; it makes the older row come back, and wait for one that is being made.
  return query
    insert into public.generations as g (id, owner, key, request, worker, lease_until)
    values (p_id, p_owner, p_key, p_request, p_worker, now() + make_interval(secs => p_lease_seconds))
    on conflict (owner, key) do update set key = excluded.key
    returning g.id, g.n, g.epoch, g.worker, g.id = p_id;
end;
$$;

create function public.get_generation(p_id text)
returns table (
  n bigint, id text, owner text, status text, failure text, request jsonb, plan jsonb, beat int,
  text text, epoch int, worker text, lapsed boolean, cancelled boolean, created_at timestamptz
)
language sql
stable
security definer
set search_path = ''
as $$
  select
    g.n, g.id, g.owner, g.status, g.failure, g.request, g.plan, g.beat,
    coalesce(
      g.body,
      (select string_agg(chunk.text, '' order by chunk.at) from public.generation_chunks chunk where chunk.n = g.n),
      ''
    ),
    g.epoch, g.worker, g.status = 'running' and g.lease_until < now(), g.cancelled, g.created_at
  from public.generations g
  where g.id = p_id;
$$;

-- Stores the news of everything one process writes, renews its leases, and answers with what it still
-- holds: a row that is missing from the answer was fenced, and nothing of it was stored.
-- p_batch: [{ n, epoch, from?, text?, plan?, beat?, read?, status?, failure?, stats? }]
-- The stored text from `from` on is replaced by `text`: an append, a rewind and a repetition are one thing.
create function public.store_generations(p_worker text, p_lease_seconds int, p_batch jsonb)
returns table (n bigint, epoch int, cancelled boolean, idle_seconds double precision)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  held bigint[];
begin
  if p_lease_seconds is null or p_lease_seconds not between 0 and 3600
    or jsonb_typeof(p_batch) is distinct from 'array'
  then
    raise exception 'store_generations: bad arguments' using errcode = 'PT400';
  end if;
  -- More rows than the API answers with (max_rows) would look fenced to their process.
  if jsonb_array_length(p_batch) > 1000 then
    raise exception 'store_generations: at most 1000 at once' using errcode = 'PT413';
  end if;
  if exists (
    select from jsonb_to_recordset(p_batch) as change (n bigint, "from" int, status text)
    group by change.n
    having count(*) > 1 or change.n is null or min(change."from") < 0
      or bool_or(change.status not in ('running', 'paused', 'done', 'stopped', 'failed'))
  ) then
    raise exception 'store_generations: bad batch' using errcode = 'PT400';
  end if;

  -- Locked in one order, so that two processes never wait for each other.
  select coalesce(array_agg(mine.n), '{}') into held
  from (
    select g.n
    from public.generations g
    join jsonb_to_recordset(p_batch) as change (n bigint, epoch int)
      on change.n = g.n and change.epoch = g.epoch
    where g.worker = p_worker and g.status = 'running'
    order by g.n
    for no key update of g
  ) as mine;

  delete from public.generation_chunks chunk
  using jsonb_to_recordset(p_batch) as change (n bigint, "from" int)
  where change.n = any (held) and chunk.n = change.n and chunk.at >= change."from";

  insert into public.generation_chunks (n, at, text)
  select change.n, change."from", change.text
  from jsonb_to_recordset(p_batch) as change (n bigint, "from" int, text text)
  where change.n = any (held) and change."from" is not null and change.text <> '';

  return query
    update public.generations g
    set lease_until  = now() + make_interval(secs => p_lease_seconds),
        last_read_at = case when change."read" then now() else g.last_read_at end,
        plan         = coalesce(change.plan, g.plan),
        beat         = coalesce(change.beat, g.beat),
        stats        = coalesce(change.stats, g.stats),
        failure      = coalesce(change.failure, g.failure),
        status       = coalesce(change.status, g.status),
        worker       = case when change.status = 'paused' then null else g.worker end
    from jsonb_to_recordset(p_batch) as change (
      n bigint, plan jsonb, beat int, stats jsonb, "read" boolean, status text, failure text
    )
    where g.n = change.n and g.n = any (held)
    returning g.n, g.epoch, g.cancelled, extract(epoch from now() - g.last_read_at)::double precision;
end;
$$;

-- Goes on with what was paused, or what a silent process left behind; no row when there is nothing to take.
create function public.claim_generation(p_id text, p_worker text, p_lease_seconds int)
returns table (n bigint, epoch int, request jsonb, plan jsonb, text text)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  max_takeovers constant int := 3;
  claimed bigint;
begin
  if p_worker = '' or p_lease_seconds not between 0 and 3600
    or num_nulls(p_id, p_worker, p_lease_seconds) > 0
  then
    raise exception 'claim_generation: bad arguments' using errcode = 'PT400';
  end if;

  update public.generations g
  set epoch        = g.epoch + 1,
      takeovers    = g.takeovers + (g.status = 'running')::int,
      status       = 'running',
      worker       = p_worker,
      lease_until  = now() + make_interval(secs => p_lease_seconds),
      last_read_at = now()
  where g.id = p_id
    and not g.cancelled
    and (
      g.status = 'paused'
      or (g.status = 'running' and g.lease_until < now() and g.takeovers < max_takeovers)
    )
  returning g.n into claimed;

  -- Left behind and not to be taken: its readers would wait for ever.
  if claimed is null then
    update public.generations g
    set status  = case when g.cancelled then 'stopped' else 'failed' end,
        failure = case when g.cancelled then g.failure else 'internal' end
    where g.id = p_id and g.status = 'running' and g.lease_until < now()
      and (g.cancelled or g.takeovers >= max_takeovers);
    return;
  end if;

  -- A statement of its own: it sees text that was being stored while the update waited for the row.
  return query
    select
      g.n, g.epoch, g.request, g.plan,
      coalesce(
        (select string_agg(chunk.text, '' order by chunk.at) from public.generation_chunks chunk where chunk.n = g.n),
        ''
      )
    from public.generations g
    where g.n = claimed;
end;
$$;

-- Asks the writing process to stop, or ends at once what nobody writes. Null where the owner has no such row.
create function public.stop_generation(p_id text, p_owner text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  answer text;
begin
  update public.generations g
  set cancelled = true,
      status    = case when g.status = 'paused' or g.lease_until < now() then 'stopped' else g.status end
  where g.id = p_id and g.owner = p_owner and g.status in ('running', 'paused')
  returning g.status into answer;

  if answer is null then
    select g.status into answer from public.generations g where g.id = p_id and g.owner = p_owner;
  end if;
  return answer;
end;
$$;

create function public.delete_expired_generations()
returns int
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted int;
begin
  delete from public.generations where created_at < now() - interval '24 hours';
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function
  public.create_generation(text, text, text, jsonb, text, int),
  public.get_generation(text),
  public.store_generations(text, int, jsonb),
  public.claim_generation(text, text, int),
  public.stop_generation(text, text),
  public.delete_expired_generations()
from public, anon, authenticated;

grant execute on function
  public.create_generation(text, text, text, jsonb, text, int),
  public.get_generation(text),
  public.store_generations(text, int, jsonb),
  public.claim_generation(text, text, int),
  public.stop_generation(text, text),
  public.delete_expired_generations()
to service_role;

-- The app deletes what has expired too; this also works while no app runs.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('delete-expired-generations', '17 * * * *', 'select public.delete_expired_generations()');
  end if;
exception when others then
  raise notice 'delete_expired_generations was not scheduled: %', sqlerrm;
end;
$$;

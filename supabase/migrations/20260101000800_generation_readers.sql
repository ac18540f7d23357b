-- Readers on processes that do not write: one poll of each such process brings the news of all that is read there.

-- Where text was withdrawn or lost, oldest first: [{ epoch, at }]. What a reader holds of that epoch, or of an
-- earlier one, from this offset on may not stand any more.
alter table public.generations add column cuts jsonb not null default '[]';

-- As before; new: `cuts` in a change, and a cut of our own wherever stored text was replaced.
-- p_batch: [{ n, epoch, from?, text?, cuts?, plan?, beat?, read?, status?, failure?, stats? }]
create or replace function public.store_generations(p_worker text, p_lease_seconds int, p_batch jsonb)
returns table (n bigint, epoch int, cancelled boolean, idle_seconds double precision)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  held bigint[];
  replaced bigint[];
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
    select from jsonb_to_recordset(p_batch) as change (n bigint, "from" int, status text, cuts jsonb)
    group by change.n
    having count(*) > 1 or change.n is null or min(change."from") < 0
      or bool_or(change.status not in ('running', 'paused', 'done', 'stopped', 'failed'))
      or bool_or(jsonb_typeof(change.cuts) not in ('array', 'null'))
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

  with gone as (
    delete from public.generation_chunks chunk
    using jsonb_to_recordset(p_batch) as change (n bigint, "from" int)
    where change.n = any (held) and chunk.n = change.n and chunk.at >= change."from"
    returning chunk.n
  )
  select coalesce(array_agg(distinct gone.n), '{}') into replaced from gone;

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
        worker       = case when change.status = 'paused' then null else g.worker end,
        cuts         = g.cuts || coalesce(nullif(change.cuts, 'null'), '[]') || case
          when g.n = any (replaced)
          then jsonb_build_array(jsonb_build_object('epoch', g.epoch, 'at', change."from"))
          else '[]'
        end
    from jsonb_to_recordset(p_batch) as change (
      n bigint, "from" int, cuts jsonb, plan jsonb, beat int, stats jsonb, "read" boolean, status text,
      failure text
    )
    where g.n = change.n and g.n = any (held)
    returning g.n, g.epoch, g.cancelled, extract(epoch from now() - g.last_read_at)::double precision;
end;
$$;

-- What is new of generations that other processes write, since what each reader's process knows of them.
-- p_batch: [{ n, at, cuts, planned, read }]: the text is known up to `at` (UTF-16 units, the end of a chunk), the
-- first `cuts` cuts are known, `planned` where the plan is; `read` marks it as being read.
-- Answers the text from `from` on, which replaces what is known from there; of an ended one the whole.
create function public.follow_generations(p_batch jsonb)
returns table (
  n bigint, epoch int, status text, failure text, plan jsonb, beat int, cuts jsonb, "from" int, text text, lapsed boolean
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if jsonb_typeof(p_batch) is distinct from 'array' then
    raise exception 'follow_generations: bad arguments' using errcode = 'PT400';
  end if;
  if jsonb_array_length(p_batch) > 1000 then
    raise exception 'follow_generations: at most 1000 at once' using errcode = 'PT413';
  end if;

  -- A row that is being stored right now is marked the next time; nobody waits here.
  update public.generations g
  set last_read_at = now()
  where g.n in (
    select marked.n
    from public.generations marked
    join jsonb_to_recordset(p_batch) as reader (n bigint, "read" boolean) on reader.n = marked.n
    where reader."read" and marked.status = 'running'
    for no key update of marked skip locked
  );

  return query
    select
      g.n, g.epoch, g.status, g.failure,
      case when reader.planned then null else g.plan end,
      g.beat, news.cuts,
      case when g.body is null then news.start else 0 end,
      coalesce(
        g.body,
        (
          select string_agg(chunk.text, '' order by chunk.at)
          from public.generation_chunks chunk
          where chunk.n = g.n and chunk.at >= news.start
        ),
        ''
      ),
      g.status = 'running' and g.lease_until < now()
    from jsonb_to_recordset(p_batch) as reader (n bigint, at int, cuts int, planned boolean)
    join public.generations g on g.n = reader.n
    cross join lateral (
      select
        coalesce(jsonb_agg(cut.value order by cut.number) filter (where cut.number > reader.cuts), '[]') as cuts,
        least(reader.at, min((cut.value ->> 'at')::int) filter (where cut.number > reader.cuts)) as start
      from jsonb_array_elements(g.cuts) with ordinality as cut (value, number)
    ) as news;
end;
$$;

-- As before, with the cuts.
drop function public.get_generation(text);
create function public.get_generation(p_id text)
returns table (
  n bigint, id text, owner text, status text, failure text, request jsonb, plan jsonb, beat int,
  text text, epoch int, worker text, lapsed boolean, cancelled boolean, created_at timestamptz, cuts jsonb
)
language sql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
  select
    g.n, g.id, g.owner, g.status, g.failure, g.request, g.plan, g.beat,
    coalesce(
      g.body,
      (select string_agg(chunk.text, '' order by chunk.at) from public.generation_chunks chunk where chunk.n = g.n),
      ''
    ),
    g.epoch, g.worker, g.status = 'running' and g.lease_until < now(), g.cancelled, g.created_at, g.cuts
  from public.generations g
  where g.id = p_id;
$$;

drop function public.claim_generation(text, text, int);
create function public.claim_generation(p_id text, p_worker text, p_lease_seconds int)
returns table (n bigint, epoch int, request jsonb, plan jsonb, text text, cuts jsonb)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
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
      ),
      g.cuts
    from public.generations g
    where g.n = claimed;
end;
$$;

-- As before, but a lapsed lease ends nothing here: the process may only have been cut off, and still has text. It
-- stops when it comes back, or the next one that claims the row ends it.
create or replace function public.stop_generation(p_id text, p_owner text)
returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  answer text;
begin
  update public.generations g
  set cancelled = true,
      status    = case when g.status = 'paused' then 'stopped' else g.status end
  where g.id = p_id and g.owner = p_owner and g.status in ('running', 'paused')
  returning g.status into answer;

  if answer is null then
    select g.status into answer from public.generations g where g.id = p_id and g.owner = p_owner;
  end if;
  return answer;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function
  public.follow_generations(jsonb), public.get_generation(text), public.claim_generation(text, text, int)
from public, anon, authenticated;
grant execute on function
  public.follow_generations(jsonb), public.get_generation(text), public.claim_generation(text, text, int)
to service_role;

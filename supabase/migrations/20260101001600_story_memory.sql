-- What the engine remembers of a story, what readers on every process see while it prepares, and what the author
-- changes of both.

alter table public.generations
  -- What is known of the whole story (StoryMemory).
  add column memory jsonb constraint memory_size check (octet_length(memory::text) <= 200000),
  -- Before the first text: { draft, reading }, the plan as far as it is made and the passages that are read.
  add column progress jsonb constraint progress_size check (octet_length(progress::text) <= 50000),
  -- The author's cards of a plan that is being written, by their index in it.
  add column edits jsonb not null default '{}'
    constraint edits_shape check (jsonb_typeof(edits) = 'object' and octet_length(edits::text) <= 50000);

-- `outlined`: the plan waits for its author. Nobody writes it, and no reader starts it.
alter table public.generations
  drop constraint generations_status_check,
  add constraint generations_status_check
    check (status in ('running', 'paused', 'outlined', 'done', 'stopped', 'failed'));

drop trigger end_generation on public.generations;
create trigger end_generation
  before update of status on public.generations
  for each row
  when (old.status in ('running', 'paused', 'outlined') and new.status in ('done', 'stopped', 'failed'))
  execute function public.end_generation();

-- What is known of a saved novel, and its last plan. A table of its own, because everybody reads public novels, and
-- a memory tells how they end.
create table public.novel_memories (
  novel_id   uuid primary key references public.novels (id) on delete cascade,
  user_id    uuid not null references public.profiles (id) on delete cascade,
  memory     jsonb check (octet_length(memory::text) <= 200000),
  outline    jsonb check (octet_length(outline::text) <= 200000),
  updated_at timestamptz not null default now()
);
create index novel_memories_of_user on public.novel_memories (user_id);
alter table public.novel_memories enable row level security;

revoke all on public.novel_memories from anon, authenticated;
grant select, insert, update, delete on public.novel_memories to authenticated;
grant all on public.novel_memories to service_role;

create policy "novel_memories: own are readable" on public.novel_memories
  for select to authenticated
  using (user_id = (select auth.uid()));

-- Of one's own novels only: else the key of somebody's novel would be taken by a stranger's row.
create policy "novel_memories: owner inserts" on public.novel_memories
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.novels novel where novel.id = novel_id and novel.user_id = (select auth.uid()))
  );

create policy "novel_memories: owner updates" on public.novel_memories
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.novels novel where novel.id = novel_id and novel.user_id = (select auth.uid()))
  );

create policy "novel_memories: owner deletes" on public.novel_memories
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- As before; new: p_memory, what is known of the text that the generation continues.
drop function public.create_generation(text, text, text, jsonb, text, int, jsonb);
create function public.create_generation(
  p_id text, p_owner text, p_key text, p_request jsonb, p_worker text, p_lease_seconds int,
  p_places jsonb default '[]', p_memory jsonb default null
)
returns table (id text, n bigint, epoch int, worker text, fresh boolean)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  place record;
begin
  if p_id !~ '^[A-Za-z0-9_-]{22}$' or p_owner = '' or p_key = '' or p_worker = ''
    or jsonb_typeof(p_request) <> 'object' or p_lease_seconds not between 0 and 3600
    or num_nulls(p_id, p_owner, p_key, p_request, p_worker, p_lease_seconds, p_places) > 0
    or jsonb_typeof(p_places) <> 'array' or jsonb_array_length(p_places) > 10
    or jsonb_typeof(p_memory) not in ('object', 'null')
  then
    raise exception 'create_generation: bad arguments' using errcode = 'PT400';
  end if;
  if exists (
    select from jsonb_to_recordset(p_places) as p (key text, count int)
    where p.key is null or p.key !~ '^[A-Za-z0-9_-]{43}$' or p.count is null or p.count < 1
  ) then
    raise exception 'create_generation: bad places' using errcode = 'PT400';
  end if;

  -- Locked in one order until the row is there: two at once would both find the last place free.
  for place in
    select p.key from jsonb_to_recordset(p_places) as p (key text) order by p.key
  loop
    perform pg_advisory_xact_lock(hashtextextended(place.key, 0));
  end loop;
  -- A statement of its own: it sees what was made, and whose lease was renewed, while the locks were waited for.
  if not exists (select from public.generations g where g.owner = p_owner and g.key = p_key)
    and exists (
      select from jsonb_to_recordset(p_places) as p (key text, count int)
      where p.count <= (
        select count(*)
        from public.generations g
        where g.status = 'running' and g.places @> array[p.key] and g.lease_until > clock_timestamp()
      )
    )
  then
    return;
  end if;

  -- The update changes nothing; it makes the older row come back, and wait for one that is being made.
  return query
    insert into public.generations as g (id, owner, key, request, worker, lease_until, places, memory)
    values (
      p_id, p_owner, p_key, p_request, p_worker, now() + make_interval(secs => p_lease_seconds),
      array(select p.key from jsonb_to_recordset(p_places) as p (key text)),
      nullif(p_memory, 'null')
    )
    on conflict (owner, key) do update set key = excluded.key
    returning g.id, g.n, g.epoch, g.worker, g.id = p_id;
end;
$$;

-- As before; new: `memory` and `progress` in a change, the status `outlined`, and the author's cards in the answer,
-- null while there are none.
-- p_batch: [{ n, epoch, from?, text?, cuts?, plan?, beat?, memory?, progress?, read?, status?, failure?, stats? }]
drop function public.store_generations(text, int, jsonb);
create function public.store_generations(p_worker text, p_lease_seconds int, p_batch jsonb)
returns table (n bigint, epoch int, cancelled boolean, idle_seconds double precision, edits jsonb)
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
    select from jsonb_to_recordset(p_batch) as change (
      n bigint, "from" int, status text, cuts jsonb, memory jsonb, progress jsonb
    )
    group by change.n
    having count(*) > 1 or change.n is null or min(change."from") < 0
      or bool_or(change.status not in ('running', 'paused', 'outlined', 'done', 'stopped', 'failed'))
      or bool_or(jsonb_typeof(change.cuts) not in ('array', 'null'))
      or bool_or(jsonb_typeof(change.memory) not in ('object', 'null'))
      or bool_or(jsonb_typeof(change.progress) not in ('object', 'null'))
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
        memory       = coalesce(nullif(change.memory, 'null'), g.memory),
        progress     = coalesce(nullif(change.progress, 'null'), g.progress),
        failure      = coalesce(change.failure, g.failure),
        status       = coalesce(change.status, g.status),
        worker       = case when change.status in ('paused', 'outlined') then null else g.worker end,
        cuts         = g.cuts || coalesce(nullif(change.cuts, 'null'), '[]') || case
          when g.n = any (replaced)
          then jsonb_build_array(jsonb_build_object('epoch', g.epoch, 'at', change."from"))
          else '[]'
        end
    from jsonb_to_recordset(p_batch) as change (
      n bigint, "from" int, cuts jsonb, plan jsonb, beat int, stats jsonb, memory jsonb, progress jsonb,
      "read" boolean, status text, failure text
    )
    where g.n = change.n and g.n = any (held)
    returning
      g.n, g.epoch, g.cancelled, extract(epoch from now() - g.last_read_at)::double precision,
      nullif(g.edits, '{}');
end;
$$;

-- As before, with the progress.
drop function public.follow_generations(jsonb);
create function public.follow_generations(p_batch jsonb)
returns table (
  n bigint, epoch int, status text, failure text, plan jsonb, beat int, cuts jsonb, "from" int, text text,
  lapsed boolean, progress jsonb
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
      g.status = 'running' and g.lease_until < now(),
      case when reader.planned then null else g.progress end
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

-- As before, with the memory, the progress and the author's cards.
drop function public.get_generation(text);
create function public.get_generation(p_id text)
returns table (
  n bigint, id text, owner text, status text, failure text, request jsonb, plan jsonb, beat int,
  text text, epoch int, worker text, lapsed boolean, cancelled boolean, created_at timestamptz, cuts jsonb,
  memory jsonb, progress jsonb, edits jsonb
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
    g.epoch, g.worker, g.status = 'running' and g.lease_until < now(), g.cancelled, g.created_at, g.cuts,
    g.memory, g.progress, g.edits
  from public.generations g
  where g.id = p_id;
$$;

-- As before, with the memory and the author's cards.
drop function public.claim_generation(text, text, int);
create function public.claim_generation(p_id text, p_worker text, p_lease_seconds int)
returns table (n bigint, epoch int, request jsonb, plan jsonb, text text, cuts jsonb, memory jsonb, edits jsonb)
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
      g.cuts, g.memory, g.edits
    from public.generations g
    where g.n = claimed;
end;
$$;

-- As before; a plan that waits for its author ends at once, too.
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
      status    = case when g.status in ('paused', 'outlined') then 'stopped' else g.status end
  where g.id = p_id and g.owner = p_owner and g.status in ('running', 'paused', 'outlined')
  returning g.status into answer;

  if answer is null then
    select g.status into answer from public.generations g where g.id = p_id and g.owner = p_owner;
  end if;
  return answer;
end;
$$;

-- Lets the next reader have it written: by its author's plan, or by a new one where p_plan is null. False where no
-- plan of this owner waits, because it was pressed twice or is not his.
create function public.resume_outlined(p_id text, p_owner text, p_plan jsonb)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(p_plan) not in ('object', 'null') then
    raise exception 'resume_outlined: bad arguments' using errcode = 'PT400';
  end if;
  update public.generations g
  set status = 'paused', plan = nullif(p_plan, 'null'), progress = null
  where g.id = p_id and g.owner = p_owner and g.status = 'outlined';
  return found;
end;
$$;

-- Keeps the author's cards for the process that writes it, in place of those before. False where this owner has no
-- such generation that is still written.
create function public.edit_cards(p_id text, p_owner text, p_edits jsonb)
returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(p_edits) is distinct from 'object' then
    raise exception 'edit_cards: bad arguments' using errcode = 'PT400';
  end if;
  update public.generations g
  set edits = p_edits
  where g.id = p_id and g.owner = p_owner and g.status in ('running', 'paused');
  return found;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function
  public.create_generation(text, text, text, jsonb, text, int, jsonb, jsonb),
  public.store_generations(text, int, jsonb), public.follow_generations(jsonb), public.get_generation(text),
  public.claim_generation(text, text, int), public.resume_outlined(text, text, jsonb),
  public.edit_cards(text, text, jsonb)
from public, anon, authenticated;
grant execute on function
  public.create_generation(text, text, text, jsonb, text, int, jsonb, jsonb),
  public.store_generations(text, int, jsonb), public.follow_generations(jsonb), public.get_generation(text),
  public.claim_generation(text, text, int), public.resume_outlined(text, text, jsonb),
  public.edit_cards(text, text, jsonb)
to service_role;

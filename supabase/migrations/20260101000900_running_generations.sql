-- So many generations at once for a visitor, an account and an address: what runs and has a live lease counts. A
-- process that dies gives its places back when its leases lapse.

-- Keyed hashes of who pays for it, as in public.quotas: no address is stored. Never changed, so that renewing a
-- lease touches no index.
alter table public.generations add column places text[] not null default '{}';
create index generations_by_place on public.generations using gin (places) where status = 'running';

-- As before; new: p_places, [{ key, count }]: no row comes back, and none is made, where one of them is full already.
-- Who joins what the same form made needs no place.
drop function public.create_generation(text, text, text, jsonb, text, int);
create function public.create_generation(
  p_id text, p_owner text, p_key text, p_request jsonb, p_worker text, p_lease_seconds int,
  p_places jsonb default '[]'
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
    insert into public.generations as g (id, owner, key, request, worker, lease_until, places)
    values (
      p_id, p_owner, p_key, p_request, p_worker, now() + make_interval(secs => p_lease_seconds),
      array(select p.key from jsonb_to_recordset(p_places) as p (key text))
    )
    on conflict (owner, key) do update set key = excluded.key
    returning g.id, g.n, g.epoch, g.worker, g.id = p_id;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function
  public.create_generation(text, text, text, jsonb, text, int, jsonb)
from public, anon, authenticated;
grant execute on function
  public.create_generation(text, text, text, jsonb, text, int, jsonb)
to service_role;

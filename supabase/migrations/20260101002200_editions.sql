-- An author's change of an ended generation is a generation of its own, which has ended too: what it changes stays as
-- it is, and one press away. A paragraph that is written anew is a generation that no list shows.

-- Null where this owner has no such generation that has ended. The same form makes one row only. Plan, memory, cards and
-- the novel that it was saved as go along; the turns do not, because their offsets are those of the other text.
create function public.create_edition(
  p_id text, p_owner text, p_key text, p_of text, p_request jsonb, p_text text
)
returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  made text;
begin
  if p_id !~ '^[A-Za-z0-9_-]{22}$' or p_owner = '' or p_key = '' or p_text = ''
    or jsonb_typeof(p_request) <> 'object'
    or num_nulls(p_id, p_owner, p_key, p_of, p_request, p_text) > 0
  then
    raise exception 'create_edition: bad arguments' using errcode = 'PT400';
  end if;
  -- The update changes nothing; it makes the older row come back.
  insert into public.generations as g
    (id, owner, key, request, status, failure, plan, beat, memory, edits, body, lease_until, ended_at,
      saved_as, saved_hash)
  select
    p_id, p_owner, p_key, p_request, former.status, former.failure,
    case
      when jsonb_typeof(former.plan) = 'object' then former.plan || '{"turns": [], "scope": null}'
      else former.plan
    end,
    former.beat, former.memory, former.edits, p_text, now(), now(), former.saved_as, former.saved_hash
  from public.generations former
  where former.id = p_of and former.owner = p_owner and former.status in ('done', 'stopped', 'failed')
  on conflict (owner, key) do update set key = excluded.key
  returning g.id into made;
  return made;
end;
$$;

-- As before, without paragraphs that are written anew, and without what its author has changed since.
create or replace function public.list_generations(p_owner text, p_limit int)
returns table (id text, status text, prompt text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select generation.id, generation.status, pg_catalog.left(generation.request ->> 'prompt', 100), generation.created_at
  from public.generations generation
  where generation.owner = p_owner and generation.created_at > pg_catalog.now() - interval '24 hours'
    and generation.request -> 'paragraph' is null
    and not exists (
      select from public.generations later
      where later.owner = p_owner and later.request ->> 'edits' = generation.id
    )
  order by generation.n desc
  limit p_limit
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.create_edition(text, text, text, text, jsonb, text)
from public, anon, authenticated;
grant execute on function public.create_edition(text, text, text, text, jsonb, text) to service_role;

-- The memory as its author has it, in place of the one that the author's page was made from: two pages that change
-- it at the same time must not undo each other. `changed`: it is another one by now. `writing`: the engine would
-- write over it. Null where this owner has no such generation.
create function public.replace_memory(p_id text, p_owner text, p_before jsonb, p_memory jsonb)
returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  standing text;
begin
  if jsonb_typeof(p_memory) is distinct from 'object' then
    raise exception 'replace_memory: bad arguments' using errcode = 'PT400';
  end if;
  update public.generations g
  set memory = p_memory
  where g.id = p_id and g.owner = p_owner and g.status not in ('running', 'paused')
    and nullif(g.memory, 'null') is not distinct from nullif(p_before, 'null');
  if found then
    return 'replaced';
  end if;
  select g.status into standing from public.generations g where g.id = p_id and g.owner = p_owner;
  if standing is null then
    return null;
  end if;
  return case when standing in ('running', 'paused') then 'writing' else 'changed' end;
end;
$$;

-- The same for the memory of one's own novel, which may be its first. False if it is another one by now. The
-- caller's own policies apply.
create function public.replace_novel_memory(p_novel_id uuid, p_before jsonb, p_memory jsonb)
returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(p_memory) is distinct from 'object' then
    raise exception 'replace_novel_memory: bad arguments' using errcode = 'PT400';
  end if;
  update public.novel_memories kept
  set memory = p_memory, updated_at = now()
  where kept.novel_id = p_novel_id
    and nullif(kept.memory, 'null') is not distinct from nullif(p_before, 'null');
  if found then
    return true;
  end if;
  if nullif(p_before, 'null') is not null then
    return false;
  end if;
  insert into public.novel_memories (novel_id, user_id, memory)
  values (p_novel_id, auth.uid(), p_memory)
  on conflict (novel_id) do nothing;
  return found;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function
  public.replace_memory(text, text, jsonb, jsonb), public.replace_novel_memory(uuid, jsonb, jsonb)
from public, anon, authenticated;
grant execute on function public.replace_memory(text, text, jsonb, jsonb) to service_role;
grant execute on function public.replace_novel_memory(uuid, jsonb, jsonb) to authenticated;

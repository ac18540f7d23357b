-- A paragraph of a saved novel that is written anew. The process that writes it puts it in its place, for its author may
-- be away by then, and only once: a process that dies between the two writes is followed by another one.

-- `placed`: it stands there, or did before. `changed`: the novel is another one than `p_over` says, is gone, or is not
-- this owner's; an owner is known by the hash of the account. Null where this owner has no such generation. What stood
-- there becomes a version, as with every change. A public novel stays as checked as `p_over` says it is.
create function public.place_paragraph(
  p_id text, p_owner text, p_novel uuid, p_over jsonb, p_content text, p_sections jsonb, p_level int
)
returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_placed boolean;
begin
  if num_nulls(p_id, p_owner, p_novel, p_over, p_content, p_sections, p_level) > 0 then
    raise exception 'place_paragraph: bad arguments' using errcode = 'PT400';
  end if;
  select generation.saved_as is not null into is_placed
  from public.generations generation
  where generation.id = p_id and generation.owner = p_owner
    and generation.request #>> '{paragraph,into}' = p_novel::text
  for update;
  if is_placed is null then
    return null;
  end if;
  if is_placed then
    return 'placed';
  end if;
  update public.novels novel
  set content = p_content,
    sections = p_sections,
    content_level = greatest(novel.content_level, p_level),
    reviewed_at = case when (p_over ->> 'is_public')::boolean then now() end
  where novel.id = p_novel and novel.binned_at is null
    and encode(sha256(convert_to('account ' || novel.user_id, 'UTF8')), 'hex') = p_owner
    and jsonb_build_object(
      'title', novel.title, 'content_hash', novel.content_hash, 'sections', novel.sections,
      'is_public', novel.is_public and novel.reviewed_at is not null
    ) = p_over;
  if not found then
    return 'changed';
  end if;
  update public.generations generation
  set saved_as = p_novel, saved_hash = md5(p_content)
  where generation.id = p_id;
  return 'placed';
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.place_paragraph(text, text, uuid, jsonb, text, jsonb, int)
from public, anon, authenticated;
grant execute on function public.place_paragraph(text, text, uuid, jsonb, text, jsonb, int) to service_role;

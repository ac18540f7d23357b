-- A novel's sections, in order: each a title and where it begins, in UTF-16 units of `content`, as JavaScript counts.
-- Nothing here may compare `at` with char_length(content); the app leaves out offsets that begin no paragraph.
alter table public.novels
  add column sections jsonb not null default '[]'
  constraint sections_shape check (
    case when jsonb_typeof(sections) = 'array' then
      jsonb_array_length(sections) <= 200
      and octet_length(sections::text) <= 40000
      -- Strict, because lax paths look into nested lists. What the filter cannot tell of an element does not count.
      and jsonb_array_length(sections) = jsonb_array_length(jsonb_path_query_array(
        sections,
        'strict $[*] ? (@.title like_regex "^.{1,20}$" flag "s" && @.at >= 0 && @.at <= 400000 && @.at % 1 == 0)'
      ))
    else false end
  );

-- As before, and what an author writes as a title of a section past the server counts as unchecked, too.
create or replace function public.keep_review()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.reviewed_at := null;
    new.taken_down_at := null;
    new.taken_down_reason := null;
    return new;
  end if;
  if old.taken_down_at is not null and new.is_public then
    raise exception 'a novel that was taken down is not public' using errcode = 'PT403';
  end if;
  new.taken_down_at := old.taken_down_at;
  new.taken_down_reason := old.taken_down_reason;
  -- His word on the level counts upwards only; what the server finds in a text may lower nothing either.
  if new.content_level between 1 and old.content_level then
    new.content_level := old.content_level;
  end if;
  new.reviewed_at := case
    when (new.title, new.content, new.sections, new.content_level, new.is_public)
      is distinct from (old.title, old.content, old.sections, old.content_level, old.is_public) then null
    else old.reviewed_at
  end;
  return new;
end;
$$;

-- One page of one's own shelf, newest first, in one round trip: the first characters instead of whole
-- novels, and only those that have every word of a search in their title or text. A page beyond the
-- last is the last.
create function public.list_own_novels(p_words text[], p_page int, p_page_size int, p_preview_chars int)
returns table (
  id uuid, title text, preview text, is_public boolean, content_level smallint,
  created_at timestamptz, updated_at timestamptz, page int, total int
)
language plpgsql
stable
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  found uuid[];
  last_page int;
  shown_page int;
begin
  if num_nulls(p_words, p_page, p_page_size, p_preview_chars) > 0 or p_page < 1
    or p_page_size not between 1 and 100 or p_preview_chars not between 0 and 1000
    or cardinality(p_words) > 20 or char_length(array_to_string(p_words, '')) > 200
  then
    raise exception 'list_own_novels: bad arguments' using errcode = 'PT400';
  end if;

  -- Not LIKE: there a word's own % and _ would mean something.
  select coalesce(array_agg(novel.id order by novel.created_at desc, novel.id), '{}') into found
  from public.novels novel
  where novel.user_id = auth.uid() and not exists (
    select from unnest(p_words) as word
    where strpos(lower(novel.title), lower(word)) = 0 and strpos(lower(novel.content), lower(word)) = 0
  );
  last_page := greatest(ceil(cardinality(found)::numeric / p_page_size)::int, 1);
  shown_page := least(p_page, last_page);

  return query
    select
      novel.id, novel.title, left(novel.content, p_preview_chars), novel.is_public, novel.content_level,
      novel.created_at, novel.updated_at, shown_page, cardinality(found)
    from unnest(found[(shown_page - 1) * p_page_size + 1 : shown_page * p_page_size])
      with ordinality as place (id, n)
    join public.novels novel on novel.id = place.id
    order by place.n;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.list_own_novels(text[], int, int, int) from public, anon;
grant execute on function public.list_own_novels(text[], int, int, int) to authenticated;

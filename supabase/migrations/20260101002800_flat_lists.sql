-- What a page of novels costs does not grow with the novels beside it: each order that is asked for is an index.
create index novels_newest on public.novels (user_id, created_at desc, id) where binned_at is null;
create index novels_changed on public.novels (user_id, updated_at desc, created_at desc, id) where binned_at is null;
create index novels_longest on public.novels (user_id, characters desc, created_at desc, id) where binned_at is null;
create index novels_binned on public.novels (user_id, binned_at desc, id) where binned_at is not null;
-- novels_newest takes its place; novels_by_content finds all that an account has.
drop index public.novels_of_user;

-- An author's page, the novels before and after a public one, and the policy that shows who wrote one.
create index novels_public on public.novels (user_id, created_at desc, id) where is_public;
-- Whether an author has any that the page hides.
create index novels_public_levels on public.novels (user_id, content_level) where is_public;

-- As before, but novels are taken in their order, one after the other, and only as far as somebody looks: what is
-- counted ends some pages behind the page that is shown. `is_cut` says that there is more, or that the time was over.
create or replace function public.list_own_novels(
  p_words text[], p_sort text, p_page int, p_page_size int, p_preview_chars int, p_order uuid[] default null
)
returns table (
  id uuid, title text, preview text, is_public boolean, content_level smallint,
  taken_down_at timestamptz, taken_down_reason text, characters int, sections int,
  created_at timestamptz, updated_at timestamptz, page int, total int, is_cut boolean, binned int
)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  ends_at constant timestamptz := clock_timestamp() + interval '500 milliseconds';
  -- A shelf without a search shows all of its pages.
  shelf_max constant int := 2000;
  pages_ahead constant int := 4;
  me constant uuid := auth.uid();
  shelf constant text := format(
    'select own.id from public.novels own %s where own.user_id = $1 and own.binned_at is null
      order by %s %s own.created_at desc, own.id',
    case when p_order is null then '' else 'left join unnest($2) with ordinality as place (id, n) on place.id = own.id' end,
    case when p_order is null then '' else 'place.n,' end,
    case p_sort when 'changed' then 'own.updated_at desc,' when 'longest' then 'own.characters desc,' else '' end
  );
  plain_words text[];
  folded_words text[];
  novel uuid;
  words_in text;
  folded text;
  counted_to bigint;
  counted int;
  found uuid[] := '{}';
  was_cut boolean := false;
  shown_page int;
  in_bin int;
begin
  if num_nulls(p_words, p_sort, p_page, p_page_size, p_preview_chars) > 0 or p_page < 1
    or p_sort not in ('newest', 'changed', 'title', 'longest')
    or p_page_size not between 1 and 100 or p_preview_chars not between 0 and 1000
    or cardinality(p_words) > 20 or char_length(array_to_string(p_words, '')) > 200
    or cardinality(p_order) > 2000
  then
    raise exception 'list_own_novels: bad arguments' using errcode = 'PT400';
  end if;

  select count(*) into in_bin
  from public.novels own
  where own.user_id = me and own.binned_at > now() - interval '30 days';

  counted_to := (p_page::bigint + pages_ahead) * p_page_size;
  if cardinality(p_words) = 0 then
    counted_to := greatest(counted_to, shelf_max);
    select count(*) into counted
    from (
      select from public.novels own where own.user_id = me and own.binned_at is null limit counted_to + 1
    ) as own;
  else
    select
      coalesce(array_agg(distinct word) filter (where lower(word) = upper(word)), '{}'),
      coalesce(array_agg(distinct lower(word)) filter (where lower(word) <> upper(word)), '{}')
    into plain_words, folded_words
    from unnest(p_words) as word;

    for novel in execute shelf using me, p_order
    loop
      if clock_timestamp() > ends_at then
        was_cut := true;
        exit;
      end if;
      select own.title || E'\n' || own.content into words_in from public.novels own where own.id = novel;
      -- Not LIKE: there a word's own % and _ would mean something.
      continue when exists (select from unnest(plain_words) as word where strpos(words_in, word) = 0);
      if cardinality(folded_words) > 0 then
        folded := lower(words_in);
        continue when exists (select from unnest(folded_words) as word where strpos(folded, word) = 0);
      end if;
      found := found || novel;
      exit when cardinality(found) > counted_to;
    end loop;
    counted := cardinality(found);
  end if;

  was_cut := was_cut or counted > counted_to;
  counted := least(counted, counted_to);
  shown_page := least(p_page, greatest(ceil(counted::numeric / p_page_size)::int, 1));
  if counted = 0 then
    return query select
      null::uuid, null::text, null::text, null::boolean, null::smallint, null::timestamptz, null::text,
      null::int, null::int, null::timestamptz, null::timestamptz, 1, 0, was_cut, in_bin;
    return;
  end if;
  if cardinality(p_words) = 0 then
    execute format('select array(%s offset $3 limit $4)', shelf) into found
    using me, p_order, (shown_page - 1) * p_page_size, p_page_size;
  else
    found := found[(shown_page - 1) * p_page_size + 1 : shown_page * p_page_size];
  end if;
  return query
    select
      own.id, own.title, left(own.content, p_preview_chars), own.is_public and own.reviewed_at is not null,
      own.content_level, own.taken_down_at, own.taken_down_reason, own.characters,
      jsonb_array_length(own.sections), own.created_at, own.updated_at, shown_page, counted, was_cut, in_bin
    from unnest(found) with ordinality as place (id, n)
    join public.novels own on own.id = place.id
    order by place.n;
end;
$$;

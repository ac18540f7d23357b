-- What is offered to be moved into an account, what of it the account has already, and novels by their titles.

-- A generation from before its author signed in. `saved_hash` says of which text `saved_as` is the novel; a text that
-- its author has changed since begins with the hash of the one before.
alter table public.generations add column before_login boolean not null default false;

create or replace function public.carry_generations(p_from text, p_to text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_from = '' or p_to = '' or p_from = p_to or num_nulls(p_from, p_to) > 0 then
    raise exception 'carry_generations: bad arguments' using errcode = 'PT400';
  end if;
  update public.generations g
  set owner        = p_to,
      before_login = true,
      key          = case
        when exists (select from public.generations other where other.owner = p_to and other.key = g.key)
          then g.key || ':' || g.id
        else g.key
      end
  where g.owner = p_from;
end;
$$;

-- As before, and whether each is from before the login, and saved as it stands.
drop function public.list_generations(text, int);
create function public.list_generations(p_owner text, p_limit int)
returns table (
  id text, status text, prompt text, created_at timestamptz, before_login boolean, is_saved boolean
)
language sql
stable
set search_path = ''
as $$
  select
    generation.id, generation.status, pg_catalog.left(generation.request ->> 'prompt', 100), generation.created_at,
    generation.before_login,
    generation.saved_as is not null and not exists (
      select from public.generations former
      where former.id = generation.request ->> 'edits' and former.saved_hash = generation.saved_hash
    )
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

-- As before, and which of these texts one's own novels begin with, by how long each is and by its first characters,
-- which tell most novels apart before anything is hashed. One that holds exactly this text comes first.
drop function public.find_kept_texts(text[]);
create function public.find_kept_texts(p_hashes text[], p_chars int[], p_openings text[])
returns table (content_hash text, id uuid, title text, is_binned boolean, is_whole boolean)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if num_nulls(p_hashes, p_chars, p_openings) > 0 or cardinality(p_hashes) not between 1 and 100
    or cardinality(p_chars) <> cardinality(p_hashes) or cardinality(p_openings) <> cardinality(p_hashes)
    or exists (select from unnest(p_openings) as opening where char_length(opening) not between 0 and 100)
  then
    raise exception 'find_kept_texts: bad arguments' using errcode = 'PT400';
  end if;
  return query
    select distinct on (text.hash)
      text.hash, own.id, own.title, own.binned_at is not null, own.content_hash = text.hash
    from unnest(p_hashes, p_chars, p_openings) as text (hash, chars, opening)
    join public.novels own
      on own.content_hash = text.hash
      or (
        text.chars > 0 and own.binned_at is null and char_length(own.content) > text.chars
        and left(own.content, char_length(text.opening)) = text.opening
        and md5(left(own.content, text.chars)) = text.hash
      )
    where own.user_id = auth.uid() and (own.binned_at is null or own.binned_at > now() - interval '30 days')
    order by text.hash, own.content_hash = text.hash desc, own.binned_at nulls first, own.created_at desc;
end;
$$;

-- The titles of one's own novels, newest first, as pairs with their ids: one value, which no limit of rows cuts. The
-- app sorts them, because not every database knows how Chinese is sorted.
create function public.list_own_titles(p_limit int)
returns jsonb
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_limit is null or p_limit not between 1 and 2000 then
    raise exception 'list_own_titles: bad arguments' using errcode = 'PT400';
  end if;
  return coalesce(
    (
      select jsonb_agg(jsonb_build_array(shown.id, shown.title) order by shown.created_at desc, shown.id)
      from (
        select own.id, own.title, own.created_at
        from public.novels own
        where own.user_id = auth.uid() and own.binned_at is null
        order by own.created_at desc, own.id
        limit p_limit
      ) as shown
    ),
    '[]'
  );
end;
$$;

-- As before, and in an order of ids that the caller has made; what it does not name follows.
drop function public.list_own_novels(text[], text, int, int, int);
create function public.list_own_novels(
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
  plain_words text[];
  folded_words text[];
  novel uuid;
  words_in text;
  folded text;
  ordered uuid[];
  found uuid[] := '{}';
  was_cut boolean := false;
  last_page int;
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
  where own.user_id = auth.uid() and own.binned_at > now() - interval '30 days';

  select coalesce(
    array_agg(own.id order by
      place.n,
      case p_sort when 'changed' then own.updated_at when 'newest' then own.created_at end desc,
      case p_sort when 'longest' then own.characters end desc,
      own.created_at desc, own.id),
    '{}'
  ) into ordered
  from public.novels own
  left join unnest(p_order) with ordinality as place (id, n) on place.id = own.id
  where own.user_id = auth.uid() and own.binned_at is null;

  if cardinality(p_words) = 0 then
    found := ordered;
  else
    select
      coalesce(array_agg(distinct word) filter (where lower(word) = upper(word)), '{}'),
      coalesce(array_agg(distinct lower(word)) filter (where lower(word) <> upper(word)), '{}')
    into plain_words, folded_words
    from unnest(p_words) as word;

    foreach novel in array ordered
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
    end loop;
  end if;
  last_page := greatest(ceil(cardinality(found)::numeric / p_page_size)::int, 1);
  shown_page := least(p_page, last_page);

  if cardinality(found) = 0 then
    return query select
      null::uuid, null::text, null::text, null::boolean, null::smallint, null::timestamptz, null::text,
      null::int, null::int, null::timestamptz, null::timestamptz, 1, 0, was_cut, in_bin;
    return;
  end if;
  return query
    select
      own.id, own.title, left(own.content, p_preview_chars), own.is_public and own.reviewed_at is not null,
      own.content_level, own.taken_down_at, own.taken_down_reason, own.characters,
      jsonb_array_length(own.sections), own.created_at, own.updated_at, shown_page, cardinality(found), was_cut,
      in_bin
    from unnest(found[(shown_page - 1) * p_page_size + 1 : shown_page * p_page_size])
      with ordinality as place (id, n)
    join public.novels own on own.id = place.id
    order by place.n;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function
  public.list_generations(text, int), public.find_kept_texts(text[], int[], text[]), public.list_own_titles(int),
  public.list_own_novels(text[], text, int, int, int, uuid[])
from public, anon, authenticated;
grant execute on function public.list_generations(text, int) to service_role;
grant execute on function
  public.find_kept_texts(text[], int[], text[]), public.list_own_titles(int),
  public.list_own_novels(text[], text, int, int, int, uuid[])
to authenticated;

-- How much one account keeps, and a search that costs little.

-- Counting characters would read every text again; so a row says how many it has.
alter table public.novels
  add column chars int generated always as (char_length(content)) stored;

-- Bounds that no writer meets, for whoever fills the disk. They hold for the secret key too: the app saves with it.
create function public.keep_shelf_size()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  kept_novels bigint;
  kept_chars bigint;
begin
  if tg_op = 'UPDATE' and char_length(new.content) <= char_length(old.content) then
    return new;
  end if;
  -- One at a time for each account: two at once would both find the last place free.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1100));
  select count(*), coalesce(sum(novel.chars), 0) into kept_novels, kept_chars
  from public.novels novel
  where novel.user_id = new.user_id and novel.id <> new.id;
  if kept_novels >= 2000 or kept_chars + char_length(new.content) > 20000000 then
    raise exception 'the shelf of this account is full' using errcode = 'PT413';
  end if;
  return new;
end;
$$;
revoke execute on function public.keep_shelf_size() from public, anon, authenticated;

create trigger keep_shelf_size
  before insert or update of content on public.novels
  for each row execute function public.keep_shelf_size();

-- As before, but a search reads each text at most once and ends after a time: `is_cut` says that older novels were
-- not looked at (and stands alone where nothing was found before). Letters are folded only for a word that has any: lower() over a whole text costs more than all else.
drop function public.list_own_novels(text[], int, int, int);
create function public.list_own_novels(p_words text[], p_page int, p_page_size int, p_preview_chars int)
returns table (
  id uuid, title text, preview text, is_public boolean, content_level smallint,
  taken_down_at timestamptz, taken_down_reason text,
  created_at timestamptz, updated_at timestamptz, page int, total int, is_cut boolean
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
  found uuid[] := '{}';
  was_cut boolean := false;
  last_page int;
  shown_page int;
begin
  if num_nulls(p_words, p_page, p_page_size, p_preview_chars) > 0 or p_page < 1
    or p_page_size not between 1 and 100 or p_preview_chars not between 0 and 1000
    or cardinality(p_words) > 20 or char_length(array_to_string(p_words, '')) > 200
  then
    raise exception 'list_own_novels: bad arguments' using errcode = 'PT400';
  end if;

  if cardinality(p_words) = 0 then
    select coalesce(array_agg(own.id order by own.created_at desc, own.id), '{}') into found
    from public.novels own
    where own.user_id = auth.uid();
  else
    select
      coalesce(array_agg(distinct word) filter (where lower(word) = upper(word)), '{}'),
      coalesce(array_agg(distinct lower(word)) filter (where lower(word) <> upper(word)), '{}')
    into plain_words, folded_words
    from unnest(p_words) as word;

    for novel in
      select own.id
      from public.novels own
      where own.user_id = auth.uid()
      order by own.created_at desc, own.id
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

  if was_cut and cardinality(found) = 0 then
    return query select
      null::uuid, null::text, null::text, null::boolean, null::smallint, null::timestamptz, null::text,
      null::timestamptz, null::timestamptz, 1, 0, true;
    return;
  end if;
  return query
    select
      own.id, own.title, left(own.content, p_preview_chars), own.is_public and own.reviewed_at is not null, own.content_level,
      own.taken_down_at, own.taken_down_reason,
      own.created_at, own.updated_at, shown_page, cardinality(found), was_cut
    from unnest(found[(shown_page - 1) * p_page_size + 1 : shown_page * p_page_size])
      with ordinality as place (id, n)
    join public.novels own on own.id = place.id
    order by place.n;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function public.list_own_novels(text[], int, int, int) from public, anon;
grant execute on function public.list_own_novels(text[], int, int, int) to authenticated;

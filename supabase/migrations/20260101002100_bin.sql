-- The bin: what its author deletes is gone for everybody at once. For 30 days its author can have it back; then, or
-- sooner if the author wants, it is deleted for good. It counts as part of the shelf until then, so that whatever is
-- restored has room.
alter table public.novels
  add column binned_at timestamptz,
  add constraint binned_is_private check (binned_at is null or not is_public),
  -- The length that readers are told: without white space, as JavaScript knows it.
  add column characters int not null generated always as (char_length(translate(
    content,
    U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF',
    ''
  ))) stored;
create index novels_in_bin on public.novels (binned_at) where binned_at is not null;

-- Beside whatever else allows a row, and also for its author, so that no query has to think of the bin: only the
-- functions below reach into it.
create policy "novels: none in the bin" on public.novels
  as restrictive for all to anon, authenticated
  using (binned_at is null);

-- Nor what hangs on such a novel: the caller's own policies hide it here, too.
create policy "novel_memories: none of a novel in the bin" on public.novel_memories
  as restrictive for all to authenticated
  using (exists (select from public.novels novel where novel.id = novel_id));
create policy "novel_versions: none of a novel in the bin" on public.novel_versions
  as restrictive for all to authenticated
  using (exists (select from public.novels novel where novel.id = novel_id));
create policy "novel_drafts: none of a novel in the bin" on public.novel_drafts
  as restrictive for all to authenticated
  using (exists (select from public.novels novel where novel.id = novel_id));

-- Moving a novel changes nothing in it. After keep_novel_identity, which dates every change: triggers of a row run in
-- the order of their names.
create function public.leave_date_of_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := old.updated_at;
  return new;
end;
$$;
revoke execute on function public.leave_date_of_change() from public, anon, authenticated;

create trigger leave_date_of_change
  before update on public.novels
  for each row
  when (old.binned_at is distinct from new.binned_at)
  execute function public.leave_date_of_change();

-- Refuses a list of ids that no page sends.
create function public.check_novel_ids(p_ids uuid[])
returns void
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_ids is null or pg_catalog.cardinality(p_ids) not between 1 and 100 then
    raise exception 'from 1 to 100 novels at once' using errcode = 'PT400';
  end if;
end;
$$;

-- Puts one's own novels into the bin, and closes those that are public. Answers how many.
create function public.bin_novels(p_ids uuid[])
returns int
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  moved int;
begin
  perform public.check_novel_ids(p_ids);
  update public.novels novel
  set binned_at = now(), is_public = false
  where novel.user_id = auth.uid() and novel.id = any (p_ids) and novel.binned_at is null;
  get diagnostics moved = row_count;
  return moved;
end;
$$;

-- Takes one's own novels out of the bin. They stay private. Answers how many.
create function public.restore_novels(p_ids uuid[])
returns int
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  restored int;
begin
  perform public.check_novel_ids(p_ids);
  update public.novels novel
  set binned_at = null
  where novel.user_id = auth.uid() and novel.id = any (p_ids) and novel.binned_at > now() - interval '30 days';
  get diagnostics restored = row_count;
  return restored;
end;
$$;

-- Deletes one's own novels for good, if they are in the bin. Answers how many.
create function public.delete_binned_novels(p_ids uuid[])
returns int
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  deleted int;
begin
  perform public.check_novel_ids(p_ids);
  delete from public.novels novel
  where novel.user_id = auth.uid() and novel.id = any (p_ids) and novel.binned_at is not null;
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

-- One page of one's own bin, what came last first, without its texts. A page beyond the last is the last.
create function public.list_binned_novels(p_page int, p_page_size int)
returns table (
  id uuid, title text, content_level smallint, taken_down_at timestamptz, characters int, binned_at timestamptz,
  page int, total int
)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  in_all int;
  shown_page int;
begin
  if num_nulls(p_page, p_page_size) > 0 or p_page < 1 or p_page_size not between 1 and 100 then
    raise exception 'list_binned_novels: bad arguments' using errcode = 'PT400';
  end if;
  select count(*) into in_all
  from public.novels own
  where own.user_id = auth.uid() and own.binned_at > now() - interval '30 days';
  shown_page := least(p_page, greatest(ceil(in_all::numeric / p_page_size)::int, 1));
  return query
    select
      own.id, own.title, own.content_level, own.taken_down_at, own.characters, own.binned_at, shown_page, in_all
    from public.novels own
    where own.user_id = auth.uid() and own.binned_at > now() - interval '30 days'
    order by own.binned_at desc, own.id
    offset (shown_page - 1) * p_page_size
    limit p_page_size;
end;
$$;

-- Which of these texts, by their hashes, one's own novels hold already, in the bin or not.
create function public.find_kept_texts(p_hashes text[])
returns table (content_hash text, id uuid, title text, is_binned boolean)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if p_hashes is null or cardinality(p_hashes) not between 1 and 100 then
    raise exception 'find_kept_texts: bad arguments' using errcode = 'PT400';
  end if;
  return query
    select distinct on (own.content_hash) own.content_hash, own.id, own.title, own.binned_at is not null
    from public.novels own
    where own.user_id = auth.uid() and own.content_hash = any (p_hashes)
      and (own.binned_at is null or own.binned_at > now() - interval '30 days')
    order by own.content_hash, own.binned_at nulls first, own.created_at desc;
end;
$$;

-- Deletes for good what has been in the bin for 30 days.
create function public.delete_expired_novels()
returns int
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  deleted int;
begin
  delete from public.novels novel where novel.binned_at <= now() - interval '30 days';
  get diagnostics deleted = row_count;
  return deleted;
end;
$$;

-- As before, without what is in the bin, in the order that is asked for, and with each novel's length and sections;
-- `binned` says how many are in the bin. It stands alone where nothing was found.
drop function public.list_own_novels(text[], int, int, int);
create function public.list_own_novels(
  p_words text[], p_sort text, p_page int, p_page_size int, p_preview_chars int
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
    or p_sort not in ('newest', 'changed', 'longest')
    or p_page_size not between 1 and 100 or p_preview_chars not between 0 and 1000
    or cardinality(p_words) > 20 or char_length(array_to_string(p_words, '')) > 200
  then
    raise exception 'list_own_novels: bad arguments' using errcode = 'PT400';
  end if;

  select count(*) into in_bin
  from public.novels own
  where own.user_id = auth.uid() and own.binned_at > now() - interval '30 days';

  select coalesce(
    array_agg(own.id order by
      case p_sort when 'changed' then own.updated_at when 'newest' then own.created_at end desc,
      case p_sort when 'longest' then own.characters end desc,
      own.created_at desc, own.id),
    '{}'
  ) into ordered
  from public.novels own
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
  public.check_novel_ids(uuid[]), public.bin_novels(uuid[]), public.restore_novels(uuid[]),
  public.delete_binned_novels(uuid[]), public.list_binned_novels(int, int), public.find_kept_texts(text[]),
  public.delete_expired_novels(), public.list_own_novels(text[], text, int, int, int)
from public, anon, authenticated;
grant execute on function
  public.bin_novels(uuid[]), public.restore_novels(uuid[]), public.delete_binned_novels(uuid[]),
  public.list_binned_novels(int, int), public.find_kept_texts(text[]),
  public.list_own_novels(text[], text, int, int, int)
to authenticated;
grant execute on function public.delete_expired_novels() to service_role;

-- The app deletes what has expired too; this also works while no app runs.
do $$
begin
  if exists (select from pg_extension where extname = 'pg_cron') then
    perform cron.schedule('delete-expired-novels', '37 * * * *', 'select public.delete_expired_novels()');
  end if;
exception when others then
  raise notice 'delete_expired_novels was not scheduled: %', sqlerrm;
end;
$$;

-- What readers report, what the operator takes down, and what the server has looked at.
alter table public.novels
  -- When the server last looked at what stands here (the ban, the level). Null: written past it.
  add column reviewed_at timestamptz,
  add column taken_down_at timestamptz,
  -- One sentence to the owner, where the operator wrote one.
  add column taken_down_reason text check (char_length(taken_down_reason) between 1 and 200),
  add constraint taken_down_is_private check (taken_down_at is null or not is_public);

update public.novels set reviewed_at = now();

-- An author may come to the API with his own token. What he writes there, nobody has looked at; what is said of
-- his novel by the server and by the operator is not his to say.
create function public.keep_review()
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
    when (new.title, new.content, new.content_level, new.is_public)
      is distinct from (old.title, old.content, old.content_level, old.is_public) then null
    else old.reviewed_at
  end;
  return new;
end;
$$;
revoke execute on function public.keep_review() from public, anon, authenticated;

create trigger keep_review
  before insert or update on public.novels
  for each row execute function public.keep_review();

-- As before, with what the owner is told of a novel that was taken down.
drop function public.list_own_novels(text[], int, int, int);
create function public.list_own_novels(p_words text[], p_page int, p_page_size int, p_preview_chars int)
returns table (
  id uuid, title text, preview text, is_public boolean, content_level smallint,
  taken_down_at timestamptz, taken_down_reason text,
  created_at timestamptz, updated_at timestamptz, page int, total int
)
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
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
      novel.id, novel.title, left(novel.content, p_preview_chars), novel.is_public and novel.reviewed_at is not null, novel.content_level,
      novel.taken_down_at, novel.taken_down_reason,
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

-- Row-level security without a policy: only the secret key gets here.
create table public.reports (
  id         bigint generated always as identity primary key,
  -- sha256 of the reporter and the form's key: a double submit is one report.
  key        text not null unique check (key ~ '^[0-9a-f]{64}$'),
  -- No reference: a report outlives a novel that its owner deletes.
  novel_id   uuid not null,
  reason     text not null check (reason ~ '^[a-z-]{1,30}$'),
  note       text not null default '' check (char_length(note) <= 1000),
  email      text check (char_length(email) between 1 and 254),
  -- sha256 of the visitor, or the account.
  reporter   text not null check (reporter ~ '^[0-9a-f]{64}$'),
  state      text not null default 'open' check (state in ('open', 'dismissed', 'upheld')),
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index reports_open on public.reports (created_at) where state = 'open';
create index reports_of_novel on public.reports (novel_id);
alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
-- Hosted Supabase grants new sequences to anon and authenticated.
revoke all on sequence public.reports_id_seq from anon, authenticated;
grant all on public.reports to service_role;

-- What readers report, what the operator takes down, and the last wall in front of novels: only the server
-- writes them. It looks at every text first (the ban, the level), which an account that comes to the API with
-- its own token would pass by. No policy for a verb is no verb, also where rights on tables and columns do not
-- hold (the embedded backend). Reading and deleting stay the owner's own.
drop policy "novels: owner inserts" on public.novels;
drop policy "novels: owner updates" on public.novels;
revoke insert, update on public.novels from authenticated;

alter table public.novels
  add column taken_down_at timestamptz,
  -- One sentence to the owner, where the operator wrote one.
  add column taken_down_reason text check (char_length(taken_down_reason) between 1 and 200),
  add constraint taken_down_is_private check (taken_down_at is null or not is_public);

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
      novel.id, novel.title, left(novel.content, p_preview_chars), novel.is_public, novel.content_level,
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

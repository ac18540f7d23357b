-- Earlier texts of a novel, and edits that are not saved yet.

-- The texts that stood before, kept by a trigger, whoever changes a novel and however. Sections go with their text,
-- because their offsets mean something in it alone; the memory and the title belong to the novel and stay.
create table public.novel_versions (
  id          uuid primary key default gen_random_uuid(),
  novel_id    uuid not null references public.novels (id) on delete cascade,
  -- No reference to profiles, in both tables: a novel never changes its author, and with two ways from novels to
  -- profiles the API would not know which one an author's name comes by.
  user_id     uuid not null,
  content     text not null,
  sections    jsonb not null,
  -- From when to when it was the novel's text.
  written_at  timestamptz not null,
  replaced_at timestamptz not null default clock_timestamp(),
  chars       int generated always as (char_length(content)) stored,
  -- Without blanks, as pages count a novel: a list of versions reads no texts.
  letters     int generated always as (char_length(translate(content, E' \t\r\n\u00A0\u3000', ''))) stored
);
create index novel_versions_of_novel on public.novel_versions (novel_id, replaced_at);
create index novel_versions_of_user on public.novel_versions (user_id, replaced_at);
alter table public.novel_versions enable row level security;

-- Nobody writes a version by hand: what an author reads here has really stood.
revoke all on public.novel_versions from anon, authenticated;
grant select on public.novel_versions to authenticated;
grant all on public.novel_versions to service_role;

create policy "novel_versions: own are readable" on public.novel_versions
  for select to authenticated
  using (user_id = (select auth.uid()));

-- The last 20 of each novel, and of an account's all together no more characters than a shelf holds, beside the shelf:
-- a full shelf is still edited, and the oldest version goes. The newest always fits.
create function public.keep_novel_version()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.novel_versions (novel_id, user_id, content, sections, written_at)
  values (
    old.id, old.user_id, old.content, old.sections,
    coalesce(
      (select max(before.replaced_at) from public.novel_versions before where before.novel_id = old.id),
      old.created_at
    )
  );
  delete from public.novel_versions version
  using (
    select
      kept.id,
      row_number() over (partition by kept.novel_id order by kept.replaced_at desc, kept.id) as place,
      sum(kept.chars) over (order by kept.replaced_at desc, kept.id) as chars
    from public.novel_versions kept
    where kept.user_id = old.user_id
  ) as counted
  where version.id = counted.id and (counted.place > 20 or counted.chars > 20000000);
  return null;
end;
$$;
revoke execute on function public.keep_novel_version() from public, anon, authenticated;

create trigger keep_novel_version
  after update of content on public.novels
  for each row
  when (old.content is distinct from new.content)
  execute function public.keep_novel_version();

-- What an author is typing over a novel, until it is saved: one for each novel.
create table public.novel_drafts (
  novel_id   uuid primary key references public.novels (id) on delete cascade,
  user_id    uuid not null,
  title      text not null check (char_length(title) <= 200),
  content    text not null check (char_length(content) <= 1020000),
  -- The mark of the title and the text that it was begun over.
  base       text not null check (base ~ '^[0-9a-f]{32}$'),
  -- The page that keeps it: it may have missed an answer, and with it the mark of what it kept last.
  editor     text not null check (editor ~ '^[0-9a-f-]{36}$'),
  -- Thrown away by its author, who may still take it back.
  discarded  boolean not null default false,
  updated_at timestamptz not null default now(),
  mark       text generated always as (md5(title || E'\n' || md5(content))) stored,
  chars      int generated always as (char_length(content)) stored
);
create index novel_drafts_of_user on public.novel_drafts (user_id);
alter table public.novel_drafts enable row level security;

revoke all on public.novel_drafts from anon, authenticated;
grant select, insert, update, delete on public.novel_drafts to authenticated;
grant all on public.novel_drafts to service_role;

create policy "novel_drafts: own are readable" on public.novel_drafts
  for select to authenticated
  using (user_id = (select auth.uid()));

-- Of one's own novels only: else the key of somebody's novel would be taken by a stranger's row.
create policy "novel_drafts: owner inserts" on public.novel_drafts
  for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.novels novel where novel.id = novel_id and novel.user_id = (select auth.uid()))
  );

create policy "novel_drafts: owner updates" on public.novel_drafts
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and exists (select from public.novels novel where novel.id = novel_id and novel.user_id = (select auth.uid()))
  );

create policy "novel_drafts: owner deletes" on public.novel_drafts
  for delete to authenticated
  using (user_id = (select auth.uid()));

-- A bound that no author meets, for whoever fills the disk.
create function public.keep_drafts_size()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  kept_chars bigint;
begin
  -- One at a time for each account: two at once would both find the last place free.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1900));
  select coalesce(sum(draft.chars), 0) into kept_chars
  from public.novel_drafts draft
  where draft.user_id = new.user_id and draft.novel_id <> new.novel_id;
  if kept_chars + char_length(new.content) > 20000000 then
    raise exception 'the drafts of this account are too long' using errcode = 'PT413';
  end if;
  return new;
end;
$$;
revoke execute on function public.keep_drafts_size() from public, anon, authenticated;

create trigger keep_drafts_size
  before insert or update of content on public.novel_drafts
  for each row execute function public.keep_drafts_size();

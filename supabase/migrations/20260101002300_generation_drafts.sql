-- What an author is typing over the text of a generation is kept as it is over a novel: one row for each text. It goes
-- with the generation, after a day.
alter table public.novel_drafts
  drop constraint novel_drafts_pkey,
  add column id uuid primary key default gen_random_uuid(),
  alter column novel_id drop not null,
  add constraint novel_drafts_novel_id_key unique (novel_id),
  add column generation_id text references public.generations (id) on delete cascade,
  add constraint novel_drafts_of_one_text check (num_nonnulls(novel_id, generation_id) = 1),
  -- Accounts cannot read generations, so nothing here can check whose one is. With the account in the key, a
  -- stranger's row takes nobody's place.
  add constraint novel_drafts_generation_id_key unique (generation_id, user_id);

alter policy "novel_drafts: owner inserts" on public.novel_drafts
  with check (
    user_id = (select auth.uid())
    and (
      novel_id is null
      or exists (select from public.novels novel where novel.id = novel_id and novel.user_id = (select auth.uid()))
    )
  );

alter policy "novel_drafts: owner updates" on public.novel_drafts
  using (user_id = (select auth.uid()))
  with check (
    user_id = (select auth.uid())
    and (
      novel_id is null
      or exists (select from public.novels novel where novel.id = novel_id and novel.user_id = (select auth.uid()))
    )
  );

alter policy "novel_drafts: none of a novel in the bin" on public.novel_drafts
  using (novel_id is null or exists (select from public.novels novel where novel.id = novel_id));

-- As before, by the row's own id.
create or replace function public.keep_drafts_size()
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
  where draft.user_id = new.user_id and draft.id <> new.id;
  if kept_chars + char_length(new.content) > 20000000 then
    raise exception 'the drafts of this account are too long' using errcode = 'PT413';
  end if;
  return new;
end;
$$;

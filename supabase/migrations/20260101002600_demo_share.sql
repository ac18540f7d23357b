-- How much of a novel the built-in demo writer has written, as the generation that it was saved from says; null where
-- nothing of it is known to be. A version keeps that of its own text.
alter table public.novels
  add column demo text constraint demo_share check (demo in ('whole', 'part'));
alter table public.novel_versions
  add column demo text constraint demo_share check (demo in ('whole', 'part'));

-- As before, and only the secret key says what the demo has written.
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
    new.demo := null;
    return new;
  end if;
  if old.taken_down_at is not null and new.is_public then
    raise exception 'a novel that was taken down is not public' using errcode = 'PT403';
  end if;
  new.taken_down_at := old.taken_down_at;
  new.taken_down_reason := old.taken_down_reason;
  new.demo := old.demo;
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

-- As before, with the demo's share.
create or replace function public.keep_novel_version()
returns trigger
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.novel_versions (novel_id, user_id, content, sections, demo, written_at)
  values (
    old.id, old.user_id, old.content, old.sections, old.demo,
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

-- As before, and the novel's share becomes that of both: of its text as it is now, and of what the generation knew.
create or replace function public.place_paragraph(
  p_id text, p_owner text, p_novel uuid, p_over jsonb, p_content text, p_sections jsonb, p_level int
)
returns text
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  is_placed boolean;
  told text;
begin
  if num_nulls(p_id, p_owner, p_novel, p_over, p_content, p_sections, p_level) > 0 then
    raise exception 'place_paragraph: bad arguments' using errcode = 'PT400';
  end if;
  select generation.saved_as is not null, generation.request ->> 'demo' into is_placed, told
  from public.generations generation
  where generation.id = p_id and generation.owner = p_owner
    and generation.request #>> '{paragraph,into}' = p_novel::text
  for update;
  if is_placed is null then
    return null;
  end if;
  if is_placed then
    return 'placed';
  end if;
  update public.novels novel
  set content = p_content,
    sections = p_sections,
    content_level = greatest(novel.content_level, p_level),
    reviewed_at = case when (p_over ->> 'is_public')::boolean then now() end,
    demo = case when novel.demo is distinct from told then 'part' else told end
  where novel.id = p_novel and novel.binned_at is null
    and encode(sha256(convert_to('account ' || novel.user_id, 'UTF8')), 'hex') = p_owner
    and jsonb_build_object(
      'title', novel.title, 'content_hash', novel.content_hash, 'sections', novel.sections,
      'is_public', novel.is_public and novel.reviewed_at is not null
    ) = p_over;
  if not found then
    return 'changed';
  end if;
  update public.generations generation
  set saved_as = p_novel, saved_hash = md5(p_content)
  where generation.id = p_id;
  return 'placed';
end;
$$;

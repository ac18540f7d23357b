create table public.novels (
  id            uuid primary key default gen_random_uuid(),
  title         text not null check (char_length(title) between 1 and 100),
  content       text not null check (char_length(content) <= 200000),
  -- To profiles, not to auth.users: this is what lets a shared novel be read with its author's name.
  user_id       uuid not null references public.profiles (id) on delete cascade,
  is_public     boolean not null default false,
  content_level smallint not null default 1 check (content_level between 1 and 5),
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index novels_of_user on public.novels (user_id, created_at desc);
alter table public.novels enable row level security;

revoke all on public.novels from anon, authenticated;
grant select on public.novels to anon;
grant select, insert, update, delete on public.novels to authenticated;
grant all on public.novels to service_role;

create policy "novels: own or public are readable" on public.novels
  for select to anon, authenticated
  using (is_public or user_id = (select auth.uid()));

-- A novel is born now: created_at decides the order of one's shelf and is not the visitor's to choose.
create policy "novels: owner inserts" on public.novels
  for insert to authenticated
  with check (user_id = (select auth.uid()) and created_at = now() and updated_at = now());

create policy "novels: owner updates" on public.novels
  for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "novels: owner deletes" on public.novels
  for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "profiles: own and authors of public novels are readable" on public.profiles
  for select to anon, authenticated
  using (
    id = (select auth.uid())
    or exists (select from public.novels where novels.user_id = profiles.id and novels.is_public)
  );

-- A policy cannot compare a row with what it was, and grants on columns do not hold on the embedded backend.
create function public.keep_novel_identity()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (new.id, new.user_id, new.created_at) is distinct from (old.id, old.user_id, old.created_at) then
    raise exception 'id, user_id and created_at of a novel never change' using errcode = 'PT403';
  end if;
  new.updated_at := now();
  return new;
end;
$$;
revoke execute on function public.keep_novel_identity() from public, anon, authenticated;

create trigger keep_novel_identity
  before update on public.novels
  for each row execute function public.keep_novel_identity();

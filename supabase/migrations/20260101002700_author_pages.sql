-- An author's public page, which exists only where its author wants it. Nobody but the server writes here, because it
-- looks at what is said about an author before others read it.
create table public.author_pages (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  is_open boolean not null default false,
  about   text check (char_length(about) between 1 and 300)
);
alter table public.author_pages enable row level security;

revoke all on public.author_pages from anon, authenticated;
grant select on public.author_pages to anon, authenticated;
grant all on public.author_pages to service_role;

create policy "author_pages: own or open are readable" on public.author_pages
  for select to anon, authenticated
  using (is_open or user_id = (select auth.uid()));

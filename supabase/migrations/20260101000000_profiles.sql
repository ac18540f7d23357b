-- One row per account, made when the account is. Who may read it stands beside the novels.
create table public.profiles (
  id         uuid primary key references auth.users (id) on delete cascade,
  username   text check (char_length(username) between 1 and 60),
  avatar_url text check (avatar_url ~ '^https?://' and char_length(avatar_url) <= 2048)
);
alter table public.profiles enable row level security;

-- Row-level security decides about rows; these only say which verbs exist.
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to anon;
grant select, update on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy "profiles: owner updates" on public.profiles
  for update to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

-- Security definer: on hosted Supabase the inserting role is supabase_auth_admin, which has no rights here.
-- What sign-up metadata says is the visitor's: a value that the checks would refuse must not refuse the account.
create function public.create_profile()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  avatar text := new.raw_user_meta_data ->> 'avatar_url';
begin
  insert into public.profiles (id, username, avatar_url)
  values (
    new.id,
    nullif(left(trim(new.raw_user_meta_data ->> 'username'), 60), ''),
    case when avatar ~ '^https?://' and char_length(avatar) <= 2048 then avatar end
  )
  on conflict (id) do nothing;
  return new;
end;
$$;
revoke execute on function public.create_profile() from public, anon, authenticated;

create trigger create_profile
  after insert on auth.users
  for each row execute function public.create_profile();

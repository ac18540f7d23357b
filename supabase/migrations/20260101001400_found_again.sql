-- What a visitor wrote or saved is found again.

-- Tells whether a text is kept already, without comparing it with every novel of a shelf.
alter table public.novels add column content_hash text generated always as (md5(content)) stored;
create index novels_by_content on public.novels (user_id, content_hash);

-- The newest generations of an owner, without their texts. Only the secret key gets here.
create function public.list_generations(p_owner text, p_limit int)
returns table (id text, status text, prompt text, created_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select generation.id, generation.status, pg_catalog.left(generation.request ->> 'prompt', 100), generation.created_at
  from public.generations generation
  where generation.owner = p_owner and generation.created_at > pg_catalog.now() - interval '24 hours'
  order by generation.n desc
  limit p_limit
$$;
revoke execute on function public.list_generations(text, int) from public, anon, authenticated;
grant execute on function public.list_generations(text, int) to service_role;

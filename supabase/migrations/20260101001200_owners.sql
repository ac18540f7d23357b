-- Whose texts are whose: a visitor's go along to the account that he signs in to, what was taken down stays down
-- whoever saves it again, and reference texts are read by nobody else.

-- Makes another owner's all that an owner has. A form that both have sent keeps both texts.
create function public.carry_generations(p_from text, p_to text)
returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_from = '' or p_to = '' or p_from = p_to or num_nulls(p_from, p_to) > 0 then
    raise exception 'carry_generations: bad arguments' using errcode = 'PT400';
  end if;
  update public.generations g
  set owner = p_to,
      key   = case
        when exists (select from public.generations other where other.owner = p_to and other.key = g.key)
          then g.key || ':' || g.id
        else g.key
      end
  where g.owner = p_from;
end;
$$;

-- What the operator took down, as hashes: the text itself is its author's to change and to delete. No reference: the
-- record outlives a novel that its author deletes.
create table public.taken_down_texts (
  novel_id  uuid primary key,
  -- sha256 of the text's words alone.
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  -- The smallest hashes of its runs of words, as signed integers.
  sketch    int[] not null check (cardinality(sketch) <= 256)
);
create index taken_down_texts_by_hash on public.taken_down_texts (text_hash);
create index taken_down_texts_by_sketch on public.taken_down_texts using gin (sketch);
-- Row-level security without a policy: only the secret key gets here.
alter table public.taken_down_texts enable row level security;
revoke all on public.taken_down_texts from anon, authenticated;
grant all on public.taken_down_texts to service_role;

-- The records that a text may be a copy of, those with most in common first.
create function public.find_taken_down_texts(p_text_hash text, p_sketch int[])
returns table (text_hash text, sketch int[])
language plpgsql
stable
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if num_nulls(p_text_hash, p_sketch) > 0 or cardinality(p_sketch) > 256 then
    raise exception 'find_taken_down_texts: bad arguments' using errcode = 'PT400';
  end if;
  return query
    select record.text_hash, record.sketch
    from public.taken_down_texts record
    where record.text_hash = p_text_hash or record.sketch && p_sketch
    order by
      record.text_hash = p_text_hash desc,
      (select count(*) from unnest(record.sketch) as one (hash) where one.hash = any (p_sketch)) desc
    limit 20;
end;
$$;

-- By name as well: hosted Supabase grants new functions to anon and authenticated.
revoke execute on function
  public.carry_generations(text, text), public.find_taken_down_texts(text, int[])
from public, anon, authenticated;
grant execute on function
  public.carry_generations(text, text), public.find_taken_down_texts(text, int[])
to service_role;

-- Nothing reads them by a public address.
update storage.buckets set public = false where id = 'novel_references';

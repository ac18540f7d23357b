-- As before, but a stop that was asked for also ends what its process pauses, or outlines, in the same moment. No
-- process takes such a row, so its readers would wait for ever.
create or replace function public.end_generation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status in ('paused', 'outlined') then
    new.status := 'stopped';
  end if;
  new.body := coalesce(
    (select string_agg(chunk.text, '' order by chunk.at) from public.generation_chunks chunk where chunk.n = new.n),
    ''
  );
  new.worker := null;
  new.ended_at := now();
  delete from public.generation_chunks chunk where chunk.n = new.n;
  return new;
end;
$$;

drop trigger end_generation on public.generations;
create trigger end_generation
  before update of status on public.generations
  for each row
  when (
    old.status in ('running', 'paused', 'outlined')
    and (new.status in ('done', 'stopped', 'failed') or (new.cancelled and new.status in ('paused', 'outlined')))
  )
  execute function public.end_generation();

update public.generations set status = status where cancelled and status in ('paused', 'outlined');

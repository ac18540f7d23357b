-- A generation is a job: a row, and a log of text that is only appended to until it ends.
-- Row-level security without a policy: only the secret key gets here, through the functions of the next file.
create table public.generations (
  n            bigint generated always as identity primary key,
  -- 128 random bits, base64url: knowing it is the right to read.
  id           text not null unique check (id ~ '^[A-Za-z0-9_-]{22}$'),
  -- sha256 of the visitor, or the account: the right to stop.
  owner        text not null,
  -- The form's key and a hash of what was asked: a double submit joins.
  key          text not null,
  request      jsonb not null,
  status       text not null default 'running'
               check (status in ('running', 'paused', 'done', 'stopped', 'failed')),
  failure      text,
  plan         jsonb,
  beat         int,
  stats        jsonb,
  worker       text,
  epoch        int not null default 1,
  lease_until  timestamptz not null,
  takeovers    int not null default 0,
  cancelled    boolean not null default false,
  body         text,
  last_read_at timestamptz not null default now(),
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  unique (owner, key)
) with (fillfactor = 70); -- room on the page, so that renewing a lease touches no index

create index generations_of_worker on public.generations (worker) where status = 'running';
create index generations_by_age on public.generations (created_at);

create table public.generation_chunks (
  n    bigint not null references public.generations (n) on delete cascade,
  -- In UTF-16 units, as JavaScript counts: nothing here may compute with length().
  at   int not null check (at >= 0),
  text text not null,
  primary key (n, at)
);

alter table public.generations enable row level security;
alter table public.generation_chunks enable row level security;
revoke all on public.generations, public.generation_chunks from anon, authenticated;
grant all on public.generations, public.generation_chunks to service_role;

-- However a generation ends, its text is put into one piece and its log is dropped.
create function public.end_generation()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
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
revoke execute on function public.end_generation() from public, anon, authenticated;

create trigger end_generation
  before update of status on public.generations
  for each row
  when (old.status in ('running', 'paused') and new.status in ('done', 'stopped', 'failed'))
  execute function public.end_generation();

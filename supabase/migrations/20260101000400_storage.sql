insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('avatars', 'avatars', true, 2 * 1024 * 1024, array['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
  ('novel_references', 'novel_references', true, 10 * 1024 * 1024, array['text/plain'])
on conflict (id) do update
set public = excluded.public,
    file_size_limit = excluded.file_size_limit,
    allowed_mime_types = excluded.allowed_mime_types;

-- A file is its owner's by its name: avatars/{userId}-{timestamp}.{ext}, reference_texts/{userId}-{timestamp}.{ext}.
-- "for all": insert, select, update and delete; reading a public URL asks no policy.
create policy "avatars: owner by file name" on storage.objects
  for all to authenticated
  using (bucket_id = 'avatars' and name ~ ('^avatars/' || (select auth.uid()) || '-[0-9]{1,16}\.(png|jpg|jpeg|webp|gif)$'))
  with check (bucket_id = 'avatars' and name ~ ('^avatars/' || (select auth.uid()) || '-[0-9]{1,16}\.(png|jpg|jpeg|webp|gif)$'));

create policy "novel_references: owner by file name" on storage.objects
  for all to authenticated
  using (bucket_id = 'novel_references' and name ~ ('^reference_texts/' || (select auth.uid()) || '-[0-9]{1,16}\.txt$'))
  with check (bucket_id = 'novel_references' and name ~ ('^reference_texts/' || (select auth.uid()) || '-[0-9]{1,16}\.txt$'));

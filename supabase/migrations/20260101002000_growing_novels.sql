-- A saved novel is continued in place, and saving again updates it.

-- The novel that a generation's text was saved as last, and the md5 of what that novel held then: what has been changed
-- elsewhere since is not written over. No reference: whoever saves again is told that the novel is gone. Only the
-- secret key gets here; a novel's owner is checked at every save.
alter table public.generations
  add column saved_as uuid,
  add column saved_hash text,
  add constraint saved_hash_shape
    check (num_nulls(saved_as, saved_hash) in (0, 2) and saved_hash ~ '^[0-9a-f]{32}$');

-- What its author asked for. Here, because everybody reads the columns of public novels.
alter table public.novel_memories
  add column prompt text check (char_length(prompt) <= 4000);

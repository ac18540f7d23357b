-- Texts of up to a million characters are continued, and what was written then is saved: see app/domain/novel.ts.
alter table public.novels
  drop constraint novels_content_check,
  add constraint novels_content_check check (char_length(content) <= 1020000),
  drop constraint sections_shape,
  -- As before, with offsets up to the end of the longest text: two UTF-16 units a character.
  add constraint sections_shape check (
    case when jsonb_typeof(sections) = 'array' then
      jsonb_array_length(sections) <= 200
      and octet_length(sections::text) <= 40000
      and jsonb_array_length(sections) = jsonb_array_length(jsonb_path_query_array(
        sections,
        'strict $[*] ? (@.title like_regex "^.{1,20}$" flag "s" && @.at >= 0 && @.at <= 2040000 && @.at % 1 == 0)'
      ))
    else false end
  );

import type { PgliteConnection } from "@supabase/lite/pglite"

/**
 * Reads the last row of every index, and throws where Postgres cannot. It does not notice by itself that a
 * table's file was cut: it would put new rows where old ones were, under the old ones' entries. A table of long texts
 * grows at its end only, so its last row shows every cut; those of other tables can stay unseen.
 */
export async function refuseDamagedTables({ driver }: PgliteConnection): Promise<void> {
  await driver.exec(READ_LAST_ROWS)
}

const READ_LAST_ROWS = `
do $$
declare
  place record;
  found oid;
begin
  perform set_config('enable_seqscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  for place in
    select indrelid::regclass as relation, pg_get_indexdef(indexrelid, 1, false) as field
    from pg_index
    join pg_class on pg_class.oid = indexrelid
    where indrelid >= 16384 and indpred is null and indexprs is null and indoption[0] = 0
      and relam = (select oid from pg_am where amname = 'btree')
      -- An index without entries has its first page alone.
      and pg_relation_size(indexrelid) > 8192
  loop
    execute format('select tableoid from %s order by %s desc limit 1', place.relation, place.field) into found;
  end loop;
end $$;
`

import type { Migration } from '@linecard/plugin-kit'

/**
 * Indexes of the search. `inventory_fold` writes a text in letters and digits of ASCII only, one for each
 * character: what pg_trgm takes for a letter depends on the database's locale (under C no Cyrillic letter is
 * one), and between `1/1/1:1` and `1/1` it sees little but ones. Folding is lossy, so that what an index
 * finds is held against the fields themselves. Each field stands between unit separators (U+001F), which are
 * no letters anywhere: one index thus answers "contains", "begins with" (`%␟ab%`) and "is" (`%␟ab␟%`).
 * What was written last waits in a short list (256 kB), for each search goes through all of it.
 * Places are points (lon, lat) in a GiST index; boxes come from `boxesOf`.
 */
export const search: Migration = {
  name: 'inventory/0007_search',
  up: `
    create function inventory_fold(value text) returns text language sql immutable parallel safe return case
      when octet_length(value) = length(value) then translate(lower(value), E' /:.-_,;()[]{}<>"\\'\`|\\\\!?@#$%^&*+=~\\n\\r\\t', 'vqxzjwyogghhiikkllmmnnpprrssttuuvwxyz')
      else regexp_replace(translate(lower(value), E'абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюяёў /:.-_,;()[]{}<>"\\'\`|\\\\!?@#$%^&*+=~\\n\\r\\t', 'abvggdeejziiiyklmnoprstufhcqwwxyxeuaeuvqxzjwyogghhiikkllmmnnpprrssttuuvwxyz'), E'[^a-z0-9\\x1f]', '0', 'g')
    end;
    alter table inventory_device add column search_key text generated always as (inventory_fold(
      E'\\x1f' || name || E'\\x1f' || host(ip) || E'\\x1f' || description || E'\\x1f' || location || E'\\x1f' || serial || E'\\x1f' || mac || E'\\x1f' || replace(mac, ':', '') || E'\\x1f'
    )) stored;
    alter table inventory_interface add column search_key text generated always as (inventory_fold(
      E'\\x1f' || name || E'\\x1f' || description || E'\\x1f' || comment || E'\\x1f' || coalesce(serial, '') || E'\\x1f' || coalesce(mac, '') || E'\\x1f' ||
      coalesce(replace(mac, ':', ''), '') || E'\\x1f' || agreement || E'\\x1f' || ip || E'\\x1f'
    )) stored;
    create index inventory_device_search on inventory_device using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 256);
    create index inventory_interface_search on inventory_interface using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 256) where type <> 'ONU';
    create index inventory_interface_search_onu on inventory_interface using gin (search_key gin_trgm_ops) with (gin_pending_list_limit = 256) where type = 'ONU';
    create index inventory_interface_onu on inventory_interface (id) where type = 'ONU';
    create index inventory_device_place on inventory_device using gist (point((coordinates->>'lon')::float8, (coordinates->>'lat')::float8)) where coordinates is not null;
    create index inventory_interface_place on inventory_interface using gist (point((coordinates->>'lon')::float8, (coordinates->>'lat')::float8)) where coordinates is not null;
  `,
  down: `
    drop index inventory_interface_onu; drop index inventory_interface_place; drop index inventory_device_place;
    alter table inventory_interface drop column search_key;
    alter table inventory_device drop column search_key;
    drop function inventory_fold(text);
  `,
}

import type { Migration } from '@linecard/plugin-kit'

const small = 'abcdefghijklmnopqrstuvwxyz'
const cyrillic = 'абвгґдеєжзиіїйклмнопрстуфхцчшщъыьэюяёў'
const asCyrillic = 'abvggdeejziiiyklmnoprstufhcqwwxyxeuaeu'
const signs = ' /:.-_,;()[]{}<>"\'`|\\!?@#$%^&*+=~\t'
const asSigns = 'vqxzjwyogghhiikkllmmnnpprrssttuuvw'

/** Every sign, and the letter or digit that stands for it in the index: the same for great and small ones. */
const from = small.toUpperCase() + cyrillic + cyrillic.toUpperCase() + signs
const to = small + asCyrillic + asCyrillic + asSigns
const quoted = (text: string) => `E'${text.replace('\\', '\\\\').replace("'", "''").replace('\t', '\\t')}'`

/**
 * The search through all current configurations. A line that a thousand devices have is stored once;
 * `backups_device_lines` has the lines of a configuration in their order. Only texts without secrets are
 * here.
 *
 * `backups_fold` writes a text in letters and digits of ASCII, one for each character: what pg_trgm takes for
 * a letter depends on the locale of the database, and between `10.0.0.1` and `1/1` it sees little but
 * digits. It is lossy: what the index finds is held against the line itself.
 */
export const lines: Migration = {
  name: 'backups/0002_lines',
  up: `
    create function backups_fold(value text) returns text language sql immutable parallel safe
      return regexp_replace(translate(value, ${quoted(from)}, ${quoted(to)}), '[^a-z0-9]', '0', 'g');
    create table backups_line (
      id bigint generated always as identity primary key,
      digest uuid not null unique,
      text text not null
    );
    create index backups_line_text on backups_line using gin (backups_fold(text) gin_trgm_ops)
      with (gin_pending_list_limit = 256);
    create table backups_device_lines (
      device_id integer primary key references inventory_device on delete cascade,
      version_id bigint not null,
      model_key text,
      lines bigint[] not null,
      cut boolean not null,
      indexed_at timestamptz(3) not null
    );
    create index backups_device_lines_of on backups_device_lines using gin (lines)
      with (gin_pending_list_limit = 256);
  `,
  down: `
    drop table backups_device_lines; drop table backups_line; drop function backups_fold(text);
  `,
}

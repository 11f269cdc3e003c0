import type { Migration } from '@linecard/plugin-kit'

/** What devices tell of themselves is looked for again and again: it is little of the log. */
export const kinds: Migration = {
  name: 'traps/0002_kinds',
  up: `
    create index traps_trap_kind on traps_trap (kind, time) where kind in ('fan', 'power', 'auth');
  `,
  down: 'drop index traps_trap_kind;',
}

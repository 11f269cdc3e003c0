import type { Caller, Usage } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleInterfaces } from '@linecard/inventory/read'
import type { Marks } from './setup.ts'
import { tables } from './tables.ts'

/** How much is marked, of what the caller sees. */
export async function usage({ ctx }: Marks, caller: Caller): Promise<Usage> {
  const em = ctx.em()
  const db = tables(em)
  const favorites = db
    .selectFrom('interface_marks_favorite as f')
    .innerJoin(visibleInterfaces(em, caller).as('i'), 'i.id', 'f.interface_id')
    .select(sql<number>`count(distinct f.interface_id)::int`.as('favorites'))
  const tagged = db
    .selectFrom('interface_marks_tag as t')
    .innerJoin(visibleInterfaces(em, caller).as('i'), 'i.id', 't.interface_id')
    .select([
      sql<number>`count(distinct t.interface_id)::int`.as('tagged_interfaces'),
      sql<number>`count(distinct t.tag)::int`.as('tags'),
    ])
  return db
    .selectFrom([favorites.as('f'), tagged.as('t')])
    .select(['f.favorites', 't.tagged_interfaces', 't.tags'])
    .executeTakeFirstOrThrow()
}

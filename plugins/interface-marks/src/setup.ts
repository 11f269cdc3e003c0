import type { Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'
import { tables } from './tables.ts'
import { favoriteAnywhere, taggedAnywhere, taggedOn } from './lists.ts'
import { createCounts, type MarkCounts } from './metrics.ts'

/** What all slots of this plugin get. */
export interface Marks {
  ctx: Context<Config>
  counts: MarkCounts
}

export function setup(ctx: Context<Config>): Marks {
  ctx.use('interfaces').writtenBy(ctx.id, async (em, ids) => {
    const { rows } = await sql<{ id: number }>`
      select t.interface_id as id from interface_marks_tag t join unnest(${[...ids]}::int[]) i (id)
        on i.id = t.interface_id
      union select f.interface_id from interface_marks_favorite f
        join unnest(${[...ids]}::int[]) i (id) on i.id = f.interface_id`.execute(tables(em))
    return rows.map(({ id }) => id)
  })
  ctx.provide('interface-marks', {
    tagged: (deviceId, tags) => taggedOn(ctx.em(), deviceId, tags),
    taggedAnywhere: (tags, limit) => taggedAnywhere(ctx.em(), tags, limit),
    favorites: limit => favoriteAnywhere(ctx.em(), limit),
    tags: limit =>
      tables(ctx.em())
        .selectFrom('interface_marks_tag')
        .select(['interface_id', 'tag'])
        .orderBy('interface_id')
        .orderBy('tag')
        .limit(limit)
        .execute(),
  })
  return { ctx, counts: createCounts(ctx) }
}

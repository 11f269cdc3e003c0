import type { Caller, Context, Usage } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { createCounts, type Counts } from './counts.ts'
import { groupsOf, visible } from './find.ts'

/** What the parts of this plugin share. */
export interface Marks {
  ctx: Context<Config>
  counts: Counts
}

export function setup(ctx: Context<Config>): Marks {
  return { ctx, counts: createCounts(ctx) }
}

/** How much is marked, of what the caller sees. */
export async function usage({ ctx }: Marks, caller: Caller): Promise<Usage> {
  const groups = groupsOf(caller)
  const seen = `join inventory_interface i on i.id = m.interface_id join inventory_device d on d.id = i.device_id where ${visible}`
  const [counts] = await ctx.em().execute<Record<string, number>[]>(
    `
    select (select count(distinct m.interface_id) from interface_marks_favorite m ${seen})::int as favorites,
      (select count(distinct m.interface_id) from interface_marks_tag m ${seen})::int as tagged_interfaces,
      (select count(distinct m.tag) from interface_marks_tag m ${seen})::int as tags`,
    [groups, groups, groups, groups, groups, groups],
  )
  return counts!
}

import type { Caller, Usage } from '@linecard/plugin-kit'
import type { Inventory } from './inventory.ts'

interface Count {
  name: string
  count: number
}

const byName = (rows: readonly Count[]): Record<string, number> =>
  Object.fromEntries(rows.map(({ name, count }) => [name, count]))
const sum = (rows: readonly Count[]): number => rows.reduce((total, { count }) => total + count, 0)

/** Devices, their interfaces and what they are sorted by, as far as the caller sees them. */
export async function usage({ ctx }: Inventory, { groupIds }: Caller): Promise<Usage> {
  const em = ctx.em()
  const groups = groupIds === null ? null : `{${groupIds.join(',')}}`
  const seen = `(?::int[] is null or device.group_id = any(?::int[]))`
  const [types, states, interfaces, [rest]] = await Promise.all([
    em.execute<Count[]>(
      `select coalesce(model.type, 'Unknown') as name, count(*)::int as count from inventory_device device left join inventory_model model on model.id = device.model_id where ${seen} group by 1 order by 1`,
      [groups, groups],
    ),
    em.execute<Count[]>(
      `select device.status as name, count(*)::int as count from inventory_device device where ${seen} group by 1 order by 1`,
      [groups, groups],
    ),
    em.execute<Count[]>(
      `select port.type as name, count(*)::int as count from inventory_interface port join inventory_device device on device.id = port.device_id where ${seen} group by 1 order by 1`,
      [groups, groups],
    ),
    em.execute<{ models: number; groups: number }[]>(
      'select (select count(*) from inventory_model)::int as models, (select count(*) from inventory_group where ?::int[] is null or id = any(?::int[]))::int as groups',
      [groups, groups],
    ),
  ])
  return {
    devices: sum(types),
    devices_by_type: byName(types),
    devices_by_status: byName(states),
    interfaces: sum(interfaces),
    interfaces_by_type: byName(interfaces),
    ...rest,
  }
}

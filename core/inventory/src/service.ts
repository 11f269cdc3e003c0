import type { Devices } from '@linecard/plugin-kit'
import { targetOf } from './connection.ts'
import { deviceById, deviceForTarget } from './devices/find.ts'
import { Device, Group } from './entities/index.ts'
import type { Inventory } from './inventory.ts'
import { deviceScope } from './visibility.ts'

/** What fits the column: any other number names nothing. */
export const isId = (id: number): boolean => (id | 0) === id

/** What other plugins ask of the inventory. */
export const devicesService = ({ ctx }: Inventory): Devices => ({
  target: async (ref, caller) => targetOf(ctx, await deviceForTarget(ctx.em(), caller, ref)),
  async named(id, caller) {
    const { ip, name } = await deviceById(ctx.em(), caller, id)
    return { id, ip, name }
  },
  async several(ids, caller) {
    const rows = await ctx
      .em()
      .find(
        Device,
        { id: { $in: [...new Set(ids)].filter(isId) }, ...deviceScope(caller) },
        { fields: ['id', 'ip', 'name'] },
      )
    const byId = new Map(rows.map(({ id, ip, name }) => [id, { id, ip, name }]))
    return ids.flatMap(id => byId.get(id) ?? [])
  },
  visible: async caller =>
    caller.groupIds === null
      ? null
      : (await ctx.em().find(Device, deviceScope(caller), { fields: ['id'] })).map(({ id }) => id),
  groups: async ids =>
    (await ctx.em().find(Group, { id: { $in: [...ids] } })).map(({ id, name, description }) => ({
      id,
      name,
      description,
    })),
})

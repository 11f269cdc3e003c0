import type { Devices } from '@linecard/plugin-kit'
import { targetOf } from './connection.ts'
import { deviceById, deviceForTarget } from './devices/find.ts'
import { Device, Group } from './entities/index.ts'
import type { Inventory } from './inventory.ts'
import { deviceScope } from './scope.ts'

/** What other plugins ask of the inventory. */
export const devicesService = ({ ctx }: Inventory): Devices => ({
  target: async (ref, caller) => targetOf(ctx, await deviceForTarget(ctx.em(), caller, ref)),
  async named(id, caller) {
    const { ip, name } = await deviceById(ctx.em(), caller, id)
    return { id, ip, name }
  },
  visible: async caller => caller.groupIds === null ? null : (await ctx.em().find(Device, deviceScope(caller), { fields: ['id'] })).map(({ id }) => id),
  groups: async ids => (await ctx.em().find(Group, { id: { $in: [...ids] } })).map(({ id, name, description }) => ({ id, name, description })),
})

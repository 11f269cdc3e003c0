import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { HoldStore } from './store.ts'

/** Holds in the table `equipment_hold`, which all processes share. */
export const databaseHolds = (em: () => SqlEntityManager): HoldStore => ({
  async add({ id, deviceId, processId, userId, login, what }) {
    const row = await tables(em())
      .insertInto('equipment_hold')
      .values({ id, device_id: deviceId, process_id: processId, user_id: userId, login, what })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },
  async find(deviceId) {
    const row = await tables(em())
      .selectFrom('equipment_hold')
      .selectAll()
      .where('device_id', '=', deviceId)
      .executeTakeFirst()
    if (!row) return null
    const { id, process_id: processId, user_id: userId, login, what, since } = row
    return { id, deviceId, processId, userId, login, what, since }
  },
  async remove(id) {
    await tables(em()).deleteFrom('equipment_hold').where('id', '=', id).execute()
  },
  async removeOf(processIds) {
    if (processIds.length === 0) return
    await tables(em()).deleteFrom('equipment_hold').where('process_id', 'in', processIds).execute()
  },
})

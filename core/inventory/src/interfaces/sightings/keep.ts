import { fdb } from '@linecard/driver-kit/modules'
import type { Keep } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Inventory } from '../../inventory.ts'
import { sightingsOf, type FdbRow } from './sightings.ts'
import { storeSightings } from './store.ts'

/** Keeps the MAC addresses of every `fdb` answer about a whole device. */
export const keepSightings: Keep<Inventory> = {
  modules: [fdb],
  whole: true,
  async keep({ ctx }, answers) {
    const limits = { perPort: ctx.config.sighting_port_rows, perDevice: ctx.config.sighting_device_rows }
    for (const { device_id: id, data, complete, time } of answers) {
      const sightings = await sightingsOf(data as FdbRow[], limits)
      await storeSightings(ctx.em() as SqlEntityManager, id, { sightings, complete, time, ...limits })
    }
  },
}

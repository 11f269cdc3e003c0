import { fdb } from '@linecard/driver-kit/modules'
import { keepAnswers, type AnswerKeeper, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Config } from '../../config.ts'
import { sightingsOf, type FdbRow } from './sightings.ts'
import { storeSightings } from './store.ts'

/** Keeps the MAC addresses of every `fdb` answer about a whole device. */
export const keepSightings = (ctx: Context<Config>): AnswerKeeper =>
  keepAnswers(ctx, {
    what: 'the MAC addresses of a device',
    writers: 2,
    wants: ({ module, args }) => module === fdb.name && Object.keys(args).length === 0,
    async write({ device_id: id, data, complete, time }) {
      const limits = { perPort: ctx.config.sighting_port_rows, perDevice: ctx.config.sighting_device_rows }
      const sightings = await sightingsOf(data as FdbRow[], limits)
      const seen = { sightings, complete, time, ...limits }
      await storeSightings(ctx.em() as SqlEntityManager, id, seen)
    },
  })

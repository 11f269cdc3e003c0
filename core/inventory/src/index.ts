import { definePlugin } from '@linecard/plugin-kit'
import { Config } from './config.ts'
import { Access, Device, Group, Interface, Model } from './entities/index.ts'
import { errors } from './errors.ts'
import { interfacesService } from './interfaces/service.ts'
import { makeRefresher } from './interfaces/refresher.ts'
import { intakeService } from './intake.ts'
import type { Inventory } from './inventory.ts'
import { jobs } from './jobs.ts'
import { migrations } from './migrations/index.ts'
import { followDrivers, syncModels } from './models/sync.ts'
import { followAnswers } from './onus/follow.ts'
import { permissions } from './permissions.ts'
import { routes } from './routes.ts'
import { schemas } from './schemas.ts'
import { places, search } from './search/index.ts'
import { devicesService } from './service.ts'
import { followSightings } from './sightings/follow.ts'
import { makeImports } from './transfer/import/imports.ts'
import { transferService } from './transfer/service.ts'
import { usage } from './usage.ts'

export default definePlugin({
  id: 'inventory',
  api: 1,
  requires: ['identity', 'equipment'],
  config: Config,
  permissions,
  schemas,
  errors,
  entities: [Group, Model, Access, Device, Interface],
  migrations,
  async setup(ctx) {
    await syncModels(ctx)
    const refresher = makeRefresher(ctx)
    const ends = [followDrivers(ctx), followAnswers(ctx)]
    const inventory: Inventory = {
      ctx,
      refresher,
      imports: makeImports({ ctx, refresher }),
      sightings: followSightings(ctx),
      followDrivers: () => {
        for (const end of ends) end()
      },
    }
    ctx.provide('devices', devicesService(inventory))
    ctx.provide('intake', intakeService(inventory))
    ctx.provide('interfaces', interfacesService(inventory))
    ctx.provide('transfer', transferService(inventory))
    return inventory
  },
  routes,
  jobs,
  usage,
  search,
  places,
  async stop({ refresher, imports, followDrivers: unfollow, sightings }) {
    unfollow()
    await imports.stop()
    await refresher.stop()
    await sightings.stop()
  },
})

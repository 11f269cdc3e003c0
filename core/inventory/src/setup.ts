import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { followExceeds } from './devices/exceeds.ts'
import { intakeService } from './devices/intake.ts'
import { followDrivers, syncModels } from './devices/models/sync.ts'
import { reachabilityService } from './devices/reachability.ts'
import { devicesService } from './devices/service.ts'
import { followDeletes } from './interfaces/onus/deleted.ts'
import { followLimits } from './interfaces/onus/keep.ts'
import { storedOnusService } from './interfaces/onus/stored.ts'
import { createRefresher } from './interfaces/refresher.ts'
import { storeOfStates } from './interfaces/reading/status.ts'
import { interfacesService } from './interfaces/service.ts'
import type { Inventory } from './inventory.ts'
import { createImports, type Imports } from './transfer/import/imports.ts'
import { transferService } from './transfer/service.ts'

/** The inventory while it runs: what its rooms share, and what must be ended with it. */
export interface RunningInventory extends Inventory {
  imports: Imports
  /** Stops the listeners for drivers, deletions and limits. */
  unfollow(): void
}

export async function setup(ctx: Context<Config>): Promise<RunningInventory> {
  await syncModels(ctx)
  // Made outside of all polls and transactions: what it writes belongs to none of them.
  storeOfStates(ctx)
  const inventory: Inventory = { ctx, refresher: createRefresher(ctx) }
  const imports = createImports(inventory)
  const ends = [followDrivers(ctx), followLimits(ctx), followDeletes(ctx), followExceeds(ctx)]
  ctx.provide('devices', devicesService(inventory))
  ctx.provide('intake', intakeService(inventory))
  ctx.provide('interfaces', interfacesService(inventory))
  ctx.provide('onus', storedOnusService(inventory))
  ctx.provide('reachability', reachabilityService(ctx))
  ctx.provide('transfer', transferService(inventory, imports))
  return {
    ...inventory,
    imports,
    unfollow: () => {
      for (const end of ends) end()
    },
  }
}

export async function stop({ refresher, imports, unfollow }: RunningInventory): Promise<void> {
  unfollow()
  await imports.stop()
  await refresher.stop()
}

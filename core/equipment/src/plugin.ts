import { DEVICE_ANSWERED, DRIVERS_CHANGED, type Caller, type Context } from '@linecard/plugin-kit'
import { databaseStore } from './answers/database.ts'
import { databaseHostKeys } from './cli/host-keys.ts'
import { forgetCalls } from './calls/forget.ts'
import { databaseCallLog, type CallLog } from './calls/log.ts'
import type { Config } from './config.ts'
import { createNetworks } from './networks.ts'
import { createPing } from './ping/index.ts'
import { createEquipment, type EquipmentService } from './service.ts'

/** What routes and jobs of this plugin work with. */
export interface Equipping { ctx: Context<Config>, equipment: EquipmentService, calls: CallLog, stop(): Promise<void> }

export function setup(ctx: Context<Config>): Equipping {
  const em = () => ctx.em()
  const calls = databaseCallLog(em, ctx.log)
  const equipment = createEquipment({ drivers: ctx.drivers, log: ctx.log, clock: ctx.clock, store: databaseStore(em), calls, settings: ctx.config, hostKeys: databaseHostKeys(em), answered: answer => ctx.events.emit(DEVICE_ANSWERED, answer) })
  ctx.provide('equipment', equipment)
  ctx.provide('ping', createPing({ networks: createNetworks(ctx.config.networks, { allowLoopback: ctx.config.allow_loopback }) }))
  ctx.provide('call-log', {
    async clear(days) {
      await calls.flush()
      return forgetCalls(ctx, days ?? ctx.config.call_log_days)
    },
  })
  const unfollow = ctx.events.on(DRIVERS_CHANGED, () => equipment.useDrivers(ctx.drivers))
  return {
    ctx, equipment, calls,
    stop() {
      unfollow()
      return equipment.close()
    },
  }
}

/** `deviceId` of a path: the number of a device in the inventory, or its address. */
export const deviceNamed = ({ ctx }: Equipping, name: string, caller: Caller) =>
  ctx.use('devices').target(/^-?\d+$/.test(name) ? { id: Number(name) } : { ip: name }, caller)

import { deviceChanged, deviceExceeds, driversChanged, type Context } from '@linecard/plugin-kit'
import { databaseStore } from './answers/database.ts'
import { failedCalls } from './calls/failed.ts'
import { forgetCalls } from './calls/forget.ts'
import { databaseCallLog, type CallLog } from './calls/log.ts'
import type { Config } from './config.ts'
import { databaseHabits } from './connections/habits-database.ts'
import { databaseHostKeys, HOST_KEY_REFUSED } from './host-keys.ts'
import { databaseHolds } from './holds/database.ts'
import { createNetworks } from './networks.ts'
import { createPing } from './ping/index.ts'
import { createEquipment, type EquipmentService } from './service.ts'

/** What the routes and jobs of this plugin work with. */
export interface EquipmentContext {
  ctx: Context<Config>
  equipment: EquipmentService
  calls: CallLog
  stop(): Promise<void>
}

export function setup(ctx: Context<Config>): EquipmentContext {
  const { em } = ctx
  const calls = databaseCallLog(em, ctx.log, { drivers: () => ctx.drivers })
  const hostKeys = databaseHostKeys(em, refused => {
    ctx.log.warn(
      refused,
      'a device shows another host key than before; nothing is sent to it until the old key is forgotten',
    )
    ctx.events.emit(HOST_KEY_REFUSED, refused)
  })
  const holds = databaseHolds(em)
  const equipment = createEquipment({
    drivers: ctx.drivers,
    log: ctx.log,
    clock: ctx.clock,
    store: databaseStore(em),
    calls,
    settings: ctx.config,
    hostKeys,
    habits: databaseHabits(em),
    holds: { store: holds, processes: ctx.processes },
    findPort: (deviceId, bindKey) => ctx.use('interfaces').expected(deviceId, bindKey),
    refreshPorts: deviceId => ctx.use('interfaces').refresh(deviceId),
    intend: change => ctx.use('action-log').intend(change),
    keeps: () => ctx.use('installation').keeps(),
    onChange: change => ctx.events.emit(deviceChanged, change),
    onExceeds: exceeds => ctx.events.emit(deviceExceeds, exceeds),
  })
  ctx.provide('equipment', equipment)
  ctx.provide('configurations', equipment.configurations)
  ctx.provide(
    'ping',
    createPing({
      networks: createNetworks(ctx.config.networks, { allowLoopback: ctx.config.allow_loopback }),
    }),
  )
  ctx.provide('call-log', {
    async clear(days) {
      await calls.flush()
      return forgetCalls(ctx, days ?? ctx.config.call_log_days)
    },
    failures: asked => failedCalls(em(), asked),
  })
  const unfollowEnded = ctx.processes.onEnded(ids => holds.removeOf(ids))
  const unfollow = ctx.events.on(driversChanged, () => equipment.useDrivers(ctx.drivers))
  return {
    ctx,
    equipment,
    calls,
    stop() {
      unfollow()
      unfollowEnded()
      return equipment.close()
    },
  }
}

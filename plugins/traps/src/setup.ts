import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { KnownDevice } from './known/devices.ts'
import type { Ask } from './look/asks.ts'
import { createElsewhere, type Elsewhere } from './look/elsewhere.ts'
import { createLooks, type Looks } from './look/looks.ts'
import { createCounts, type Counts } from './metrics.ts'
import { deviceMessages } from './said.ts'
import { startIntake, type Intake } from './taking/listening.ts'

/** What all slots of this plugin get. */
export interface Traps {
  ctx: Context<Config>
  counts: Counts
  looks: Looks
  /** Null until it has started. */
  elsewhere: Elsewhere | null
  /** Null: this process does not listen. */
  intake: Intake | null
}

export function setup(ctx: Context<Config>): Traps {
  ctx.provide('device-messages', deviceMessages(ctx))
  const counts = createCounts(() => looks.size())
  const looks = createLooks(ctx, counts)
  return { ctx, counts, looks, elsewhere: null, intake: null }
}

/** Whether this process is one of those that listen. */
async function listens({ ctx }: Traps): Promise<boolean> {
  const { snmp, syslog, process: wanted } = ctx.config
  if ((!snmp && !syslog) || !ctx.use('work').plans) return false
  if (wanted === 'all') return true
  const own = (await ctx.use('installation').processes()).find(({ current }) => current)
  return wanted === 'workers' ? own?.mode === 'worker' : own?.mode === 'serve'
}

export async function started(traps: Traps): Promise<void> {
  const { ctx, counts, looks } = traps
  const work = ctx.use('work')
  if (!work.plans) return
  const elsewhere = (traps.elsewhere = createElsewhere(ctx, looks.ask))
  const ask = (device: KnownDevice, asks: readonly Ask[]) =>
    device.worker === work.group ? looks.ask(device, asks) : elsewhere.hand(device, asks)
  if (await listens(traps)) traps.intake = startIntake(ctx, counts, ask)
}

export async function stop({ intake, looks, elsewhere }: Traps): Promise<void> {
  await intake?.stop()
  elsewhere?.stop()
  await looks.stop()
}

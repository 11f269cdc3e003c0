import { DeviceError } from '@linecard/driver-kit'
import type { Caller, Context, Target } from '@linecard/plugin-kit'
import type { KnownDevice } from '../known/devices.ts'
import type { Ask } from './asks.ts'

/** A row of a module about interfaces. */
export interface Row {
  interface?: { id: number; if_index: number | null; name: string } | null
  oper_status?: string | null
}
export interface Answered {
  rows: Row[]
  /**
   * Of a module that answers with one object that has a status: whether all is well; null: it does not know.
   */
  good: boolean | null
  /** It is a list, as those who store want it. */
  list: boolean
  time: Date
  whole: boolean
}

/** What one device was asked, and what it answered. */
export interface Looking {
  ctx: Context
  device: KnownDevice
  target: Target
  caller: Caller
  signal: AbortSignal
  /** Whole answers of this look, by module: several ports share one. */
  wholes: Map<string, Promise<Answered | null>>
}

const wordOf = (port: NonNullable<Ask['port']>): string | number =>
  'key' in port ? port.key : 'ifIndex' in port ? port.ifIndex : port.name

/** Whether a row is about a port. */
export const isOf = (port: NonNullable<Ask['port']>, { interface: one }: Row): boolean =>
  one != null &&
  ('key' in port
    ? one.id === port.key
    : 'ifIndex' in port
      ? one.if_index === port.ifIndex
      : one.name === port.name)

async function call(looking: Looking, module: string, args: object): Promise<Answered | 'unknown' | null> {
  const { ctx, target, caller, signal } = looking
  try {
    const answer = await ctx
      .use('equipment')
      .callByName(target, module, args, { from: 'device', caller, signal, expected: null })
    const rows = Array.isArray(answer.data) ? (answer.data as Row[]) : []
    const list = Array.isArray(answer.data)
    const status = list ? null : (answer.data as { status?: unknown } | null)?.status
    const good = status === 'Good' ? true : status === 'Alert' ? false : null
    return { rows, good, list, time: new Date(answer.meta.time), whole: Object.keys(args).length === 0 }
  } catch (error) {
    if (signal.aborted) throw error
    const kind = error instanceof DeviceError ? error.kind : null
    if (kind === 'BadArgument' || kind === 'InterfaceMoved') return 'unknown'
    ctx.log.debug(
      { err: error, device_id: looking.device.id, module },
      'a device did not answer after a trap',
    )
    return null
  }
}

const whole = (looking: Looking, module: string): Promise<Answered | null> => {
  const known = looking.wholes.get(module)
  if (known) return known
  const made = call(looking, module, {}).then(found => (found === 'unknown' ? null : found))
  looking.wholes.set(module, made)
  return made
}

/** One port, or all of them if the device cannot be asked about that one. */
export async function read(
  looking: Looking,
  module: string,
  ask: Ask,
  many: boolean,
): Promise<Answered | null> {
  const { ctx, target } = looking
  const shape = ctx.use('equipment').findModule(target.modelKey, module)?.args as
    | { properties?: object }
    | undefined
  const single = ask.port !== null && !many && Object.hasOwn(shape?.properties ?? {}, 'interface')
  if (!single) return whole(looking, module)
  const found = await call(looking, module, { interface: wordOf(ask.port!) })
  return found === 'unknown' ? whole(looking, module) : found
}

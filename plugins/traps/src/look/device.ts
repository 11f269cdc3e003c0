import { visibleInterfaces } from '@linecard/inventory/read'
import { lookSoon, type Caller, type Context, type PolledAnswer } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { KnownDevice } from '../known/devices.ts'
import { noteOutcomes, type Outcome } from '../store/traps.ts'
import type { ModuleOutcome } from '../tables.ts'
import { mostPorts, type Ask } from './asks.ts'
import { isOf, read, type Answered, type Looking, type Row } from './read.ts'
import { partOf, storeAnswers } from './stores.ts'

const outcomeOf = ({ link }: Ask, rows: readonly Row[], good: boolean | null): ModuleOutcome => {
  if (good !== null) return good ? 'contradicted' : 'confirmed'
  const states = rows.flatMap(({ oper_status: state }) => (state == null ? [] : [state]))
  if (link === null || states.length === 0) return 'answered'
  return states.some(state => (state === 'Up') === (link === 'Up')) ? 'confirmed' : 'contradicted'
}

interface Settled {
  ask: Ask
  modules: Record<string, ModuleOutcome>
  bindKey: number | null
}

async function settle(
  looking: Looking,
  ask: Ask,
  many: boolean,
  answers: Map<string, Answered>,
): Promise<Settled> {
  const settled: Settled = { ask, modules: {}, bindKey: null }
  for (const module of ask.modules) {
    const answer = await read(looking, module, ask, many)
    const own = answer && ask.port ? answer.rows.filter(row => !answer.whole || isOf(ask.port!, row)) : []
    settled.modules[module] = answer ? outcomeOf(ask, own, answer.good) : 'silent'
    if (!answer?.list) continue
    const before = answers.get(module)
    answers.set(module, before ? { ...answer, rows: [...before.rows, ...answer.rows] } : answer)
    settled.bindKey ??= own[0]?.interface?.id ?? null
    if (ask.first && own.length > 0) break
  }
  return settled
}

async function idsOf(ctx: Context, deviceId: number, keys: readonly number[]): Promise<Map<number, number>> {
  if (keys.length === 0) return new Map()
  const em = ctx.em()
  const { rows } = await sql<{ id: number; bind_key: string }>`
    select i.id, i.bind_key from (${visibleInterfaces(em, { groupIds: null })}) i
    where i.device_id = ${deviceId} and i.bind_key = any (${[...keys]}::bigint[])`.execute(
    em.getKysely<Record<never, never>>(),
  )
  return new Map(rows.map(({ id, bind_key: key }) => [Number(key), id]))
}

/**
 * Asks a device about what it told, only what is needed, and stores the answers. Returns what to ask once
 * more.
 */
export async function lookAt(
  ctx: Context,
  device: KnownDevice,
  asks: readonly Ask[],
  signal: AbortSignal,
): Promise<Ask[]> {
  // It has just sent something: it is asked also if it was taken for down.
  const caller: Caller = { ...ctx.use('auth').system(), insist: true }
  const target = await ctx.use('devices').target({ id: device.id }, caller)
  const looking: Looking = { ctx, device, target, caller, signal, wholes: new Map() }
  const many = asks.filter(({ port }) => port !== null).length > mostPorts
  const answers = new Map<string, Answered>()
  const settled: Settled[] = []
  for (const ask of asks) settled.push(await settle(looking, ask, many, answers))
  await storeAnswers(ctx, device, polledOf(answers), signal)
  const ids = await idsOf(
    ctx,
    device.id,
    settled.flatMap(({ bindKey }) => bindKey ?? []),
  )
  await noteOutcomes(
    ctx.em(),
    settled.flatMap(({ ask, modules, bindKey }): Outcome[] =>
      ask.traps.map(id => ({
        id,
        modules,
        interface_id: bindKey === null ? null : (ids.get(bindKey) ?? null),
      })),
    ),
  )
  ctx.events.emit(lookSoon, { device_ids: [device.id] })
  return settled.flatMap(({ ask, modules }) =>
    ask.again && !Object.values(modules).includes('confirmed') ? [{ ...ask, again: false }] : [],
  )
}

const polledOf = (answers: ReadonlyMap<string, Answered>): Map<string, PolledAnswer> =>
  new Map(
    [...answers].map(([module, { rows, time, whole: all }]) => [module, partOf(rows, time, all)] as const),
  )

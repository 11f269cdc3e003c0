import { pageOf, type Caller, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleInterfaces } from '@linecard/inventory/read'
import { familyOf } from '../catalogue/index.ts'
import { fail } from '../errors.ts'
import type { Found, SeriesStore } from '../series/store.ts'
import type { SeriesAnswer, SeriesQuery } from './bodies.ts'
import { begun, knownTimes, type Point } from './begun.ts'
import { byFamily, shownAs, type Operation } from './operations.ts'
import { periodOf, type Period } from './period.ts'

/** What a question is about, as the caller sees it. */
interface Asked {
  device: { id: number; name: string }
  /** Null: the device itself. */
  interfaces: readonly { id: number; name: string }[] | null
  total: number
  page: { limit: number; offset: number }
}

export interface AnswerParts {
  ctx: Pick<Context, 'em' | 'use' | 'clock'>
  store(): SeriesStore
}

/** @throws METRICS_SUBJECT, METRICS_NOT_OF_DEVICE; 404 for what the caller does not see */
async function askedOf(
  { ctx }: AnswerParts,
  { ofInterface, ofDevice, what }: Operation,
  query: SeriesQuery,
  caller: Caller,
): Promise<Asked> {
  const page = pageOf(query, { cap: 1000 })
  const { device_id, interface_id } = query
  if ((device_id === undefined) === (interface_id === undefined))
    throw fail('METRICS_SUBJECT', {}, [{ path: 'device_id', message: 'this or interface_id' }])
  if (interface_id !== undefined) {
    const { id, name, device } = await ctx.use('interfaces').named(interface_id, caller)
    if (ofInterface.length === 0)
      throw fail('METRICS_NOT_OF_DEVICE', { what }, [{ path: 'interface_id', message: 'has none' }])
    return { device, interfaces: [{ id, name }], total: 1, page }
  }
  const device = await ctx.use('devices').named(device_id!, caller)
  if (ofDevice.length > 0) return { device, interfaces: null, total: 1, page }
  const all = visibleInterfaces(ctx.em(), caller).where('i.device_id', '=', device.id)
  const [interfaces, { total }] = await Promise.all([
    all
      .clearSelect()
      .select(['i.id', 'i.name'])
      .orderBy('i.bind_key')
      .orderBy('i.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    all
      .clearSelect()
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { device, interfaces, total, page }
}

/** Points with their times. */
const pointsWith = ({ from, step }: Period, values: Found['values'], factor: number): Point[] =>
  values.map((value, at) => [from + at * step, value === null ? null : value * factor])

/**
 * The series of one operation, and the page of interfaces. @throws as `askedOf`, METRICS_PERIOD,
 * METRICS_STORE_*
 */
export async function answerSeries(
  parts: AnswerParts,
  operation: Operation,
  query: SeriesQuery,
  { caller, signal }: { caller: Caller; signal: AbortSignal },
): Promise<{ answer: SeriesAnswer; meta: { total: number; limit: number; offset: number } }> {
  const { device, interfaces, total, page } = await askedOf(parts, operation, query, caller)
  const metrics = interfaces ? operation.ofInterface : operation.ofDevice
  const store = parts.store()
  const period = periodOf(query, {
    now: parts.ctx.clock(),
    series: Math.max(1, interfaces?.length ?? 1) * metrics.length,
    stepFrom: store.stepFrom,
  })
  const known = await knownTimes(parts.ctx, caller, device.id, interfaces)
  const names = new Map(interfaces?.map(({ id, name }) => [id, name]))
  const series: SeriesAnswer['series'] = []
  for (const [family, slots] of byFamily(metrics)) {
    const ports = interfaces?.map(({ id }) => id) ?? null
    const aggregate = query.aggregate ?? 'avg'
    const found = await store.read(
      { family, slots, device: device.id, interfaces: ports, ...period, aggregate },
      signal,
    )
    for (const { interface: port, part, slot, values } of found) {
      const { metric, unit } = shownAs({ family: familyOf(family)!, slot }, operation)
      series.push({
        labels: {
          metric,
          device_id: String(device.id),
          device: device.name,
          ...(port === 0 ? {} : { interface_id: String(port), interface: names.get(port) ?? '' }),
          ...(part === '' ? {} : { part }),
        },
        unit,
        points: begun(pointsWith(period, values, operation.show?.factor ?? 1), known.get(port) ?? null),
      })
    }
  }
  const { from: start, to: end, step } = period
  return { answer: { series, step, start, end }, meta: { total, ...page } }
}

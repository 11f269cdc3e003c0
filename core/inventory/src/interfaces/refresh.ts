import { deviceErrorKinds, mostInterfaces, type Module } from '@linecard/driver-kit'
import { interfacesList, ponOntsStatus, type InterfaceRef } from '@linecard/driver-kit/modules'
import { ApiError, type Context, type PolledDevice, type Refreshed } from '@linecard/plugin-kit'
import { isOvertaken, sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { keptMark, markExceeds } from '../devices/exceeds.ts'
import { targetOf } from '../devices/connection/target.ts'
import { deviceForTarget } from '../devices/find.ts'
import { toldOf } from '../devices/reachability.ts'
import { deviceStatuses } from '../entities/index.ts'
import { tables } from '../tables.ts'
import { refreshOnus } from './onus/read.ts'
import { keepAnswer } from './onus/store.ts'
import { listModules, readingOf, type Answers } from './reading/read.ts'
import { deviceRules } from './unwanted/shown.ts'
import { unwantedBy } from './unwanted/rules.ts'
import { storeInterfaces, type Gone } from './reading/save.ts'

type Status = (typeof deviceStatuses)[number]

const changedAt = (status: Status, now: Date, time: Date) => sql<Date | null>`
  case when status = ${status} or ${toldOf(now)} then status_changed_at else ${time}::timestamptz end`

/**
 * Stores the result of a reading that began at `time`, unless a newer one is stored. `status` is null if it
 * says nothing about the state of the device.
 */
async function note(
  ctx: Context,
  id: number,
  status: Status | null,
  error: string | null,
  time: Date,
): Promise<void> {
  const now = ctx.clock()
  await tables(ctx.em())
    .updateTable('inventory_device')
    .set({ refreshed_at: time, refresh_error: error, exceeds: keptMark(now) })
    .$if(status !== null, query =>
      query.set({
        status: sql`case when ${toldOf(now)} then status else ${status} end`,
        status_changed_at: changedAt(status!, now, time),
      }),
    )
    .where('id', '=', id)
    .where(sql<boolean>`not ${isOvertaken('refreshed_at', time)}`)
    .execute()
}

const silentCodes: ReadonlySet<string> = new Set([
  deviceErrorKinds.DeviceTimeout.code,
  deviceErrorKinds.DeviceUnreachable.code,
])
const deviceCodes: ReadonlySet<string> = new Set(
  Object.values(deviceErrorKinds).flatMap(({ code, fault }) =>
    fault === 'device' || fault === 'credentials' ? [code] : [],
  ),
)

/**
 * The status of a device by what it answered: Up if it gave anything or refused; Down if it was silent; null:
 * nobody could ask it.
 */
export function statusBy(answers: Answers): Status | null {
  const all = [...answers.values()]
  if (all.some(({ data }) => data !== undefined)) return 'Up'
  const codes = all.flatMap(({ error }) => error?.code ?? [])
  if (codes.some(code => deviceCodes.has(code) && !silentCodes.has(code))) return 'Up'
  return codes.some(code => silentCodes.has(code)) ? 'Down' : null
}

/** Stores the status of a polled device, if it is another one and nobody else tells it. */
export async function noteStatus(
  ctx: Context,
  { id, status: before }: Pick<PolledDevice, 'id' | 'status'>,
  answers: Answers,
): Promise<void> {
  const status = statusBy(answers)
  if (status === null || status === before) return
  const time = new Date(Math.min(...[...answers.values()].map(answer => answer.time.getTime())))
  await tables(ctx.em())
    .updateTable('inventory_device')
    .set({ status, status_changed_at: time })
    .where('id', '=', id)
    .where('status', '<>', status)
    .where(sql<boolean>`not ${toldOf(ctx.clock())}`)
    // It has answered since, or has fallen silent since.
    .where(
      sql<boolean>`not ${isOvertaken('status_changed_at', time)} and not exists (
        select from inventory_newest n where n.device_id = ${id} and ${isOvertaken('n.time', time)})`,
    )
    .execute()
}

/** What is needed to store what a device answered. */
export interface ReadDevice {
  id: number
  model: { key: string; type: string; ports?: number | null } | null
}

/** Records what people had written about interfaces that are gone: after this nothing else has it. */
async function noteGone(ctx: Context, id: number, gone: readonly Gone[]): Promise<void> {
  if (gone.length === 0) return
  const message = `${gone.length} interfaces were removed that the device does not list any more`
  const nobody = { user: null, ip: null, session_id: null, request_id: null }
  const action = { action: 'device-interface:vanished', status: 'SUCCESS', device_id: id, message } as const
  try {
    await ctx.use('action-log').record({ ...action, ...nobody, meta: { interfaces: gone } })
  } catch (error) {
    ctx.log.warn({ err: error, device_id: id, interfaces: gone }, message)
  }
}

/** Why no interface of a device could be read. */
const failureOf = (answers: Answers): string =>
  answers.get(interfacesList.name)?.error?.description ?? 'the device gave no list of interfaces'

/**
 * Stores the interfaces of a device as it answered them. If it gave no list, the reason is stored and its
 * interfaces stay. Returns whether it answered.
 */
export async function storeList(
  ctx: Context<Config>,
  { id, model }: ReadDevice,
  answers: Answers,
): Promise<boolean> {
  const reading = await readingOf(answers)
  const time = answers.get(interfacesList.name)?.time ?? ctx.clock()
  if (!reading) {
    await note(ctx, id, statusBy(answers), failureOf(answers), time)
    return false
  }
  const most = mostInterfaces(model ?? { type: '' }, ctx.config.stored_interfaces)
  const plan = await storeInterfaces(ctx.em(), id, reading, {
    now: ctx.clock(),
    most,
    graceSec: ctx.config.vanished_grace_sec,
    unwanted: { isUnwanted: unwantedBy(await deviceRules(ctx, id)), written: ctx.use('interfaces').written },
  })
  if (plan.tooMany)
    await markExceeds(ctx, id, {
      limit: 'stored_interfaces',
      module: interfacesList.name,
      since: ctx.clock(),
      last: ctx.clock(),
    })
  if (reading.states)
    await keepAnswer(ctx, {
      deviceId: id,
      module: ponOntsStatus.name,
      args: {},
      complete: reading.complete.onus,
      ...reading.states,
    })
  await noteGone(ctx, id, plan.gone)
  if (plan.rebound) await ctx.use('equipment').renumbered(id)
  const missing =
    reading.complete.ports && reading.complete.onus
      ? null
      : 'the device did not give its whole list of interfaces; those it left out were kept'
  await note(ctx, id, 'Up', missing, time)
  if (plan.changes.length) ctx.events.emit('interface.status', { device_id: id, changes: plan.changes })
  return true
}

const rowsOf = (answers: Answers, { name }: Pick<Module, 'name'>): readonly unknown[] => {
  const data = answers.get(name)?.data
  return Array.isArray(data) ? data : []
}

const hasOnus = (answers: Answers): boolean =>
  rowsOf(answers, ponOntsStatus).length > 0 ||
  rowsOf(answers, interfacesList).some(row => (row as InterfaceRef).type === 'ONU')

/** What a reading gives that has stored nothing. */
export const nothingRead: Refreshed = { list: null, onus: null }

/**
 * Reads the interfaces of one device now and stores them, as the poller `interfaces_list` does. Throws only
 * for faults of the service itself.
 */
export async function refreshDevice(
  ctx: Context<Config>,
  id: number,
  signal: AbortSignal,
): Promise<Refreshed> {
  const caller = ctx.use('auth').system()
  const equipment = ctx.use('equipment')
  const device = await deviceForTarget(ctx.em(), caller, { id })
  if (!device.enabled || !device.access || !equipment.supports(device.model?.key ?? null, interfacesList))
    return nothingRead
  const began = ctx.clock()
  try {
    const target = targetOf(ctx, device)
    const { answers } = await equipment.poll(target, listModules, { caller, signal })
    signal.throwIfAborted()
    if (!(await storeList(ctx, { id, model: device.model ?? null }, answers))) return nothingRead
    if (hasOnus(answers)) await refreshOnus(ctx, device, target, { caller, signal })
    const onus = answers.get(ponOntsStatus.name)
    return { list: answers.get(interfacesList.name)!.time, onus: onus?.complete ? onus.time : null }
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError)) throw error
    await note(ctx, id, null, error.message, began)
    return nothingRead
  }
}

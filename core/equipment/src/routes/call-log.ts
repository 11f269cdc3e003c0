import {
  closedObject,
  containing,
  ListMeta,
  LogId,
  orderOf,
  pageOf,
  Reply,
  type Caller,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { EquipmentCall } from '../entities/call.ts'
import type { EquipmentContext } from '../setup.ts'
import { fail } from '../errors.ts'
import { CallDetails, CallEntry, CallFilter } from '../schemas.ts'

const sortable = {
  id: 'id',
  time: 'time',
  device_id: 'deviceId',
  device_ip: 'ip',
  module: 'module',
  from: 'source',
  login: 'login',
  ok: 'ok',
  error_code: 'errorCode',
  spent_ms: 'spentMs',
  requests: 'requests',
}

const many = <V>(value: V | V[] | undefined) =>
  value === undefined ? undefined : { $in: [value].flat() as V[] }
const defined = (conditions: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined))

/** The filter as conditions on `EquipmentCall`. */
export function conditionsOf(
  filter: Static<typeof CallFilter>,
  visible: readonly number[] | null,
): Record<string, unknown> {
  const { start, stop, query } = filter
  const like = query ? { $ilike: containing(query) } : null
  const conditions = [
    defined({
      time:
        start || stop ? defined({ $gte: start && new Date(start), $lte: stop && new Date(stop) }) : undefined,
      deviceId: many(filter.device_id),
      ip: filter.device_ip,
      module: many(filter.module),
      source: many(filter.from),
      userId: many(filter.user_id),
      login: filter.login,
      ok: filter.ok,
      errorCode: many(filter.error_code),
    }),
    ...(like ? [{ $or: ['module', 'login', 'ip', 'errorCode'].map(field => ({ [field]: like })) }] : []),
    // A caller who does not see all groups does not see calls to addresses outside the inventory either.
    ...(visible ? [{ deviceId: { $in: [...visible] } }] : []),
  ]
  return { $and: conditions }
}

const entryOf = (call: EquipmentCall): Static<typeof CallEntry> => ({
  id: Number(call.id),
  time: call.time,
  device_id: call.deviceId ?? null,
  copy_of: call.copyOf ?? null,
  device_ip: call.ip,
  module: call.module,
  args: call.args,
  from: call.source,
  user:
    call.userId == null && call.login == null ? null : { id: call.userId ?? null, login: call.login ?? null },
  ok: call.ok,
  error_code: call.errorCode ?? null,
  spent_ms: call.spentMs,
  requests: call.requests,
})

export function callLogRoutes(routes: Routes, { ctx, calls }: EquipmentContext): void {
  routes.post(
    '/system-switcher-core/filter',
    {
      operationId: 'equipment.calls.filter',
      scope: 'group',
      tag: 'system-switcher-core',
      summary: 'Log of module calls: who asked which device for what',
      permission: 'log_switcher_core_actions',
      readOnly: true,
      description:
        'Every question to a device and every change, with who asked, how long it took and how it ' +
        'ended. Of polls in intervals only what fails otherwise than before, and what succeeds again. The ' +
        'newest first by default; without a body all calls. Only calls to devices of the ' +
        "caller's groups. Old calls are removed.",
      body: CallFilter,
      response: T.Array(CallEntry),
      meta: ListMeta,
    },
    async ({ body, caller }) => {
      await calls.flush()
      return filterCalls(ctx, body, caller)
    },
  )
  routes.get(
    '/system-switcher-core/calls/:id',
    {
      operationId: 'equipment.calls.get',
      scope: 'group',
      tag: 'system-switcher-core',
      summary: 'One call, with the transcript of the console and the exception of the driver',
      description:
        'With the transcript of the console where one was used; secrets are masked. 404 for an unknown ' +
        'or removed call, and for one to a device that the caller does not see.',
      permission: 'log_switcher_core_actions',
      params: closedObject({ id: T.Integer({ ...LogId, description: 'Id of the call' }) }),
      response: CallDetails,
    },
    async ({ params, caller }) => {
      await calls.flush()
      const visible = caller.groupIds === null ? null : await ctx.use('devices').visible(caller)
      const call = await ctx
        .em()
        .findOne(
          EquipmentCall,
          { $and: [{ id: params.id }, ...(visible ? [{ deviceId: { $in: [...visible] } }] : [])] },
          { populate: ['transcript', 'thrown'] },
        )
      if (!call) throw fail('EQUIPMENT_CALL_UNKNOWN', { id: params.id })
      return { ...entryOf(call), transcript: call.transcript ?? null, thrown: call.thrown ?? null }
    },
  )
}

async function filterCalls(ctx: EquipmentContext['ctx'], filter: Static<typeof CallFilter>, caller: Caller) {
  const visible = caller.groupIds === null ? null : await ctx.use('devices').visible(caller)
  const page = pageOf(filter, { cap: 10_000 })
  const [rows, total] = await ctx
    .em()
    .findAndCount(EquipmentCall, conditionsOf(filter, visible), {
      ...page,
      orderBy: orderOf(filter.sort ?? '-time,-id', sortable),
    })
  return new Reply(rows.map(entryOf), { total, ...page })
}

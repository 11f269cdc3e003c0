import { Type as T } from 'typebox'
import {
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  idOf,
  type Context,
  type BoundPoller,
  type Routes,
  withDevice,
  type Caller,
} from '@linecard/plugin-kit'
import { PollBody, RunFilter } from './bodies.ts'
import { modelCautions } from './plan/cautions.ts'
import { askPoll, runLog, runOf, pollable } from './runs.ts'
import { DevicePollers, PollerView, RunView } from './schemas.ts'
import type { Pollers } from './setup.ts'
import type { Base } from './base.ts'
import { deviceCautions, wantedOf } from './plan/effective.ts'
import { tables, type DeviceTable } from './tables.ts'

const date = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))

/** What is polled of a device and when, and how its last poll went. */
async function devicePollers(base: Base, caller: Caller, id: number) {
  const { ctx } = base
  const device = await pollable(base, caller, id)
  const row = (await tables(ctx.em())
    .selectFrom('pollers_device')
    .selectAll()
    .where('device_id', '=', id)
    .executeTakeFirst()) as
    | (Omit<DeviceTable, 'due' | 'last' | 'worker'> & {
        worker: string
        due: Record<string, number>
        last: Record<string, number>
      })
    | undefined
  const pollers = wantedOf(device, base.plans()).map(({ poller: { key, summary }, intervalSec, from }) => ({
    key,
    summary,
    interval_sec: intervalSec,
    from,
    next: date(row?.due[key]),
    last: date(row?.last[key]),
  }))
  const shown = {
    device: { id, ip: device.ip, name: device.name },
    worker: row?.worker ?? '',
    pollers,
    cautions: deviceCautions(device, base.plans()),
    polled_at: row?.polled_at ?? null,
    result: row?.result ?? null,
    error: row?.error ?? null,
    spent_ms: row?.spent_ms ?? null,
    requests: row?.requests ?? null,
    uptime_sec: row?.uptime == null ? null : Math.floor(Number(row.uptime) / 100),
    polls: Number(row?.polls ?? 0),
    failures: Number(row?.failures ?? 0),
    skipped: Number(row?.skipped ?? 0),
  }
  return withDevice(ctx, caller, shown)
}

const tag = 'system-pollers'

const modelKeys = ({ drivers }: Pick<Context, 'drivers'>): string[] =>
  drivers.flatMap(({ models }) => models.map(({ key }) => key))

export function routes(declare: Routes, pollers: Pollers): void {
  logRoutes(declare, pollers)
  deviceRoutes(declare, pollers)
}

function logRoutes(declare: Routes, pollers: Pollers): void {
  declare.get(
    '/system-pollers/list',
    {
      operationId: 'pollers.list',
      scope: 'all',
      tag,
      summary: 'The pollers of all plugins, with their default intervals',
      description:
        'A poller reads some modules of each device in an interval. The setting `pollers.intervals`, ' +
        '`pollers` of a model and `pollers` of a device change the interval, the last one first; 0 is off. ' +
        'A driver may say that a model should not be asked for a module routinely, or only so often. An ' +
        'interval for the model or the device overrules that.',
      permission: 'log_poller',
      response: T.Array(PollerView),
    },
    () => {
      const plans = pollers.plans()
      const { pollers: all, intervals } = plans
      const keeps = pollers.ctx.use('installation').keeps()
      const storing = ({ modules, stores }: BoundPoller) => [
        ...stores,
        ...keeps.filter(keep => modules.some(({ name }) => keep.modules.has(name))),
      ]
      return all.map(poller => ({
        key: poller.key,
        summary: poller.summary,
        component: poller.component,
        modules: poller.modules.map(({ name }) => name),
        interval_sec: intervals[poller.key] ?? (poller.off ? 0 : poller.intervalSec),
        always: poller.always === true,
        stored_by: [...new Set(storing(poller).map(({ component }) => component))],
        cautions: modelCautions(poller, plans, modelKeys(pollers.ctx)),
      }))
    },
  )

  declare.post(
    '/system-pollers/filter',
    {
      operationId: 'pollers.runs.filter',
      scope: 'group',
      tag,
      summary: 'The log of polls, the newest first',
      description:
        'It has polls that people asked for, and those whose result is another one than before: a device ' +
        'that fails again and again is there once, and again when it answers. `GET /device/{id}/pollers` ' +
        'tells the last poll of a device, and how many there were.',
      permission: 'log_poller',
      readOnly: true,
      body: RunFilter,
      response: T.Array(RunView),
      meta: ListMeta,
    },
    async ({ caller, body }) => {
      const { runs, meta } = await runLog(pollers, caller, body)
      return new Reply(runs, meta)
    },
  )
}

function deviceRoutes(declare: Routes, pollers: Pollers): void {
  declare.get(
    '/device/:id/pollers',
    {
      operationId: 'pollers.device',
      scope: 'group',
      tag,
      summary: 'What is polled of a device and when, and how its last poll went',
      description:
        'The intervals are those of the device, else of its model, else of the settings, else of the ' +
        'plugin. `PUT /device/{id}` and `PUT /device-model/{id}` change them.',
      permission: 'poller_info_by_device',
      params: IdParams,
      response: DevicePollers,
    },
    ({ caller, params }) => devicePollers(pollers, caller, params.id),
  )

  declare.post(
    '/device/:id/poll',
    {
      operationId: 'pollers.device.poll',
      scope: 'group',
      tag,
      summary: 'Polls a device now',
      description:
        'A worker polls the device at once, before those that are due. The answer has the id with which ' +
        '`GET /device/{id}/poll/{run}` tells progress and result. 400 for a poller that the model cannot ' +
        'answer; 409 for a device that is off, or of which too many polls wait already. What a driver says ' +
        'against it is in `warnings`; the device is asked nevertheless.',
      permission: 'run_poller_by_device',
      params: IdParams,
      body: PollBody,
      errors: [404],
      response: RunView,
      status: 202,
    },
    ({ caller, params, body }) => askPoll(pollers, caller, params.id, body?.pollers),
  )

  declare.get(
    '/device/:id/poll/:run',
    {
      operationId: 'pollers.device.run',
      scope: 'group',
      tag,
      summary: 'Progress and result of a poll',
      description:
        'Polls that people asked for are there for as long as the setting `pollers.run_days` says.',
      permission: 'poller_info_by_device',
      params: closedObject({
        id: idOf('the device'),
        run: T.String({ format: 'uuid', description: 'Id of the poll' }),
      }),
      response: RunView,
    },
    ({ caller, params }) => runOf(pollers, caller, params.id, params.run),
  )
}

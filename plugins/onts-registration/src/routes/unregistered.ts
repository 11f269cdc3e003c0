import { unregisteredOnts } from '@linecard/driver-kit/modules'
import {
  DeviceParams,
  Reply,
  closedObject,
  deviceNamed,
  idOf,
  needModule,
  sources,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import type { Registrations } from '../registrations.ts'
import { readUnregistered } from '../unregistered/read.ts'
import {
  Unregistered,
  UnregisteredMeta,
  exampleUnregistered,
  unregisteredMeta,
  unregisteredRows,
} from '../unregistered/view.ts'

const path = '/component/onts_registration/unregistered'
const common = {
  tag: 'onts-registration',
  permission: 'unregistered_onts',
  asksDevice: true,
  response: T.Array(Unregistered),
  meta: UnregisteredMeta,
  example: [exampleUnregistered],
} as const
const told =
  'An OLT that does not answer has its error in `meta`, and the others answer. `from=cache` (default) ' +
  'takes what the scheduled reading has stored.'

export function unregisteredRoutes(routes: Routes, parts: Registrations): void {
  const answer = async (asked: Parameters<typeof readUnregistered>[1]) => {
    const answers = await readUnregistered(parts, asked)
    const rows = await unregisteredRows(parts, asked.caller, answers)
    return new Reply(rows as never, unregisteredMeta(answers, rows.length))
  }
  routes.get(
    path,
    {
      ...common,
      operationId: 'onts-registration.unregistered.list',
      scope: 'group',
      summary: 'ONUs that wait to be registered, of all OLTs or of one',
      description: told,
      query: closedObject({
        device_id: T.Optional(idOf('an OLT; absent: all that you see')),
        from: T.Optional(sources),
      }),
      errors: [404],
    },
    async ({ query: { device_id: only, from = 'cache' }, caller, signal }) => {
      if (only !== undefined)
        needModule(parts.ctx, await parts.ctx.use('devices').target({ id: only }, caller), unregisteredOnts)
      return answer({ caller, from, signal, ...(only === undefined ? {} : { only }) })
    },
  )
  routes.get(
    `${path}/:deviceId`,
    {
      ...common,
      operationId: 'onts-registration.unregistered.of-device',
      scope: 'group',
      summary: 'ONUs of one OLT that wait to be registered',
      description: told,
      params: DeviceParams,
      query: closedObject({ from: T.Optional(sources) }),
    },
    async ({ params, query: { from = 'cache' }, caller, signal }) => {
      const target = await deviceNamed(parts.ctx, params.deviceId, caller)
      needModule(parts.ctx, target, unregisteredOnts)
      return answer({ caller, from, signal, only: target.deviceId! })
    },
  )
}

import { unregisteredOnts } from '@linecard/driver-kit/modules'
import {
  DeviceParams,
  Reply,
  closedObject,
  deviceNamed,
  freeObject,
  needModule,
  sources,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { variablesAt } from '../plan/shown.ts'
import { failureOf } from '../run/outcome.ts'
import { register } from '../doing/register.ts'
import { runViews } from './run-view.ts'
import { Ident, Params, RunView, exampleRun } from '../schemas.ts'
import type { Registrations } from '../registrations.ts'
import { readUnregistered } from '../unregistered/read.ts'
import {
  Unregistered,
  UnregisteredMeta,
  exampleUnregistered,
  unregisteredMeta,
  unregisteredRows,
} from '../unregistered/view.ts'
import { exampleVariables } from '../control/example.ts'

/** Paths of former components of the reference system, which public clients still call. */
const former = ['huawei_onts_registration', 'zte_unregistered_onts'] as const

const common = { tag: 'onts-registration', permission: 'unregistered_onts', asksDevice: true } as const
const Path = closedObject({ ...DeviceParams.properties, ident: Ident })
const from = T.Optional(sources)

const use = 'Kept for older clients; `/component/onts_registration` has the same.'

export function legacyRoutes(routes: Routes, parts: Registrations): void {
  for (const component of former) {
    lists(routes, parts, component)
    oneOnt(routes, parts, component)
  }
}

type Former = (typeof former)[number]
const baseOf = (component: Former) => `/component/${component}`
const nameOf = (component: Former) => `onts-registration.${component.replaceAll('_', '-')}`

const Row = closedObject({
  ...Unregistered.properties,
  type: T.Union([T.Enum(['GPON', 'EPON']), T.Null()], { description: 'Technology; null: unknown' }),
})
const listed = {
  ...common,
  response: T.Array(Row),
  meta: UnregisteredMeta,
  example: [{ ...exampleUnregistered, type: 'GPON' }],
}

function lists(routes: Routes, parts: Registrations, component: Former): void {
  const base = baseOf(component)
  const name = nameOf(component)
  const list = async (asked: Parameters<typeof readUnregistered>[1]) => {
    const answers = await readUnregistered(parts, asked)
    const rows = await unregisteredRows(parts, asked.caller, answers)
    // These clients know the technology in capitals.
    const told = rows.map(row => ({ ...row, type: row.type?.toUpperCase() ?? null }))
    return new Reply(told as never, unregisteredMeta(answers, rows.length))
  }
  routes.get(
    `${base}/unregistered`,
    {
      ...listed,
      operationId: `${name}.list`,
      scope: 'group',
      summary: 'ONUs that wait to be registered, of all OLTs',
      description: use,
      query: closedObject({ from }),
    },
    ({ query, caller, signal }) => list({ caller, from: query.from ?? 'cache', signal }),
  )
  routes.get(
    `${base}/unregistered/:deviceId`,
    {
      ...listed,
      operationId: `${name}.of-device`,
      scope: 'group',
      summary: 'ONUs of one OLT that wait to be registered',
      description: use,
      params: DeviceParams,
      query: closedObject({ from }),
    },
    async ({ params, query, caller, signal }) => {
      const target = await deviceNamed(parts.ctx, params.deviceId, caller)
      needModule(parts.ctx, target, unregisteredOnts)
      return list({ caller, from: query.from ?? 'cache', signal, only: target.deviceId! })
    },
  )
}

function oneOnt(routes: Routes, parts: Registrations, component: Former): void {
  const { ctx } = parts
  const base = baseOf(component)
  const name = nameOf(component)
  routes.post(
    `${base}/unregistered/:deviceId/:ident`,
    {
      ...common,
      operationId: `${name}.variables`,
      scope: 'group',
      summary: 'What templates see of an ONU that waits',
      description: `${use} With the names \`onu\`, \`profiles\` and \`free_onu_numbers\` too.`,
      readOnly: true,
      params: Path,
      body: Params,
      response: freeObject('Variables by name'),
      errors: [404, 409],
      example: exampleVariables,
    },
    async ({ params, body, caller }) => {
      const target = await deviceNamed(ctx, params.deviceId, caller)
      const { variables } = await variablesAt({ ctx, target, caller, hold: null }, params.ident)
      const { ont, data, free } = variables
      return {
        ...variables,
        params: body,
        onu: ont,
        profiles: data['pon_profiles'] ?? null,
        free_onu_numbers: { first: free.first, all: free.list },
      }
    },
  )
  routes.post(
    `${base}/register/:deviceId/:ident`,
    {
      ...common,
      operationId: `${name}.register`,
      scope: 'group',
      summary: 'Registers an ONU, proves it on the OLT, or takes all of it back',
      description: use,
      changesDevice: true,
      params: Path,
      body: Params,
      response: RunView,
      errors: [400, 404, 409],
      example: exampleRun,
    },
    async ({ params, body, caller, signal, note }) => {
      const target = await deviceNamed(ctx, params.deviceId, caller)
      note({ device_id: target.deviceId })
      const run = await register(parts, { ident: params.ident, params: body }, { target, caller, signal })
      const failure = failureOf(run)
      if (failure) throw failure
      return (await runViews(parts, caller, [run], true))[0]!
    },
  )
}

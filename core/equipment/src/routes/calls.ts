import type { Module } from '@linecard/driver-kit'
import {
  Reply,
  deviceNamed,
  type ActionNote,
  type Caller,
  type Routes,
  type Source,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { coerced } from '../calls/arguments.ts'
import { fail } from '../errors.ts'
import type { Equipping } from '../plugin.ts'
import { CallMeta, CallParams } from '../schemas.ts'

const description =
  'Arguments are those of the module (`GET /switcher-core/{deviceId}/modules?detailed=true`). Reading modules need `device_show`, a module that changes the device its own permission and POST.'
const AnyAnswer = T.Unknown({ description: 'The answer of the module, in the shape of its result schema' })
const Arguments = T.Unsafe<Record<string, unknown>>({
  type: 'object',
  properties: {},
  additionalProperties: true,
  description: 'Arguments of the module',
})

interface Asked {
  params: { from: Source; module: string; deviceId: string }
  caller: Caller
  signal: AbortSignal
  note(more: ActionNote): void
}

export function callRoutes(routes: Routes, equipping: Equipping): void {
  const { equipment } = equipping

  async function run(
    { params: { from, module: name, deviceId }, caller, signal, note }: Asked,
    argumentsOf: (module: Module) => unknown,
    get: boolean,
  ) {
    const target = await deviceNamed(equipping.ctx, deviceId, caller)
    const module =
      equipment.modules(target.modelKey).find(one => one.name === name) ?? equipment.catalogue.get(name)
    if (module?.kind === 'change') note({ action: `swcore:${name}`, device_id: target.deviceId })
    const permission = module?.permission ?? 'device_show'
    if (!caller.permissions.has(permission))
      throw fail('EQUIPMENT_PERMISSION_MISSING', { module: name, permission })
    if (!module) throw fail('EQUIPMENT_MODULE_UNKNOWN', { module: name })
    if (get && module.kind === 'change') throw fail('EQUIPMENT_CHANGE_BY_GET', { module: name })
    const { data, meta } = await equipment.callByName(target, name, argumentsOf(module), {
      from,
      caller,
      signal,
    })
    note({ meta: { reply: data } })
    return new Reply(data, { [name]: meta })
  }
  const shared = {
    tag: 'switcher-core',
    permission: 'signed-in',
    description,
    params: CallParams,
    response: AnyAnswer,
    meta: CallMeta,
    example: [
      {
        interface: { id: 3, name: 'Gi0/3', type: 'ETH', parent: null, if_index: 3 },
        mac_address: '02:00:00:00:0A:01',
        vlan_id: 301,
        status: 'LEARNED',
        is_dynamic: true,
      },
    ],
  }

  routes.get(
    '/switcher-core/:from/:module/:deviceId',
    {
      ...shared,
      asksDevice: true,
      operationId: 'equipment.module.read',
      summary: 'Asks a device, arguments in the query string',
      query: Arguments,
    },
    request => run(request, module => coerced(module, request.query), true),
  )

  routes.post(
    '/switcher-core/:from/:module/:deviceId',
    {
      ...shared,
      asksDevice: true,
      operationId: 'equipment.module.call',
      summary: 'Calls a module of a device',
      body: Arguments,
      multipart: true,
      changesDevice: ({ module }) => equipment.catalogue.get(module)?.kind === 'change',
    },
    request => {
      const form = String(request.headers['content-type'] ?? '').startsWith('multipart/')
      return run(request, module => (form ? coerced(module, request.body) : request.body), false)
    },
  )
}

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
import { coercedArguments } from '../calls/arguments.ts'
import { fail } from '../errors.ts'
import { CallMeta, CallParams } from '../schemas.ts'
import type { EquipmentContext } from '../setup.ts'
import { anyArguments, anyResult } from './module-schemas.ts'

const Arguments = T.Unsafe<Record<string, unknown>>({
  type: 'object',
  properties: {},
  additionalProperties: true,
  description: 'Arguments of the module',
})

const shared = {
  tag: 'switcher-core',
  permission: 'signed-in',
  description:
    'The module defines the arguments (`GET /switcher-core/{deviceId}/modules?detailed=true`). ' +
    'Reading modules need `device_show`. A module that changes the device needs its own permission and POST.',
  params: CallParams,
  response: T.Unknown({ description: 'The answer of the module, in the shape of its result schema' }),
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

interface CallRequest {
  params: { from: Source; module: string; deviceId: string }
  caller: Caller
  signal: AbortSignal
  note(more: ActionNote): void
}

async function callModule(
  { ctx, equipment }: EquipmentContext,
  { params: { from, module: name, deviceId }, caller, signal, note }: CallRequest,
  method: 'GET' | 'POST',
  argumentsOf: (module: Module) => unknown,
) {
  const target = await deviceNamed(ctx, deviceId, caller)
  const module = equipment.findModule(target.modelKey, name)
  if (module?.kind === 'change') note({ action: `swcore:${name}`, device_id: target.deviceId })
  const permission = module?.permission ?? 'device_show'
  if (!caller.permissions.has(permission))
    throw fail('EQUIPMENT_PERMISSION_MISSING', { module: name, permission })
  if (!module) throw fail('EQUIPMENT_MODULE_UNKNOWN', { module: name })
  if (method === 'GET' && module.kind === 'change') throw fail('EQUIPMENT_CHANGE_BY_GET', { module: name })
  const { data, meta } = await equipment.call(target, module, argumentsOf(module), { from, caller, signal })
  note({ meta: { reply: data } })
  return new Reply(data, { [name]: meta })
}

/** Sorted, so that the document does not depend on the order in which drivers are loaded. */
const modulesOf = ({ equipment }: EquipmentContext, kinds: readonly Module['kind'][]) =>
  [...equipment.catalogue.values()]
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

export function callRoutes(routes: Routes, context: EquipmentContext): void {
  routes.get(
    '/switcher-core/:from/:module/:deviceId',
    {
      ...shared,
      asksDevice: true,
      operationId: 'equipment.module.read',
      scope: 'group',
      errors: [405],
      summary: 'Asks a device, with arguments in the query string',
      query: Arguments,
      documented: () => {
        const modules = modulesOf(context, ['read'])
        return { query: anyArguments(modules), response: anyResult(modules) }
      },
    },
    request => callModule(context, request, 'GET', module => coercedArguments(module, request.query)),
  )
  routes.post(
    '/switcher-core/:from/:module/:deviceId',
    {
      ...shared,
      asksDevice: true,
      operationId: 'equipment.module.call',
      scope: 'group',
      summary: 'Calls a module of a device',
      body: Arguments,
      documented: () => {
        const modules = modulesOf(context, ['read', 'change'])
        return { body: anyArguments(modules), response: anyResult(modules) }
      },
      multipart: true,
      changesDevice: ({ module }) => context.equipment.catalogue.get(module)?.kind === 'change',
    },
    request =>
      callModule(context, request, 'POST', module => {
        const type = String(request.headers['content-type'] ?? '')
        const form = type.startsWith('multipart/') || type.startsWith('application/x-www-form-urlencoded')
        return form ? coercedArguments(module, request.body) : request.body
      }),
  )
}

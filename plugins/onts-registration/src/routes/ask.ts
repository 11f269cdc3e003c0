import { Interface } from '@linecard/driver-kit/modules'
import { closedObject, freeObject, idOf, nullable, type Caller, type Routes } from '@linecard/plugin-kit'
import { FormField } from '@linecard/template-kit'
import { Type as T } from 'typebox'
import { exampleVariables } from '../control/example.ts'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import { formAt, variablesAt } from '../plan/shown.ts'
import { oltNow } from '../plan/port.ts'
import { nameOf } from '../plan/waiting.ts'
import { Ident, ShownTemplate, named } from '../schemas.ts'
import type { Registrations } from '../registrations.ts'

const base = '/component/onts_registration'
const common = { tag: 'onts-registration', permission: 'unregistered_onts', asksDevice: true } as const

const Form = closedObject(
  {
    template: ShownTemplate,
    form: T.String({ description: 'Name of the form' }),
    fields: T.Array(FormField),
  },
  { $id: 'onts-registration.Form', description: 'The form for an ONU that waits' },
)
const Found = closedObject(
  {
    interface: Interface,
    stored_id: nullable(T.Integer({ description: 'Stored interface; null: not stored yet' })),
    status: nullable(T.String({ description: 'As stored; null: not stored or not known' })),
  },
  { $id: 'onts-registration.Found', description: 'Where an ONU is registered' },
)

const oltOf = async ({ ctx }: Registrations, id: number, caller: Caller) => ({
  ctx,
  target: await ctx.use('devices').target({ id }, caller),
  caller,
  hold: null,
})
const query = closedObject({ device_id: idOf('an OLT'), ident: Ident })

export function askRoutes(routes: Routes, parts: Registrations): void {
  variablesRoute(routes, parts)
  formRoute(routes, parts)
  findRoute(routes, parts)
}

function variablesRoute(routes: Routes, parts: Registrations): void {
  routes.get(
    `${base}/variables`,
    {
      ...common,
      operationId: 'onts-registration.variables',
      scope: 'group',
      summary: 'What templates see of an ONU that waits',
      description:
        'With `ont`, `iface` (its PON port) and `free`: `free.first` is the number that it would get.',
      query,
      response: freeObject('Variables by name'),
      errors: [404, 409],
      example: exampleVariables,
    },
    async ({ query: { device_id: id, ident }, caller }) => ({
      ...(await variablesAt(await oltOf(parts, id, caller), ident)).variables,
    }),
  )
}

function formRoute(routes: Routes, parts: Registrations): void {
  routes.post(
    `${base}/form`,
    {
      ...common,
      operationId: 'onts-registration.form',
      scope: 'group',
      summary: 'The form for an ONU that waits, with what was filled in so far',
      description: 'Of the enabled template of the model, the first form for the model of the ONU.',
      readOnly: true,
      body: closedObject({
        device: named.device,
        ident: named.ident,
        params: named.params,
        template: named.template,
      }),
      response: Form,
      errors: [400, 404, 409],
      example: { template: { id: 3, name: 'ZTE: bridge', version: 4 }, form: 'Every ONU', fields: [] },
    },
    async ({ body, caller }) => {
      const { template, form, fields } = await formAt(parts, await oltOf(parts, body.device.id, caller), {
        ident: body.ident,
        params: body.params ?? {},
        template: body.template?.id,
      })
      const { id, name, version } = template
      return { template: { id, name, version }, form, fields }
    },
  )
}

function findRoute(routes: Routes, parts: Registrations): void {
  const { ctx } = parts
  routes.get(
    `${base}/find`,
    {
      ...common,
      operationId: 'onts-registration.find',
      scope: 'group',
      summary: 'Where an ONU is registered on an OLT now',
      description: 'Reads the OLT. 404: it has no ONU with this ident.',
      query,
      response: Found,
      errors: [404],
      example: {
        interface: {
          id: 268501253,
          name: 'gpon-onu_1/1/1:5',
          type: 'ONU',
          parent: 268501248,
          if_index: null,
        },
        stored_id: 811,
        status: 'Online',
      },
    },
    async ({ query: { device_id: id, ident }, caller }) => {
      const olt = await oltOf(parts, id, caller)
      const found = (await oltNow(olt)).registered.get(identKey(ident))
      if (!found) throw fail('ONTS_REGISTRATION_NOT_FOUND', { ident, device: await nameOf(olt) })
      const stored = await ctx.use('interfaces').onDevice(id, found.name, caller)
      return { interface: found, stored_id: stored?.id ?? null, status: stored?.status ?? null }
    },
  )
}

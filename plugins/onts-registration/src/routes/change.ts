import { Reference, closedObject, nullable, type Caller, type Routes } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { move } from '../batch/perform.ts'
import { fail } from '../errors.ts'
import { lastDone, scriptOf } from '../run/store.ts'
import { failureOf } from '../run/outcome.ts'
import { replace } from '../doing/register.ts'
import { runViews } from './run-view.ts'
import { AcceptLoss, Ident, RunView, exampleRun, named } from '../schemas.ts'
import { keepSecrets } from '../plan/texts.ts'
import type { Registrations } from '../registrations.ts'

const base = '/component/onts_registration'
const common = {
  tag: 'onts-registration',
  permission: 'unregistered_onts',
  changesDevice: true,
  errors: [400, 404, 409] as number[],
} as const

const Moved = closedObject(
  { registered: RunView, removed: nullable(RunView) },
  {
    $id: 'onts-registration.Moved',
    description: 'A move: its registration, and between two OLTs the removal from the first one',
  },
)

const targetOf = ({ ctx }: Registrations, id: number, caller: Caller) =>
  ctx.use('devices').target({ id }, caller)

export function changeRoutes(routes: Routes, parts: Registrations): void {
  replaceRoute(routes, parts)
  moveRoute(routes, parts)
}

function replaceRoute(routes: Routes, parts: Registrations): void {
  routes.post(
    `${base}/replace`,
    {
      ...common,
      operationId: 'onts-registration.replace',
      scope: 'group',
      summary: 'Puts an ONU that waits in the place of another one, with its number and services',
      description:
        'One transaction, proven on the OLT. If it fails, the old ONU is registered again. Without ' +
        '`params` those of the registration of the old ONU are taken.',
      body: closedObject({
        device: named.device,
        old: { ...Ident, description: 'Ident of the ONU that goes' } as typeof Ident,
        ident: {
          ...Ident,
          description: 'Ident of the ONU that comes; it must wait on the same port',
        } as typeof Ident,
        params: named.params,
        template: named.template,
        accept_loss: AcceptLoss,
      }),
      response: RunView,
      example: { ...exampleRun, kind: 'replace' },
    },
    async ({ body, caller, signal, note }) => {
      const target = await targetOf(parts, body.device.id, caller)
      note({ device_id: target.deviceId })
      const { old, ident, params, template, accept_loss: acceptLoss } = body
      await keepSecrets(parts, [params])
      const run = await replace(
        parts,
        { old, ident, params, template: template?.id, acceptLoss },
        { target, caller, signal },
      )
      const failure = failureOf(run)
      if (failure) throw failure
      return (await runViews(parts, caller, [run], true))[0]!
    },
  )
}

function moveRoute(routes: Routes, parts: Registrations): void {
  routes.post(
    `${base}/move`,
    {
      ...common,
      operationId: 'onts-registration.move',
      scope: 'group',
      summary: 'Moves an ONU to another port of its OLT, or to another OLT',
      description:
        'On one OLT it is one transaction, and a failure puts it back. Between two, it is registered at ' +
        'the new OLT first, where it must wait, and then removed from the old one. Without `params` ' +
        'those of its registration are taken. If only the removal fails, the error says so, and the same ' +
        'move again does only the removal.',
      body: closedObject({
        device: named.device,
        ident: named.ident,
        to: closedObject({
          device: T.Optional(Reference),
          port: T.Union([T.Integer(), T.String({ minLength: 1, maxLength: 255 })], {
            description: 'Bind key or name of the PON port',
          }),
        }),
        number: named.number,
        params: named.params,
        accept_loss: AcceptLoss,
      }),
      response: Moved,
      example: { registered: { ...exampleRun, kind: 'move' }, removed: null },
    },
    async ({ body, caller, signal, note }) => {
      const { device, ident, to, number, params: given, accept_loss: acceptLoss = false } = body
      await keepSecrets(parts, [given])
      const from = await targetOf(parts, device.id, caller)
      note({ device_id: from.deviceId })
      const last = given ? undefined : await lastDone(parts, ident, from.deviceId!)
      const params = given ?? (last ? scriptOf(parts, last).params : undefined)
      if (!params) throw fail('ONTS_REGISTRATION_NO_PARAMS', { ident })
      const { run, removed, failure } = await move(
        parts,
        {
          fromId: from.deviceId!,
          toId: to.device?.id ?? from.deviceId!,
          ident,
          port: String(to.port),
          params,
          acceptLoss,
          ...(number !== undefined && { number }),
        },
        { caller, signal, batchId: null },
      )
      if (failure) throw failure
      const views = await runViews(parts, caller, removed ? [run, removed] : [run])
      return { registered: views[0]!, removed: views[1] ?? null }
    },
  )
}

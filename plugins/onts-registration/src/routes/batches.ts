import { IdParams, Reference, closedObject, idOf, type Caller, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import { Type as T } from 'typebox'
import { constantsOf, Mapping } from '../batch/mapping.ts'
import { planCutOver, planRows } from '../batch/plan.ts'
import { batchById, batchRows, createBatch, rowsOf, stateBatch } from '../batch/store.ts'
import {
  BatchSummary,
  BatchView,
  batchSummaries,
  batchView,
  exampleBatch,
  exampleSummary,
} from '../batch/view.ts'
import { startBatch } from '../batch/work.ts'
import { batchKinds, batchStates, mostRows } from '../words/batch.ts'
import { fail } from '../errors.ts'
import { AcceptLoss, Ident, Params, named } from '../schemas.ts'
import { keepSecrets } from '../plan/texts.ts'
import type { Registrations } from '../registrations.ts'

const path = '/component/onts_registration/batches'
const common = {
  tag: 'onts-registration',
  permission: 'unregistered_onts',
  response: BatchView,
  example: exampleBatch,
} as const
const PortOf = (what: string) =>
  closedObject({
    device: Reference,
    port: T.Union([T.Integer(), T.String({ minLength: 1, maxLength: 255 })], {
      description: `Bind key or name of the PON port ${what}`,
    }),
  })

const shownBatch = async (parts: Registrations, id: number, caller: Caller) =>
  batchView(parts, caller, await batchById(parts, caller, id), await rowsOf(parts, id))

export function batchRoutes(routes: Routes, parts: Registrations): void {
  planRoute(routes, parts)
  cutOverRoute(routes, parts)
  batchList(routes, parts)
  workRoutes(routes, parts)
}

function planRoute(routes: Routes, parts: Registrations): void {
  routes.post(
    path,
    {
      ...common,
      operationId: 'onts-registration.batches.plan',
      scope: 'group',
      summary: 'Plans the registration of many ONUs of an OLT. Nothing is changed',
      description:
        'One row an ident; a row that cannot be done says why. `start` carries it out. The numbers are ' +
        'chosen when each row is done.',
      asksDevice: true,
      status: 201,
      body: closedObject({
        device: Reference,
        rows: T.Array(closedObject({ ident: Ident, params: named.params, number: named.number }), {
          minItems: 1,
          maxItems: mostRows,
        }),
        params: T.Optional({ ...Params, description: 'For rows without their own' } as typeof Params),
        template: named.template,
      }),
      errors: [400, 404, 409],
    },
    async ({ body, caller }) => {
      await keepSecrets(parts, [body.params, ...body.rows.map(({ params }) => params)])
      const target = await parts.ctx.use('devices').target({ id: body.device.id }, caller)
      const deviceId = target.deviceId!
      const tasks = body.rows.map(({ ident, params = body.params ?? {}, number = null }) => ({
        kind: 'register' as const,
        deviceId,
        ident,
        params,
        number,
        template: body.template?.id ?? null,
      }))
      const rows = await planRows(parts, { ctx: parts.ctx, target, caller, hold: null }, tasks)
      return shownBatch(parts, await createBatch(parts, { kind: 'batch', deviceId, caller, rows }), caller)
    },
  )
}

function cutOverRoute(routes: Routes, parts: Registrations): void {
  routes.post(
    '/component/onts_registration/cut-over',
    {
      ...common,
      operationId: 'onts-registration.cut-over.plan',
      scope: 'group',
      summary: 'Plans that all ONUs of a PON port go to another port or OLT. Nothing is changed',
      description:
        'One row an ONU, with the params of its registration. Between OLTs an ONU is registered at the new ' +
        'one, where it must wait, and then removed from the old one; on one OLT it is one transaction. ' +
        '`mapping` makes the params of another template from the present ones.',
      asksDevice: true,
      status: 201,
      body: closedObject({
        from: PortOf('that is left'),
        to: PortOf('that gets the ONUs'),
        mapping: T.Optional(Mapping),
        params: T.Optional({
          ...Params,
          description: 'For ONUs that this service has not registered',
        } as typeof Params),
        accept_loss: AcceptLoss,
      }),
      errors: [400, 404, 409],
    },
    async ({ body, caller }) => {
      const { from, to, mapping, params, accept_loss: acceptLoss } = body
      await keepSecrets(parts, [params, ...constantsOf(mapping)])
      const source = await parts.ctx.use('devices').target({ id: from.device.id }, caller)
      const target = await parts.ctx.use('devices').target({ id: to.device.id }, caller)
      const rows = await planCutOver(parts, {
        from: { target: source, port: from.port },
        to: { target, port: to.port },
        mapping,
        params,
        acceptLoss,
        caller,
      })
      const deviceId = target.deviceId!
      return shownBatch(parts, await createBatch(parts, { kind: 'cut_over', deviceId, caller, rows }), caller)
    },
  )
}

function batchList(routes: Routes, parts: Registrations): void {
  const { tag, permission } = common
  listRoute(routes, parts.ctx, {
    path,
    tag,
    permission,
    operationId: 'onts-registration.batches.list',
    scope: 'group',
    summary: 'Batches and cut-overs, the newest first',
    description: 'Each with its rows counted; GET of one tells the result of each row.',
    view: BatchSummary,
    example: [exampleSummary],
    filters: {
      device_id: idOf('an OLT: that gets the ONUs'),
      kind: T.Enum([...batchKinds], { description: 'Only batches, or only cut-overs' }),
      state: T.Enum([...batchStates], { description: 'Where it stands' }),
    },
    sort: [],
    order: '-id',
    cap: 1000,
    rows: ({ em, caller }) => batchRows(parts, em, caller),
    shown: (rows, { caller }) => batchSummaries(parts, caller, rows),
  })
}

function workRoutes(routes: Routes, parts: Registrations): void {
  routes.get(
    `${path}/:id`,
    {
      ...common,
      operationId: 'onts-registration.batches.get',
      scope: 'group',
      summary: 'A batch or a cut-over, with the result of each row',
      description: 'While it runs it tells the progress.',
      params: IdParams,
      errors: [404],
    },
    async ({ params, caller }) => shownBatch(parts, params.id, caller),
  )

  routes.post(
    `${path}/:id/start`,
    {
      ...common,
      operationId: 'onts-registration.batches.start',
      scope: 'group',
      summary: 'Carries out a batch, or goes on with one that was stopped',
      description:
        'One row after the other, each a transaction of its own. The work goes on after the answer. With ' +
        '`retry`, rows that failed are done again; rows that are done never are.',
      params: IdParams,
      changesDevice: true,
      status: 202,
      body: closedObject({ retry: T.Optional(T.Boolean({ default: false })) }),
      errors: [404, 409],
    },
    async ({ params, body, caller, note }) => {
      const batch = await batchById(parts, caller, params.id)
      note({ device_id: batch.device_id })
      await startBatch(parts, batch, caller, body.retry ?? false)
      return shownBatch(parts, batch.id, caller)
    },
  )

  routes.post(
    `${path}/:id/cancel`,
    {
      ...common,
      operationId: 'onts-registration.batches.cancel',
      scope: 'group',
      summary: 'Stops a batch between two rows',
      description: 'The row that is being done is brought to its end. `start` goes on with the rest.',
      params: IdParams,
      errors: [404, 409],
    },
    async ({ params, caller, note }) => {
      const { id, state, device_id: device } = await batchById(parts, caller, params.id)
      note({ device_id: device })
      if (!(await stateBatch(parts, id, 'stopped', ['running'])))
        throw fail('ONTS_REGISTRATION_BATCH_STATE', { id, state, wanted: 'running' })
      return shownBatch(parts, id, caller)
    },
  )
}

import { IdParams, closedObject, type Routes } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import { Type as T } from 'typebox'
import { rollBackAgain, verifyAgain } from '../doing/again.ts'
import { ofRuns, runRows, seenRun } from '../run/list.ts'
import { failureOf } from '../run/outcome.ts'
import { runViews } from './run-view.ts'
import { AcceptLoss, RunView, exampleRun } from '../schemas.ts'
import type { Registrations } from '../registrations.ts'

const path = '/component/onts_registration/registrations'
const common = { tag: 'onts-registration', permission: 'unregistered_onts' } as const

export function runRoutes(routes: Routes, parts: Registrations): void {
  readRoutes(routes, parts)
  openRoutes(routes, parts)
}

function readRoutes(routes: Routes, parts: Registrations): void {
  listRoute(routes, parts.ctx, {
    ...common,
    ...ofRuns,
    path,
    operationId: 'onts-registration.registrations.list',
    scope: 'group',
    summary: 'Registrations with their outcome: open ones first, then the newest',
    description: 'Open ones are being worked on, or have something left on the OLT. Without the console.',
    view: RunView,
    example: [exampleRun],
    rows: ({ em, caller }) => runRows(parts, em, caller),
    shown: (rows, { caller }) => runViews(parts, caller, rows),
  })
  routes.get(
    `${path}/:id`,
    {
      ...common,
      operationId: 'onts-registration.registrations.get',
      scope: 'group',
      summary: 'One registration: state, what the OLT showed, and what is left',
      description: 'The console is shown with the permission `unregistered_onts_preview`.',
      params: IdParams,
      response: RunView,
      errors: [404],
      example: exampleRun,
    },
    async ({ params, caller }) =>
      (await runViews(parts, caller, [await seenRun(parts, caller, params.id)], true))[0]!,
  )
}

/** What is done about open ones. */
function openRoutes(routes: Routes, parts: Registrations): void {
  routes.post(
    `${path}/:id/verify`,
    {
      ...common,
      operationId: 'onts-registration.registrations.verify',
      scope: 'group',
      summary: 'Looks at the OLT what became of an open registration',
      description: 'Sends nothing that changes. The answer has the new state, also if it is still open.',
      params: IdParams,
      asksDevice: true,
      response: RunView,
      errors: [404, 409],
      example: exampleRun,
    },
    async ({ params, caller, note }) => {
      const before = await seenRun(parts, caller, params.id)
      note({ device_id: before.device_id })
      const run = await verifyAgain(parts, before, caller)
      return (await runViews(parts, caller, [run], true))[0]!
    },
  )
  routes.post(
    `${path}/:id/rollback`,
    {
      ...common,
      operationId: 'onts-registration.registrations.rollback',
      scope: 'group',
      summary: 'Removes a registration from its OLT with the undo of its template',
      description:
        'For an open registration, and for one that is done while its ONU has its place. The OLT is read ' +
        'afterwards: it succeeds only if nothing is left. 409: another ONU has the place; nothing was sent.',
      params: IdParams,
      body: T.Optional(closedObject({ accept_loss: AcceptLoss })),
      changesDevice: true,
      response: RunView,
      errors: [404, 409],
      example: { ...exampleRun, state: 'rolled_back' },
    },
    async ({ params, body, caller, signal, note }) => {
      const before = await seenRun(parts, caller, params.id)
      note({ device_id: before.device_id })
      const run = await rollBackAgain(parts, before, {
        caller,
        signal,
        acceptLoss: body?.accept_loss ?? false,
      })
      const failure = run.state === 'rolled_back' ? null : failureOf(run)
      if (failure) throw failure
      return (await runViews(parts, caller, [run], true))[0]!
    },
  )
}

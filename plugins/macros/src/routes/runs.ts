import { idOf, IdParams, LaterReply, type Routes } from '@linecard/plugin-kit'
import { filter, listRoute } from '@linecard/plugin-kit/resource'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T } from 'typebox'
import { fail } from '../errors.ts'
import { shownRun, shownRuns } from '../runs/view.ts'
import { noteCancel, runById, runRows } from '../runs/store.ts'
import { exampleRun, Run } from '../schemas.ts'
import type { Macros } from '../setup.ts'
import { runStatuses } from '../tables.ts'

const tag = 'macros'
const permission = 'macros_execute'

/** Progress, outcome, and the end of a run between two commands. */
export function runRoutes(declare: Routes, { ctx, running }: Macros): void {
  listRoute(declare, ctx, {
    path: '/component/macros/runs',
    operationId: 'macros.runs.list',
    scope: 'group',
    tag,
    summary: 'Runs of macros, the newest first',
    description: 'Your own, or with `own=false` those of everybody on devices that you see.',
    permission,
    view: Run,
    example: [{ ...exampleRun, commands: [] }],
    filters: {
      device_id: idOf('a device'),
      own: filter(
        T.Boolean({ default: true, description: 'false: of everybody, on devices that you see' }),
        own => (own ? sql`r.own` : sql`true`),
      ),
      status: T.Enum([...runStatuses], { description: 'Only runs with this status' }),
    },
    sort: [],
    order: '-id',
    cap: 1000,
    rows: ({ em, caller }) => runRows(ctx, em, caller),
    shown: (rows, { caller }) => shownRuns(ctx, rows, caller),
  })
  declare.get(
    '/component/macros/runs/:id',
    {
      operationId: 'macros.run.get',
      scope: 'group',
      tag,
      summary: 'One run, with the commands that have run so far',
      description: 'Commands are stored as they end, so a run that goes on shows its progress.',
      permission,
      params: IdParams,
      response: Run,
      example: exampleRun,
    },
    async ({ params: { id }, caller }) => shownRun(ctx, await runById(ctx, id, caller), caller),
  )
  declare.post(
    '/component/macros/runs/:id/cancel',
    {
      operationId: 'macros.run.cancel',
      scope: 'group',
      tag,
      summary: 'Ends a run between two commands',
      description:
        'The command that is being typed is completed; the next is not sent. Your own runs; with ' +
        'macros_edit those of others too. 409: it has ended already.',
      permission,
      action: 'macros:cancelled',
      later: true,
      params: IdParams,
      response: Run,
      example: { ...exampleRun, status: 'RUNNING', success: false, cancelled_by: 'petrenko', ended_at: null },
      errors: [409],
    },
    async ({ params: { id }, caller, note }) => {
      const row = await runById(ctx, id, caller)
      if (row.user_id !== caller.userId && !caller.permissions.has('macros_edit'))
        throw fail('MACROS_RUN_UNKNOWN', { id })
      await noteCancel(ctx, row, caller)
      note({ device_id: row.device_id, message: `run ${id} of "${row.macro_name}"` })
      await running.cancel(id)
      return new LaterReply(await shownRun(ctx, await runById(ctx, id, caller), caller))
    },
  )
}

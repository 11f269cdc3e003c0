import { setTimeout as sleep } from 'node:timers/promises'
import {
  closedObject,
  idOf,
  InterfaceWord,
  keepFromRecord,
  LaterReply,
  sources,
  type Routes,
} from '@linecard/plugin-kit'
import { secretsAmong } from '@linecard/template-kit'
import { Type as T } from 'typebox'
import { execute } from '../execute.ts'
import { failureOf, shownRun } from '../runs/view.ts'
import { runById } from '../runs/store.ts'
import { exampleRun, Run } from '../schemas.ts'
import type { Macros } from '../setup.ts'
import { macroFor } from './list.ts'

/** Longest wait for the end of a run, in seconds. */
const longest = 240

const Body = closedObject(
  {
    device: T.Object({ id: idOf('a device') }, { description: 'Only the id counts' }),
    macros: T.Object({ id: idOf('a macro') }, { description: 'Only the id counts' }),
    interface: T.Optional(
      T.Union([T.Object({ id: T.Union([T.Integer(), InterfaceWord]) }), T.Null()], {
        description: 'The port or ONU; its id, bind key or name',
      }),
    ),
    params: T.Optional(T.Record(T.String(), T.Unknown(), { description: 'By the keys of the fields' })),
    from: T.Optional(sources),
    revert_after_sec: T.Optional(
      T.Integer({
        minimum: 60,
        maximum: 3600,
        description:
          'For changes that may cut the service off: the device restarts with its saved configuration ' +
          'after this time, unless it is reached over a new connection afterwards. The macro must not save',
      }),
    ),
    wait: T.Optional(
      T.Integer({
        minimum: 0,
        maximum: longest,
        default: longest,
        description: 'Seconds to wait for the end; after them 202, and the run goes on',
      }),
    ),
  },
  { examples: [{ device: { id: 17 }, macros: { id: 7 }, interface: { id: 96_252 }, params: {} }] },
)

/** Runs a macro. */
export function executeRoute(declare: Routes, macros: Macros): void {
  const { ctx } = macros
  declare.post(
    '/component/macros/execute',
    {
      operationId: 'macros.macro.execute',
      scope: 'group',
      tag: 'macros',
      summary: 'Runs a macro on a device',
      description:
        'Role, model, place and fields are checked, variables are read from the device (`from`), the ' +
        'commands are rendered, and then typed in one session. It stops at the first command that fails, ' +
        'unless the macro says otherwise. 502: a command failed, with all outputs so far in `details`; ' +
        '409: it was cancelled, or another change is running; 422: the macro is not for this place; ' +
        '404: another role. Before the first command nothing was sent; the error says so.',
      permission: 'macros_execute',
      changesDevice: true,
      later: true,
      body: Body,
      response: Run,
      example: exampleRun,
      errors: [404, 409, 422, 429],
    },
    async ({ body, caller, signal, note, log }) => {
      // Of all macros: the record is written also if this one is not found.
      const fields = (await macros.store.all()).flatMap(({ definition }) => definition.parameters)
      keepFromRecord(secretsAmong(fields, body.params).values)
      const { macro } = await macroFor(macros, body.macros.id, caller)
      const target = await ctx.use('devices').target({ id: body.device.id }, caller)
      note({ device_id: target.deviceId, message: `macro "${macro.name}"` })
      const { id, ended } = await execute(macros, {
        target,
        macro,
        interface: body.interface ? String(body.interface.id) : undefined,
        params: body.params ?? {},
        from: body.from ?? 'device',
        revertAfterSec: body.revert_after_sec,
        caller,
        signal,
        log,
      })
      note({ meta: { run: id, macro: macro.id, version: macro.version } })
      const timer = new AbortController()
      const waited = sleep((body.wait ?? longest) * 1000, undefined, { signal: timer.signal })
      await Promise.race([ended, waited.catch(() => undefined)])
      timer.abort()
      const run = await shownRun(ctx, await runById(ctx, id, caller), caller)
      if (run.status === 'RUNNING') return new LaterReply(run)
      const failure = failureOf(run)
      if (failure) throw failure
      return run
    },
  )
}

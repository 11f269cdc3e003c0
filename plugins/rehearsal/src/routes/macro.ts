import { DeviceError } from '@linecard/driver-kit'
import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import {
  needPermission,
  closedObject,
  idOf,
  InterfaceWord,
  type Caller,
  type CommandOutcome,
  type PreparedMacro,
  type Routes,
} from '@linecard/plugin-kit'
import { Parameter } from '@linecard/template-kit'
import { Type as T } from 'typebox'
import type { LivingCopy } from '../copies/copies.ts'
import { fail } from '../errors.ts'
import { exampleMacro, MacroRehearsal } from '../schemas.ts'
import type { Rehearsals } from '../setup.ts'
import { copyShown, differenceShown, outcomeShown } from './shown.ts'

const unsaved = {
  template: T.Optional(T.String({ maxLength: 200_000, description: 'Unsaved text of a template' })),
  blocks: T.Optional(
    T.Record(T.String({ pattern: '^[a-z][a-z_0-9]{0,63}$' }), T.String({ maxLength: 200_000 })),
  ),
  parameters: T.Optional(T.Array(Parameter, { maxItems: 100 })),
  modules: T.Optional(T.Array(T.String({ maxLength: 100 }), { maxItems: 30 })),
  on_error: T.Optional(T.Enum(['stop', 'continue'])),
}

const Body = closedObject(
  {
    device: T.Object({ id: idOf('a device') }, { description: 'Only the id counts' }),
    macros: T.Optional(T.Object({ id: idOf('a macro') }, { description: 'Absent: only `template`' })),
    interface: T.Optional(
      T.Union([T.Object({ id: T.Union([T.Integer(), InterfaceWord]) }), T.Null()], {
        description: 'The port or ONU; its id, bind key or name',
      }),
    ),
    params: T.Optional(T.Record(T.String(), T.Unknown(), { description: 'By the keys of the fields' })),
    ...unsaved,
  },
  { examples: [{ device: { id: 17 }, macros: { id: 7 }, interface: { id: 96_252 }, params: {} }] },
)

/** Types the commands on the copy. A session that the copy ends is an outcome too. */
async function typed(
  { ctx }: Rehearsals,
  { target }: LivingCopy,
  { args }: PreparedMacro,
  caller: Caller,
): Promise<{ commands: CommandOutcome[]; failure: string | null }> {
  try {
    const { data } = await ctx
      .use('equipment')
      .callByName(target, multiConsoleCommand.name, args, { from: 'device', caller })
    return { commands: data as CommandOutcome[], failure: null }
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    return { commands: (error.partial ?? []) as CommandOutcome[], failure: error.message }
  }
}

/** Rehearses a macro. */
export function macroRoute(routes: Routes, rehearsals: Rehearsals): void {
  const { ctx, copies } = rehearsals
  routes.post(
    '/component/macros/rehearse',
    {
      operationId: 'rehearsal.macro.rehearse',
      scope: 'group',
      tag: 'rehearsal',
      summary: 'Runs a macro on a living copy of the device, and shows what it changes',
      description:
        'The copy comes from the stored answers of the device, which is not touched; `copy.not_copied` ' +
        'says what it does not have. With `template` an unsaved text is rehearsed, with `macros` the rest ' +
        'of it comes from this macro. `changes` is the difference of the configurations of the copy. ' +
        '422: there is no living model of this maker, or the macro is not for this place; 409: nothing is ' +
        'stored of the device, or the time limit is over; 503: too many rehearsals run.',
      // That of what is rehearsed, which another plugin declares: see the handler.
      permission: 'signed-in',
      readOnly: true,
      body: Body,
      response: MacroRehearsal,
      example: exampleMacro,
      errors: [400, 404, 409, 422, 503],
    },
    async ({ body, caller, signal }) => {
      needPermission(caller, 'macros_execute')
      const { device, macros: named, interface: at, params = {}, ...rest } = body
      if (!named && rest.template === undefined)
        throw fail('REHEARSAL_NOTHING_NAMED', {}, [{ path: 'macros', message: 'is missing' }])
      return copies.with({ deviceId: device.id, caller, signal }, async (copy, within) => {
        const prepared = await ctx
          .use('macros')
          .prepare({
            deviceId: device.id,
            macro: named?.id ?? null,
            unsaved: rest,
            interface: at ? String(at.id) : undefined,
            params,
            caller,
            signal: within,
          })
        await copy.keep('before')
        const { commands, failure } = await typed(rehearsals, copy, prepared, caller)
        await copy.keep('after')
        const last = commands.at(-1)
        if (failure !== null && last && last.error === null) last.error = failure
        return {
          ...(await copyShown(rehearsals, copy, caller)),
          macros: prepared.macro,
          interface: prepared.interface,
          success: failure === null && commands.every(({ success }) => success),
          commands: commands.map(outcomeShown),
          of: prepared.commands.length,
          changes: await differenceShown(
            rehearsals,
            copy,
            await copy.difference('before', 'after'),
            prepared.commands,
          ),
        }
      })
    },
  )
}

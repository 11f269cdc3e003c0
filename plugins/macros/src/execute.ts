import { DeviceError } from '@linecard/driver-kit'
import { multiConsoleCommand, parseInterface } from '@linecard/driver-kit/modules'
import {
  ApiError,
  type Caller,
  type CommandDone,
  type CommandWatch,
  type DeviceHold,
  type Logger,
  type Source,
  type Target,
} from '@linecard/plugin-kit'
import type { Command } from '@linecard/template-kit'
import type { Kept } from '@linecard/template-kit/control'
import type { GatheredVariables } from '@linecard/template-kit/variables'
import type { MacroDefinition } from './definition.ts'
import { fail } from './errors.ts'
import { assertFits, placeIn } from './fits.ts'
import { commandsIn, variablesAt } from './render.ts'
import { addCommand, beginRun, endRun, type RunEnd } from './runs/store.ts'
import type { Macros } from './setup.ts'

export interface Wanted {
  target: Target
  macro: Kept<MacroDefinition>
  interface?: string | undefined
  params: unknown
  from: Source
  /** The device undoes the change by itself after this time, if it cannot be reached. Absent: it does not. */
  revertAfterSec?: number | undefined
  caller: Caller
  signal: AbortSignal
  log: Logger
}

/** A run that has begun. `ended` never fails: the run itself has the outcome. */
export interface Begun {
  id: number
  ended: Promise<void>
}

/** The port must still be there before commands about it are typed. @throws DeviceError InterfaceMoved */
async function prove({ ctx }: Macros, wanted: Wanted, { iface, place }: GatheredVariables): Promise<void> {
  if (!iface || !place) return
  const { target, caller, signal } = wanted
  const asked = { interface: iface.id }
  const expected = place.expected ?? { id: iface.id, name: iface.name, mac: iface.mac_address ?? null }
  await ctx.use('equipment').call(target, parseInterface, asked, { from: 'device', caller, signal, expected })
}

/** How a run ended, from its rows or its failure. */
async function outcomeOf(
  { on_error: onError }: MacroDefinition,
  sending: Promise<readonly { success: boolean; error: string | null }[]>,
  { of, stop, sent }: { of: number; stop: AbortSignal; sent: () => number },
): Promise<RunEnd> {
  try {
    const rows = await sending
    const failed = rows.findIndex(({ success }) => !success)
    if (failed >= 0 && (onError === 'stop' || rows.length < of) && failed === rows.length - 1)
      return { status: 'FAILED', error_code: 'MACROS_COMMAND_REFUSED', error: rows[failed]!.error }
    if (rows.length < of && stop.aborted) return { status: 'CANCELLED', error_code: 'MACROS_CANCELLED' }
    return { status: 'SUCCESS' }
  } catch (error) {
    const known = error instanceof DeviceError || error instanceof ApiError
    const code = known ? error.code : 'SERVER_ERROR'
    const text = known ? error.message : 'The service failed. Its log has the reason'
    const reached = sent() > 0 || code === 'DEVICE_OUTCOME_UNKNOWN'
    return { status: reached ? 'UNKNOWN' : 'FAILED', error_code: code, error: text }
  }
}

/** Arguments of `multi_console_command`. */
export const argumentsOf = ({ on_error: onError }: MacroDefinition, commands: readonly Command[]) => ({
  // A line of constructs only: a pause, or a reason to stop.
  commands: commands.map(({ text, constructs, secrets }) =>
    text === ''
      ? (constructs ?? '')
      : { text, ...(constructs && { constructs }), ...(secrets && { secrets }) },
  ),
  break_on_error: onError === 'continue' ? ('no' as const) : ('yes' as const),
})

/** Types the commands in one session. */
async function type(
  { ctx }: Macros,
  { target, caller, macro, revertAfterSec }: Wanted,
  commands: readonly Command[],
  watch: CommandWatch,
) {
  const equipment = ctx.use('equipment')
  const args = argumentsOf(macro.definition, commands)
  const call = async (hold?: DeviceHold) =>
    (
      await equipment.call(target, multiConsoleCommand, args, {
        from: 'device',
        caller,
        step: macro.name,
        commands: watch,
        hold,
      })
    ).data
  if (revertAfterSec === undefined) return call()
  return equipment.guarded(target, { what: macro.name, revertAfterSec, caller }, ({ hold }) => call(hold))
}

async function runCommands(
  macros: Macros,
  wanted: Wanted,
  id: number,
  commands: readonly Command[],
): Promise<void> {
  const { ctx, running } = macros
  const { macro, log } = wanted
  const stop = running.begin(id)
  let stored: Promise<void> = Promise.resolve()
  let last = 0
  const onCommand = (done: CommandDone) => {
    last = done.at
    stored = stored
      .then(() => addCommand(ctx, id, done))
      .catch((error: unknown) => log.error({ err: error, run: id }, 'a command of a run cannot be stored'))
    return stored
  }
  try {
    const end = await outcomeOf(macro.definition, type(macros, wanted, commands, { onCommand, stop }), {
      of: commands.length,
      stop,
      sent: () => last,
    })
    await stored
    await endRun(ctx, id, end)
  } finally {
    running.end(id)
  }
}

/**
 * Checks everything that can be wrong, then begins to type. Nothing is sent if it throws.
 * @throws ApiError, TemplateError, DeviceError
 */
export async function execute(macros: Macros, wanted: Wanted): Promise<Begun> {
  const { ctx, renderer, running } = macros
  const { target, macro, caller, signal, params, from, interface: word } = wanted
  const person = await ctx.use('people').person(caller)
  assertFits(ctx, macro, person, await placeIn(ctx, target, word, caller))
  if (wanted.revertAfterSec !== undefined && !ctx.use('equipment').canRevert(target.modelKey))
    throw fail('MACROS_DOES_NOT_FIT', {
      name: macro.name,
      why: 'devices of this model cannot revert by themselves',
    })
  running.assertRoom()
  const gathered = await variablesAt(macro.definition, { ctx, target, caller, signal, from, interface: word })
  const { iface } = gathered
  // What the inventory does not know is known now.
  if (iface)
    assertFits(ctx, macro, person, {
      ...(await placeIn(ctx, target, undefined, caller)),
      interfaceType: iface.type,
    })
  const { commands } = await commandsIn(renderer, macro.definition, gathered.variables, params, {
    userId: caller.userId,
    signal,
  })
  if (commands.length === 0) throw fail('MACROS_NO_COMMANDS', { name: macro.name })
  await prove(macros, wanted, gathered)
  signal.throwIfAborted()
  const id = await beginRun(ctx, {
    macro_id: macro.id,
    macro_name: macro.name,
    macro_version: macro.version,
    display_output: macro.definition.display_output,
    device_id: target.deviceId!,
    bind_key: iface && String(iface.id),
    interface_name: iface?.name ?? null,
    user_id: caller.userId,
    login: caller.login,
    commands: commands.length,
    process: ctx.processes.id,
  })
  const ended = runCommands(macros, wanted, id, commands).catch((error: unknown) =>
    wanted.log.error({ err: error, run: id }, 'the end of a run cannot be stored'),
  )
  return { id, ended }
}

import { DeviceError, isComplete, type Module, type ResultOf } from '@linecard/driver-kit'
import {
  interfacesList,
  multiConsoleCommand,
  ponOntsMacAddr,
  ponOntsSerial,
  unregisteredOnts,
  type Interface,
} from '@linecard/driver-kit/modules'
import type { Answer, Caller, DeviceHold, Target } from '@linecard/plugin-kit'
import type { Command } from '@linecard/template-kit'
import { sameIdent } from '../ident.ts'
import type { Registrations } from '../registrations.ts'
import type { Outcome } from '../words/run.ts'

/** An OLT that one work holds. */
export interface HeldOlt {
  ctx: Registrations['ctx']
  target: Target
  caller: Caller
  /** Null: nothing is changed, so the OLT is not held. */
  hold: DeviceHold | null
  /** The target is a living copy of this device, of which templates see what is stored. */
  real?: Target
}

/** An ONU that stands on a PON port. */
export interface Standing {
  id: number
  name: string
  number: number | null
  ident: string | null
}

const answerOf = <M extends Module>(
  { ctx, target, caller, hold }: HeldOlt,
  module: M,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer<unknown>> =>
  ctx
    .use('equipment')
    .callByName(target, module.name, args, { from: 'device', caller, expected: null, ...(hold && { hold }) })

/** Asks the OLT now. */
export const ask = async <M extends Module>(
  olt: HeldOlt,
  module: M,
  args: Readonly<Record<string, unknown>>,
): Promise<ResultOf<M>> => (await answerOf(olt, module, args)).data as ResultOf<M>

/**
 * Asks the OLT now, for all rows: what is not among them is not there. With `enough` some rows may do.
 * @throws DeviceError DeviceTimeout if some have not come
 */
export async function askAll<M extends Module>(
  olt: HeldOlt,
  module: M,
  args: Readonly<Record<string, unknown>>,
  enough: (rows: ResultOf<M>) => boolean = () => false,
): Promise<ResultOf<M>> {
  const answer = await answerOf(olt, module, args)
  const { meta } = answer
  const data = answer.data as ResultOf<M>
  if (isComplete(meta.missing) || enough(data)) return data
  throw new DeviceError(
    'DeviceTimeout',
    `${olt.target.ip} has not told all rows of ${module.name}: others may be there.`,
    { missing: meta.missing },
  )
}

/** Modules that tell idents of ONUs, of those that the model has. */
const identModules = ({ ctx, target }: HeldOlt): readonly Module[] =>
  [ponOntsSerial, ponOntsMacAddr].filter(module => ctx.use('equipment').supports(target.modelKey, module))

/** Idents by bind key: of all ONUs, or of one port. */
export async function identsOf(olt: HeldOlt, port?: number): Promise<Map<number, string>> {
  const args = port === undefined ? {} : { interface: port }
  const idents = new Map<number, string>()
  let failure: unknown = null
  let told = false
  for (const module of identModules(olt)) {
    try {
      const rows = (await ask(olt, module, args)) as {
        interface: { id: number }
        serial?: string | null
        mac_address?: string | null
      }[]
      told = true
      for (const { interface: one, serial, mac_address: mac } of rows) {
        const ident = serial ?? mac
        if (ident) idents.set(one.id, ident)
      }
    } catch (error) {
      // An OLT may have the tables of one technology only.
      if (!(error instanceof DeviceError) || error.kind !== 'Unsupported') failure ??= error
    }
  }
  if (failure !== null || !told)
    throw failure ?? new DeviceError('Unsupported', 'It tells no idents of ONUs.')
  return idents
}

/** The ONUs of a port as the OLT shows them now. */
export async function standingOn(olt: HeldOlt, port: number): Promise<Standing[]> {
  const listed = (await askAll(olt, interfacesList, { parent: port, type: 'ONU' })) as Interface[]
  const onus = listed.filter(one => one.type === 'ONU' && one.parent === port)
  if (onus.length === 0) return []
  const idents = await identsOf(olt, port)
  return onus.map(({ id, name, _onu: number }) => ({
    id,
    name,
    number: number ?? null,
    ident: idents.get(id) ?? null,
  }))
}

/** The ONU among the unregistered ones; undefined: it is not there. */
export async function waitingRow(olt: HeldOlt, ident: string) {
  const find = (rows: ResultOf<typeof unregisteredOnts>) =>
    rows.find(({ _ident: waiting }) => sameIdent(waiting, ident))
  return find(await askAll(olt, unregisteredOnts, {}, rows => find(rows) !== undefined))
}

/** How a sequence of commands ended. `lost`: what came of the command after `outcomes` is not known. */
export interface Sent {
  outcomes: Outcome[]
  ended: 'all' | 'refused' | 'lost' | 'not_sent'
  error: { code: string; message: string } | null
}

const outcomeOf = (row: Partial<Outcome> & { command: string }): Outcome => ({
  command: row.command,
  output: row.output ?? '',
  success: row.success ?? false,
  error: row.error ?? null,
  spent_ms: row.spent_ms ?? null,
})

/** After these the command may have been done all the same. */
const undecided = new Set<string>([
  'SessionLost',
  'NoPrompt',
  'DeviceTimeout',
  'DeviceUnreachable',
  'OutcomeUnknown',
])

/** Runs commands on the console, and tells each outcome as it goes. Never fails. */
export async function send(
  { ctx, target, caller, hold }: HeldOlt,
  commands: readonly Command[],
  { breakOnError, done }: { breakOnError: boolean; done(outcome: Outcome): Promise<void> },
): Promise<Sent> {
  const outcomes: Outcome[] = []
  let kept: Promise<void> = Promise.resolve()
  const told = () => kept.catch((error: unknown) => ctx.log.error({ err: error }, 'an outcome is not stored'))
  if (commands.length === 0) return { outcomes, ended: 'all', error: null }
  try {
    await ctx.use('equipment').callByName(
      target,
      multiConsoleCommand.name,
      { commands: [...commands], break_on_error: breakOnError ? 'yes' : 'no' },
      {
        from: 'device',
        caller,
        ...(hold && { hold }),
        commands: {
          onCommand(one) {
            const outcome = outcomeOf(one)
            outcomes.push(outcome)
            // The next command waits until this one is stored: after a crash at most one more was sent.
            kept = kept.then(() => done(outcome))
            return kept
          },
        },
      },
    )
    await told()
    const refused = outcomes.find(({ success }) => !success)
    return {
      outcomes,
      ended: refused ? 'refused' : 'all',
      error: refused
        ? { code: 'DEVICE_COMMAND_REJECTED', message: `"${refused.command}": ${refused.error ?? 'refused'}` }
        : null,
    }
  } catch (error) {
    await told()
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'INTERNAL_ERROR'
    const message = error instanceof Error ? error.message : String(error)
    const device = error instanceof DeviceError ? error : null
    // What failed in this service may have failed after it was sent.
    const sent = device ? undecided.has(device.kind) && !device.notSent : outcomes.length > 0
    const ended = sent ? 'lost' : outcomes.length > 0 ? 'refused' : 'not_sent'
    return { outcomes, ended, error: { code, message } }
  }
}

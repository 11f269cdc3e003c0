import type { Command } from '@linecard/template-kit'
import type { HeldOlt } from '../olt/device.ts'
import type { Registrations } from '../registrations.ts'
import type { Conflict } from '../words/conflict.ts'
import { cliOf, losing, readHad, withExtras } from './carry.ts'
import { conflictsOf, forbids } from './conflicts.ts'
import { heldOf, partOf, scriptFor, seenBy, type Draft } from './draft.ts'
import { hashOf, type Asked, type Made } from './make.ts'
import { oltNow, portOf } from './port.ts'
import { registeredOnt } from './standing.ts'
import { formFor, templateFor } from './template.ts'
import { waitingOnt } from './waiting.ts'

export interface AskedReplace extends Omit<Asked, 'number' | 'params'> {
  /** Ident of the ONU that goes. */
  old: string
  /** Absent: those of the registration of the old one. */
  params?: Record<string, unknown> | undefined
  /** It is done also if something of the configuration is lost. */
  acceptLoss?: boolean | undefined
}

/**
 * Plans that another ONU takes the place of one, with its number and its services. A roll-back puts the old
 * one back.
 */
export async function planReplacement(
  parts: Registrations,
  olt: HeldOlt,
  { ident, old: oldIdent, params: given, template: templateId, acceptLoss }: AskedReplace,
): Promise<Made> {
  const ont = await waitingOnt(olt, ident)
  const all = await oltNow(olt)
  const old = await registeredOnt(parts, olt, all, oldIdent)
  const template = await templateFor(parts, olt, ont.type, templateId)
  const now = portOf(all, old.port)
  const { number } = old.place
  const params = given ?? old.params ?? {}
  const draft: Draft = { ont, now, number, given: params, old: old.ont }
  const back: Draft = { ont: old.ont, now, number, given: old.params ?? params, old: ont }
  const [seen, seenBack] = [
    await seenBy(parts, olt, template, draft),
    await seenBy(parts, olt, template, back),
  ]
  const conflicts = await conflictsOf(olt, {
    ident: ont.ident,
    number,
    params: {},
    now,
    before: old.ont.ident,
  })
  if (ont.interface.id !== old.port.id)
    conflicts.push(otherPort(ont.ident, ont.interface.name, old.port.name))
  const part = async (which: 'commands' | 'undo' | 'replace', to: typeof seen) =>
    partOf(parts, template, which, to)
  const whole = template.definition.replace !== null
  const again = await part('commands', seenBack)
  const { held, ...extras } = await readHad(olt, heldOf(draft), old, again)
  if (!whole) conflicts.push(...losing(old.ont.ident, extras, acceptLoss))
  const carrying = (commands: Command[]) => withExtras(commands, extras.added, cliOf(olt), held.at)
  const script = conflicts.some(forbids)
    ? null
    : await scriptFor(parts, template, draft, seen, {
        commands: whole
          ? await part('replace', seen)
          : [...(await part('undo', seenBack)), ...carrying(await part('commands', seen))],
        undo: whole ? await part('replace', seenBack) : [...(await part('undo', seen)), ...carrying(again)],
        before: old.ont.ident,
        from: null,
        held,
        added: extras.added,
        lost: whole ? [] : extras.lost,
        inPlace: whole,
        former: old.secrets,
      })
  const form = formFor(template, ont.model).name
  const hash = hashOf({ script, conflicts: conflicts.map(({ code }) => code) })
  return { ont, template, form, number, conflicts, script, hash }
}

const otherPort = (ident: string, at: string, wanted: string): Conflict => ({
  code: 'other_port',
  severity: 'error',
  message: `${ident} waits on ${at}, and the old ONU is on ${wanted}: move it instead`,
})

import type { Interface } from '@linecard/driver-kit/modules'
import type { Command } from '@linecard/template-kit'
import { fail } from '../errors.ts'
import type { HeldOlt } from '../olt/device.ts'
import type { Registrations } from '../registrations.ts'
import { cliOf, losing, readHad, withExtras } from './carry.ts'
import { conflictsOf, forbids } from './conflicts.ts'
import { heldOf, partOf, scriptFor, seenBy, type Draft } from './draft.ts'
import { hashOf, type Made } from './make.ts'
import { oltNow, portOf } from './port.ts'
import { registeredOnt, type Registered } from './standing.ts'
import { formFor, templateFor } from './template.ts'
import { nameOf } from './waiting.ts'

export interface AskedMove {
  ident: string
  /** Bind key or name of the PON port. */
  port: string | number
  number?: number | undefined
  params?: Record<string, unknown> | undefined
  /** It goes also if something of its configuration is lost. */
  acceptLoss?: boolean | undefined
}

/** @throws ApiError ONTS_REGISTRATION_NO_PORT */
export async function ponNamed(
  olt: HeldOlt,
  ports: readonly Interface[],
  wanted: string | number,
): Promise<Interface> {
  const word = String(wanted)
  const port = ports.find(({ id, name }) => String(id) === word || name === word)
  if (port) return port
  throw fail('ONTS_REGISTRATION_NO_PORT', { port: word, device: await nameOf(olt) }, [
    { path: 'port', message: 'is no PON port of it' },
  ])
}

const known = ({ ont }: Registered, params: Record<string, unknown> | null | undefined) => {
  if (params) return params
  throw fail('ONTS_REGISTRATION_NO_PARAMS', { ident: ont.ident })
}

/**
 * Plans that an ONU goes to another port of the same OLT. An OLT has a serial number once, so it is removed
 * before it is registered again; a roll-back puts it back.
 */
export async function planMove(
  parts: Registrations,
  olt: HeldOlt,
  { ident, port: wanted, number: asked, params: given, acceptLoss }: AskedMove,
): Promise<Made> {
  const all = await oltNow(olt)
  const was = await registeredOnt(parts, olt, all, ident)
  const port = await ponNamed(olt, all.ports, wanted)
  const template = await templateFor(parts, olt, was.ont.type)
  const params = known(was, given ?? was.params)
  const now = portOf(all, port)
  const number = asked ?? now.free.first
  const draft: Draft = { ont: { ...was.ont, interface: port }, now, number: number ?? 0, given: params }
  const back: Draft = {
    ont: was.ont,
    now: portOf(all, was.port),
    number: was.place.number,
    given: was.params ?? params,
  }
  const [seen, seenBack] = [
    await seenBy(parts, olt, template, draft),
    await seenBy(parts, olt, template, back),
  ]
  const conflicts = await conflictsOf(olt, { ident, number: asked, params: {}, now, moves: true })
  if (port.id === was.port.id)
    conflicts.push({ code: 'other_port', severity: 'error', message: `${ident} is on ${port.name} already` })
  const part = (which: 'commands' | 'undo', to: typeof seen) => partOf(parts, template, which, to)
  const again = await part('commands', seenBack)
  const had = await readHad(olt, heldOf(back), was, again)
  conflicts.push(...losing(ident, had, acceptLoss))
  const { added, lost } = had
  const carrying = (commands: Command[], at: Draft) => withExtras(commands, added, cliOf(olt), heldOf(at).at)
  const script =
    number === null || conflicts.some(forbids)
      ? null
      : await scriptFor(parts, template, draft, seen, {
          commands: [...(await part('undo', seenBack)), ...carrying(await part('commands', seen), draft)],
          undo: [...(await part('undo', seen)), ...carrying(again, back)],
          before: null,
          from: was.place,
          leaves: had.held,
          added,
          lost,
          former: was.secrets,
        })
  const form = formFor(template, was.ont.model).name
  const hash = hashOf({ script, conflicts: conflicts.map(({ code }) => code) })
  return { ont: draft.ont, template, form, number, conflicts, script, hash }
}

/**
 * Plans that an ONU is removed from this OLT, because it is registered on another one. Its own registration
 * tells the params; `given` are for an ONU without one. A removal that was cut is sent again by its
 * roll-back.
 */
export async function planRemoval(
  parts: Registrations,
  olt: HeldOlt,
  ident: string,
  given?: Record<string, unknown>,
): Promise<Made> {
  const all = await oltNow(olt)
  const was = await registeredOnt(parts, olt, all, ident)
  const template = await templateFor(parts, olt, was.ont.type)
  const now = portOf(all, was.port)
  const { number } = was.place
  const draft: Draft = { ont: was.ont, now, number, given: known(was, was.params ?? given) }
  const seen = await seenBy(parts, olt, template, draft)
  const commands = await partOf(parts, template, 'undo', seen)
  const again = await partOf(parts, template, 'commands', seen)
  const had = await readHad(olt, heldOf(draft), was, again)
  const script = await scriptFor(parts, template, draft, seen, {
    commands,
    undo: commands,
    before: null,
    from: null,
    removes: true,
    former: was.secrets,
  })
  const form = formFor(template, was.ont.model).name
  return { ont: was.ont, template, form, number, conflicts: [], script, hash: hashOf(script), had }
}

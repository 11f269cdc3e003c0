import type { HeldOlt } from '../olt/device.ts'
import { consolePlace } from '../olt/configuration.ts'
import type { Held } from '../words/held.ts'
import type { Script } from '../words/run.ts'
import type { Registrations } from '../registrations.ts'
import type { PortNow } from './port.ts'
import { formFor, type Template } from './template.ts'
import { checksFor, commandsFor, secretsOf } from './texts.ts'
import { variablesFor, type Variables } from './variables.ts'
import type { Ont } from './waiting.ts'

/** One place of an ONU, with all that templates see there. */
export interface Draft {
  ont: Ont
  now: PortNow
  number: number
  given: Record<string, unknown>
  /** The ONU that is replaced. */
  old?: Ont
}

/** Variables with checked params. */
export async function seenBy(
  { renderer }: Registrations,
  olt: HeldOlt,
  template: Template,
  draft: Draft,
): Promise<Variables> {
  const { ont, now, number, given, old = null } = draft
  const variables = { ...(await variablesFor(olt, { ont, now, number })), old }
  const { parameters } = formFor(template, ont.model)
  const asked = { userId: olt.caller.userId }
  return { ...variables, params: await renderer.params(parameters, given, variables, asked) }
}

/** The commands of a part of the template. */
export const partOf = (
  parts: Registrations,
  template: Template,
  part: 'commands' | 'undo' | 'replace',
  seen: Variables,
) => commandsFor(parts, template, part, template.definition[part] ?? '', seen)

type Rest = Pick<Script, 'commands' | 'undo' | 'before' | 'from'> & {
  removes?: boolean
  /** The place that it leaves on the same OLT. */
  leaves?: Held
  /** What its place has now, if it was read. */
  held?: Held
  added?: string[]
  lost?: string[]
  inPlace?: boolean
  /** Secrets of the registration before: the OLT still shows them. */
  former?: readonly string[]
}

/** A place whose configuration was not read yet. */
export const heldOf = ({ now: { port }, number }: Pick<Draft, 'now' | 'number'>): Held => ({
  port: port.name,
  number,
  at: consolePlace(port, number),
  lines: null,
})

/** All that is sent and expected at this place. */
export async function scriptFor(
  parts: Registrations,
  template: Template,
  draft: Draft,
  seen: Variables,
  { removes = false, leaves, held = heldOf(draft), former = [], ...rest }: Rest,
): Promise<Script> {
  const { ont, now, number, given } = draft
  return {
    ident: ont.ident,
    place: { port: { id: now.port.id, name: now.port.name }, number },
    technology: ont.type,
    checks: removes ? [] : await checksFor(parts, template, seen),
    onlineSec: removes ? 0 : template.definition.verify.online_sec,
    removes,
    params: given,
    ont,
    held: { place: held, from: leaves ?? null },
    secrets: [...new Set([...secretsOf(template.definition, seen['params']).values, ...former])],
    ...rest,
  }
}

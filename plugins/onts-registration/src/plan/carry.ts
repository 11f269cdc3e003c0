import { maskRepeated, type CliOnu, type CliOnuPlace } from '@linecard/driver-kit/cli'
import type { Command } from '@linecard/template-kit'
import { linesAt } from '../olt/configuration.ts'
import type { HeldOlt } from '../olt/device.ts'
import { without } from '../run/compare.ts'
import type { Held } from '../words/held.ts'
import type { Conflict } from '../words/conflict.ts'

/** What an ONU has beside that which its registration gave it. */
export interface Extras {
  /** Lines that are typed again at another place. */
  added: string[]
  /** What cannot be carried, in words. */
  lost: string[]
}

/** What is known of an ONU before it leaves its place. */
export interface Had extends Extras {
  held: Held
}

export const cliOf = ({ ctx, target }: HeldOlt): CliOnu | null =>
  ctx.use('configurations').onu(target.modelKey)

/** Which line of an ONU this is, of those that it has once; null: not one of those. */
const singleOf = ({ single }: CliOnu, line: string): string | null => single.exec(line)?.[0] ?? null

/** Half of the words are the same: it is the same setting with another value. */
function isSameSetting(one: string, other: string): boolean {
  const [words, others] = [one.split(' '), other.split(' ')]
  const at = words.findIndex((word, nth) => word !== others[nth])
  return at < 0 || at >= Math.max(words.length, others.length) / 2
}

/** Lines that its registration did not give, if nobody read it then: its commands do not type them. */
function untyped(cli: CliOnu, lines: readonly string[], commands: readonly Command[], at: CliOnuPlace) {
  const known = new Set(commands.map(({ text }) => text.replace(/\s+/g, ' ').trim()))
  return lines.filter(line => cli.typed(line, at)?.some(text => !known.has(text)))
}

/** Compares what an ONU has with what its registration gave it. `made` null: nobody read that. */
export function extrasOf(
  cli: CliOnu,
  { lines, at }: { lines: readonly string[]; at: CliOnuPlace },
  made: readonly string[] | null,
  commands: readonly Command[],
): Extras {
  const more = made ? without(lines, made) : untyped(cli, lines, commands, at)
  const less = without(made ?? [], lines).filter(line => {
    const single = singleOf(cli, line)
    return single === null || !more.some(one => singleOf(cli, one) === single)
  })
  const changed = (line: string) => singleOf(cli, line) === null && less.some(one => isSameSetting(one, line))
  const added = more.filter(line => cli.typed(line, at) !== null && !changed(line))
  return {
    added,
    lost: [
      ...without(more, added).map(line => `"${line}" cannot be typed again`),
      ...less.map(line => `"${line}" was changed or removed by hand, and its template gives it again`),
    ],
  }
}

/** What its registration is known to have given an ONU. */
export interface Given {
  /** Lines; null: nobody has read them. */
  made: readonly string[] | null
  /** Secrets among its params: what is told of lines has `***` in their places, as `made` has. */
  secrets?: readonly string[] | undefined
}

/** Reads what an ONU has at its place, and what of it its registration did not give. */
export async function readHad(
  olt: HeldOlt,
  place: Held,
  { made, secrets = [] }: Given,
  commands: readonly Command[],
): Promise<Had> {
  const cli = cliOf(olt)
  const lines = await linesAt(olt, place.at)
  const held = { ...place, lines }
  if (!cli) return { held, added: [], lost: [] }
  if (!lines || !place.at) return { held, added: [], lost: ['its running configuration could not be read'] }
  const masked = (text: string) => maskRepeated(secrets, text)
  const told = commands.map(one => ({ ...one, text: masked(one.text) }))
  return { held, ...extrasOf(cli, { lines: lines.map(masked), at: place.at }, made, told) }
}

/** What of the extras comes to another OLT: one whose console has the same lines gets them. */
export const extrasTo = (from: HeldOlt, to: HeldOlt, { added, lost }: Extras): Extras =>
  cliOf(from) === cliOf(to)
    ? { added, lost }
    : {
        added: [],
        lost: [...lost, ...added.map(line => `"${line}" is of another console than that of the new OLT`)],
      }

/** The conflict of what would be lost: a person decides. */
export const losing = (ident: string, { lost }: Extras, accepted = false): Conflict[] =>
  lost.length === 0
    ? []
    : [
        {
          code: 'config_lost',
          severity: accepted ? 'warning' : 'error',
          message:
            `${ident} has what would be lost: ${lost.join('; ')}. ` +
            'With accept_loss it is done all the same',
        },
      ]

const saves = /^(?:write|save)\b/

/** The commands of a template, then those that give these lines, before the configuration is saved. */
export function withExtras(
  commands: readonly Command[],
  lines: readonly string[],
  cli: CliOnu | null,
  at: CliOnuPlace | null,
): Command[] {
  if (!cli || !at) return [...commands]
  const typed = lines.flatMap(line => (cli.typed(line, at) ?? []).map(text => ({ text })))
  const end = saves.test(commands.at(-1)?.text ?? '') ? commands.length - 1 : commands.length
  return [...commands.slice(0, end), ...typed, ...commands.slice(end)]
}

/** The lines of a place after these were given to it. */
export const overlaid = (cli: CliOnu, lines: readonly string[], given: readonly string[]): string[] => {
  const singles = new Set(given.map(line => singleOf(cli, line)))
  return [
    ...lines.filter(line => singleOf(cli, line) === null || !singles.has(singleOf(cli, line))),
    ...given,
  ]
}

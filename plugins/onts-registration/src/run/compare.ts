import { linesAt } from '../olt/configuration.ts'
import type { HeldOlt } from '../olt/device.ts'
import { notCompared, type Configured, type Held } from '../words/held.ts'
import type { Script } from '../words/run.ts'

/** The lines of the first list that the second one has not, each as often as it is missing. */
export function without(lines: readonly string[], others: readonly string[]): string[] {
  const rest = [...others]
  return lines.filter(line => {
    const at = rest.indexOf(line)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

const placeOf = ({ port, number }: Held) => `number ${number} of ${port}`
const missing = (held: Held, lines: readonly string[]) =>
  lines.map(line => `"${line}" is not in the configuration of ${placeOf(held)} any more`)
const leftover = (held: Held, lines: readonly string[]) =>
  lines.map(line => `"${line}" is left in the configuration of ${placeOf(held)}`)

const verdict = (
  { held, added, lost }: Script,
  differs: string[],
  known: boolean,
  lines: string[] | null,
): Configured => {
  const read = (held?.from ?? held?.place)?.lines != null
  return {
    compared: differs.length > 0 ? false : known ? true : null,
    differs,
    lines: lines && without(lines, added ?? []),
    carried: (read && added) || null,
    lost: (read && lost) || null,
  }
}

/**
 * Reads the configuration of every place of a registration, and compares it with that before. An ONU that was
 * to be removed must have nothing left.
 */
export async function comparedWithBefore(olt: HeldOlt, script: Script): Promise<Configured> {
  const { held, removes } = script
  if (!held) return notCompared
  const differs: string[] = []
  let known = true
  for (const one of [held.place, ...(held.from ? [held.from] : [])]) {
    const before = removes ? [] : one.lines
    const now = before && (await linesAt(olt, one.at))
    if (!before || !now) known = false
    else differs.push(...missing(one, without(before, now)), ...leftover(one, without(now, before)))
  }
  return verdict(script, differs, known, null)
}

/** Reads what the ONU has at its place, and what is left at the one that it has left. */
export async function comparedWhenDone(olt: HeldOlt, script: Script): Promise<Configured> {
  const { held, added = [] } = script
  if (!held) return notCompared
  const lines = await linesAt(olt, held.place.at)
  const from = held.from && (await linesAt(olt, held.from.at))
  const gone = lines ? missing(held.place, without(added, lines)) : []
  const differs = [...gone, ...(held.from && from ? leftover(held.from, from) : [])]
  const known = lines !== null && (!held.from || from !== null)
  return { ...verdict(script, differs, known, lines), missing: gone }
}

/** Reads what the places of a registration have now, before anything is sent. */
export async function withHeld(olt: HeldOlt, script: Script): Promise<Script> {
  const { held } = script
  if (!held) return script
  const read = async (one: Held): Promise<Held> =>
    one.lines === null ? { ...one, lines: await linesAt(olt, one.at) } : one
  const place = await read(held.place)
  return { ...script, held: { place, from: held.from && (await read(held.from)) } }
}

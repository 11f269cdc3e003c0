import { inPieces, rest, slice } from '@linecard/driver-kit'
import { commonSecrets, createLineMasker, isSignificant, type CliProfile } from '@linecard/driver-kit/cli'
import type { Models } from '../calls/models.ts'

/** Lines that are joined at once. */
const pieceLines = 5_000

/** The lines of a text one by one: a configuration may have a million of them. */
function* linesOf(text: string): Generator<string> {
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf('\n', from)
    const to = end < 0 ? text.length : end
    yield text.slice(from, to)
    from = to + 1
  }
}

/** The lines for which `change` gives a text. Between two slices the loop goes on. */
export async function changedInSlices(
  lines: Iterable<string>,
  change: (line: string) => string | null,
): Promise<string[]> {
  const changed: string[] = []
  const own = slice()
  for (const line of lines) {
    const kept = change(line)
    if (kept !== null) changed.push(kept)
    if (own.over()) await rest()
  }
  return changed
}

export async function joinedInSlices(lines: readonly string[]): Promise<string> {
  const pieces: string[] = []
  for await (const piece of inPieces(lines, pieceLines)) pieces.push(piece.join('\n'))
  return pieces.join('\n')
}

export async function significantInSlices(
  profile: Pick<CliProfile, 'ignore'>,
  text: string,
): Promise<string> {
  const counts = isSignificant(profile)
  return joinedInSlices(await changedInSlices(linesOf(text), line => (counts(line) ? line : null)))
}

/** Patterns of secrets of a model; of an unknown one those of all consoles. They can mask a word too many. */
export const secretsFor = (
  { byKey, index }: Pick<Models, 'byKey' | 'index'>,
  modelKey: string | null,
): readonly RegExp[] => {
  const known = byKey.get(modelKey)
  if (known) return known.family.cli?.secrets ?? commonSecrets
  const families = new Set([...index.models.values()].map(({ family }) => family))
  return [...new Set([...commonSecrets, ...[...families].flatMap(({ cli }) => cli?.secrets ?? [])])]
}

export const maskedInSlices = async (secrets: readonly RegExp[], text: string): Promise<string> =>
  joinedInSlices(await changedInSlices(linesOf(text), createLineMasker(secrets)))

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

/** Takes one line after the other. Between two slices the event loop goes on. */
export async function inSlices(lines: Iterable<string>, take: (line: string) => void): Promise<void> {
  const own = slice()
  for (const line of lines) {
    take(line)
    if (own.over()) await rest()
  }
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
  const lines: string[] = []
  await inSlices(linesOf(text), line => void (counts(line) && lines.push(line)))
  return joinedInSlices(lines)
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

export async function maskedInSlices(secrets: readonly RegExp[], text: string): Promise<string> {
  const masked = createLineMasker(secrets)
  const lines: string[] = []
  await inSlices(linesOf(text), line => void lines.push(masked(line)))
  return joinedInSlices(lines)
}

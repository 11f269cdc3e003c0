/** One small mistake in a file. */
export interface Mutant {
  file: string
  /** Counted from 1. */
  line: number
  /** What was changed. */
  what: string
  /** The whole file with the mistake. */
  text: string
}

interface Mutator {
  pattern: RegExp
  by(found: string): string
}

const swap = (from: string, to: string): Mutator => ({
  pattern: new RegExp(from.replace(/[.*+?^$()|[\]\\]/g, '\\$&'), 'g'),
  by: () => to,
})

/** Mistakes that people make: a condition the wrong way round, a bound off by one, a check that is missing. */
const mutators: readonly Mutator[] = [
  swap(' === ', ' !== '),
  swap(' !== ', ' === '),
  swap(' && ', ' || '),
  swap(' || ', ' && '),
  swap(' < ', ' <= '),
  swap(' <= ', ' < '),
  swap(' > ', ' >= '),
  swap(' >= ', ' > '),
  swap('.some(', '.every('),
  swap('.every(', '.some('),
  { pattern: /\b(?:true|false)\b(?=[,)\s}]|$)/g, by: found => (found === 'true' ? 'false' : 'true') },
  { pattern: /(?<=[( ,])!(?=[a-z(])/g, by: () => '' },
  // A check whose failure is not thrown.
  { pattern: /\bthrow (?=fail\(|new )/g, by: () => 'void ' },
  // A check that is not made.
  { pattern: /^ *(?:await )?(?:assert|need|check|refuse)\w*\(.*\)$/gm, by: () => '' },
]

/** Comments and types have no behaviour. */
const isDead = (line: string) =>
  /^\s*(?:\*|\/\/|\/\*|import |export type|type |interface |readonly \w+\??:|\w+\??: (?:string|boolean|number))/.test(
    line,
  )

/** Every mutant of a file, in the order of its lines. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) =>
    isDead(line)
      ? []
      : mutators.flatMap(({ pattern, by }) =>
          [...line.matchAll(new RegExp(pattern.source, 'gm'))].map(found => {
            const [word] = found
            const changed = line.slice(0, found.index) + by(word) + line.slice(found.index + word.length)
            return {
              file,
              line: at + 1,
              what: `${line.trim()} → ${changed.trim() || '(removed)'}`,
              text: lines.with(at, changed).join('\n'),
            }
          }),
        ),
  )
}

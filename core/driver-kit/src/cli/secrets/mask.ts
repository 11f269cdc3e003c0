import { commonHint, commonSecrets } from './common.ts'

/** What stands in place of a secret. */
export const mask = '***'

/** Receives secrets that were found, for example a Set. */
export interface FoundSecrets {
  /** Gets one secret of at least 4 characters. */
  add(secret: string): unknown
}

/**
 * A longer line is searched in windows of this many characters, so that the time grows with its length only.
 */
const windowLength = 4096
/** Characters that a window shares with the one before: a secret and its keyword fit into them. */
const overlap = 512
/** A shorter secret is masked only where it stands: as a part of other words it would mask too much. */
const minRepeatedLength = 4

/** Notes a secret for `maskRepeated`. */
export function noteSecret(found: FoundSecrets | undefined, secret: string): void {
  if (secret.length >= minRepeatedLength) found?.add(secret)
}

const isCommon = new Set(commonSecrets)

const compiled = new WeakMap<RegExp, RegExp>()
const everywhere = (pattern: RegExp): RegExp => {
  const known = compiled.get(pattern)
  if (known) return known
  const made = new RegExp(pattern.source, `${pattern.flags.replace(/[dgy]/g, '')}dg`)
  compiled.set(pattern, made)
  return made
}

const withoutQuotes = (text: string) => text.replace(/^["']|["']$/g, '')

/** A part of a text, by the indexes of its first character and of the one after its last. */
export type Place = readonly [from: number, to: number]

function placesIn(patterns: readonly RegExp[], text: string): Place[] {
  // Most lines have no secret, and these tests are cheaper than a search for positions.
  const hint = text.search(commonHint) >= 0
  const fitting = patterns.filter(pattern => (hint || !isCommon.has(pattern)) && text.search(pattern) >= 0)
  return fitting.flatMap(pattern =>
    [...text.matchAll(everywhere(pattern))].flatMap(match => {
      const place = match.indices?.groups?.['secret']
      return place ? [place] : []
    }),
  )
}

/** Where a secret ends that the end of a window cuts: at its quote, or in front of the next blank. */
function endOf(line: string, from: number): number {
  const whole = /"(?:[^"\\]|\\.?)*"?|'[^']*'?|\S*/y
  whole.lastIndex = from
  whole.exec(line)
  return whole.lastIndex
}

/** The places of secrets in a line, in their order, none inside another. */
function secretPlaces(patterns: readonly RegExp[], line: string): Place[] {
  const places: Place[] = []
  let next = 0
  do {
    const start = next
    next += windowLength - overlap
    for (const [from, to] of placesIn(patterns, line.slice(start, start + windowLength))) {
      const end = Math.max(start + to, to < windowLength ? 0 : endOf(line, start + from))
      places.push([start + from, end])
      next = Math.max(next, end - overlap)
    }
  } while (next + overlap < line.length)
  const joined: [number, number][] = []
  for (const [from, to] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from < last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/**
 * The text with `***` in place of these places, which are in their order. `found` receives what stood there.
 */
export function maskPlaces(text: string, places: readonly Place[], found?: FoundSecrets): string {
  let shown = ''
  let shownTo = 0
  for (const [from, to] of places) {
    noteSecret(found, withoutQuotes(text.slice(from, to)))
    shown += text.slice(shownTo, from) + mask
    shownTo = to
  }
  return shown + text.slice(shownTo)
}

/** A private key in the forms of OpenSSL, OpenSSH, SSH2 (RFC 4716) and PGP, or a PKCS #12 with its key. */
const keyLine = (word: string) =>
  new RegExp(`-{4,5} ?${word} (?:[A-Z0-9]{1,20} ){0,3}(?:PRIVATE KEY(?: BLOCK)?|PKCS12) ?-{4,5}`)
const keyBegins = keyLine('BEGIN')
const keyEnds = keyLine('END')

/** The places in the rest of a command whose beginning stands in the lines before, without its margin. */
function placesBehind(patterns: readonly RegExp[], before: string, line: string): Place[] {
  const margin = /^\s*/.exec(line)![0].length
  const moved = margin - before.length
  return secretPlaces(patterns, before + line.slice(margin)).flatMap(([from, to]) =>
    to > before.length ? [[Math.max(from, before.length) + moved, to + moved] as const] : [],
  )
}

/**
 * Masks commands that go on after a `\` at the end of a line, as RouterOS breaks them: also in front of a
 * secret, and inside of one. It remembers the beginning of the command.
 */
function createContinuedMasker(patterns: readonly RegExp[], found?: FoundSecrets): (text: string) => string {
  let before = ''
  return text => {
    // A text of a console can have the ends of its lines.
    const tail = /\\\r*$/.exec(text)?.[0] ?? ''
    const goesOn = tail !== ''
    const line = text.slice(0, text.length - tail.length)
    const places = before === '' ? secretPlaces(patterns, line) : placesBehind(patterns, before, line)
    before = goesOn ? (before + (before === '' ? line : line.trimStart())).slice(-overlap) : ''
    return maskPlaces(line, places, found) + tail
  }
}

/** Masks lines that follow each other. It remembers whether a line is inside a private key. */
export function createLineMasker(
  patterns: readonly RegExp[],
  found?: FoundSecrets,
): (line: string) => string {
  let inKey = false
  const masked = createContinuedMasker(patterns, found)
  const part = (text: string): string => {
    if (inKey) return text === '' ? '' : mask
    return masked(text)
  }
  return line => {
    let shown = ''
    let rest = line
    for (let edge; (edge = (inKey ? keyEnds : keyBegins).exec(rest)); inKey = !inKey) {
      shown += part(rest.slice(0, edge.index)) + edge[0]
      rest = rest.slice(edge.index + edge[0].length)
    }
    return shown === '' && inKey ? mask : shown + part(rest)
  }
}

/**
 * The text with `***` in place of every group `secret` of the patterns, line by line, and in place of private
 * keys. `found` receives the secrets.
 */
export function maskSecrets(patterns: readonly RegExp[], text: string, found?: FoundSecrets): string {
  if (patterns.length === 0) return text
  return text.split('\n').map(createLineMasker(patterns, found)).join('\n')
}

/** The text with `***` in place of known secrets, wherever they stand. */
export const maskRepeated = (secrets: Iterable<string>, text: string): string =>
  [...secrets]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => (secret === '' ? rest : rest.replaceAll(secret, mask)), text)

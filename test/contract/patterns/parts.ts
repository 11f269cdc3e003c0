/** A piece of a pattern, as far as the end of a captured value depends on it. */
export type Part =
  | { is: 'one'; accepts: (char: string) => boolean; literal: boolean; min: number; max: number }
  | { is: 'group'; name: string | null; choices: Part[][]; min: number; max: number }
  | { is: 'look'; negative: boolean; behind: boolean; choices: Part[][] }
  | { is: 'end' }
  | { is: 'edge' }

/** Reads a pattern of the sources. Only what JavaScript itself accepts comes here. */
export function partsOf(source: string): Part[][] {
  let at = 0
  const single = (text: string) => {
    const pattern = new RegExp(`^(?:${text})$`, 'is')
    return (char: string) => pattern.test(char)
  }
  function times(): { min: number; max: number } {
    const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at))
    if (!found) return { min: 1, max: 1 }
    at += found[0].length
    const mark = found[0][0]
    if (mark === '*') return { min: 0, max: Infinity }
    if (mark === '+') return { min: 1, max: Infinity }
    if (mark === '?') return { min: 0, max: 1 }
    const min = Number(found[1])
    return { min, max: found[3] ? Number(found[3]) : found[2] ? Infinity : min }
  }
  function one(): Part {
    const rest = source.slice(at)
    const open = /^\((?:\?(?:(<?)([=!])|:|<(\w+)>))?/.exec(rest)
    if (open) {
      at += open[0].length
      const choices = all()
      at++
      if (open[2]) return { is: 'look', negative: open[2] === '!', behind: open[1] === '<', choices }
      return { is: 'group', name: open[3] ?? null, choices, ...times() }
    }
    const text = /^(?:\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|[^\\])/i.exec(
      rest,
    )![0]
    at += text.length
    if (text === '$') return { is: 'end' }
    if (text === '^' || text === String.raw`\b` || text === String.raw`\B`) return { is: 'edge' }
    return { is: 'one', accepts: single(text), literal: /^(?:\\\W|[^\\[.])$/.test(text), ...times() }
  }
  function all(): Part[][] {
    const choices: Part[][] = [[]]
    while (at < source.length && source[at] !== ')') {
      if (source[at] === '|') {
        at++
        choices.push([])
      } else choices.at(-1)!.push(one())
    }
    return choices
  }
  return all()
}

import { rest, slice } from '@linecard/driver-kit'

/** Longer texts are not compared line by line: their lines would fill the memory. */
const longest = 32 * 1024 * 1024

/** Lines of a text, one after the other: a list of all would be a second copy of it. */
function* linesOf(text: string): Generator<string> {
  let at = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
    yield text.slice(at, end)
    at = end + 1
  }
  if (at < text.length) yield text.slice(at)
}

/** The number of lines that are not blank. */
export async function filledLines(text: string): Promise<number> {
  let filled = 0
  const own = slice()
  for (const line of linesOf(text)) {
    if (line.trim() !== '') filled++
    if (own.over()) await rest()
  }
  return filled
}

/**
 * How many lines one text has more of, and the other. A line that has moved counts for neither. Null for
 * texts that are too long for it.
 */
export async function lineChanges(
  before: string,
  after: string,
): Promise<{ added: number; removed: number } | null> {
  if (before.length > longest || after.length > longest) return null
  const balance = new Map<string, number>()
  const own = slice()
  for (const [text, step] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const line of linesOf(text)) {
      balance.set(line, (balance.get(line) ?? 0) + step)
      if (own.over()) await rest()
    }
  let [added, removed] = [0, 0]
  for (const count of balance.values())
    if (count > 0) added += count
    else removed -= count
  return { added, removed }
}

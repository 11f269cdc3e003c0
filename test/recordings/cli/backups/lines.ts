import { seen } from '../play.ts'

/** Lines as a person sees them. */
export const linesOf = (text: string): string[] => seen(text).replace(/\n+$/, '').split('\n')

/** The lines with those joined that the console has broken, as RouterOS does. */
export function joinBroken(lines: readonly string[]): { lines: string[]; breaks: number } {
  const joined: string[] = []
  let goesOn = false
  let breaks = 0
  for (const line of lines) {
    if (goesOn) joined.push(joined.pop()!.slice(0, -1) + line.trimStart())
    else joined.push(line)
    goesOn = line.endsWith('\\') && /^\s*(?:add|set|\/)|^ {4}/.test(line)
    if (goesOn) breaks++
  }
  return { lines: joined, breaks }
}

/** A line of both texts (`null` in neither), or of one of them. */
export interface Pair {
  theirs: string | null
  ours: string | null
}

/** The longest common lines of two texts in their order, and what stands between them. */
export function pairsOf(theirs: readonly string[], ours: readonly string[]): Pair[] {
  const width = ours.length + 1
  const longest = new Uint32Array((theirs.length + 1) * width)
  const at = (a: number, b: number) => longest[a * width + b]!
  for (let a = theirs.length - 1; a >= 0; a--)
    for (let b = ours.length - 1; b >= 0; b--)
      longest[a * width + b] =
        theirs[a] === ours[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
  const pairs: Pair[] = []
  let [a, b] = [0, 0]
  while (a < theirs.length || b < ours.length) {
    if (a < theirs.length && b < ours.length && theirs[a] === ours[b])
      pairs.push({ theirs: theirs[a++]!, ours: ours[b++]! })
    else if (b === ours.length || (a < theirs.length && at(a + 1, b) >= at(a, b + 1)))
      pairs.push({ theirs: theirs[a++]!, ours: null })
    else pairs.push({ theirs: null, ours: ours[b++]! })
  }
  return pairs
}

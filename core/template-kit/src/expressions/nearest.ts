/** Edits that turn one word into the other; two letters swapped are one edit. Words are short. */
function edits(left: string, right: string): number {
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 1; at <= left.length; at++) {
    const next = [at]
    for (let to = 1; to <= right.length; to++) {
      const same = left[at - 1] === right[to - 1]
      let least = Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (same ? 0 : 1))
      if (at > 1 && to > 1 && left[at - 1] === right[to - 2] && left[at - 2] === right[to - 1])
        least = Math.min(least, before[to - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[right.length]!
}

/** The known word that was probably meant; null: none is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  if (word.length > 64) return null
  let best: string | null = null
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    if (candidate.length > 64 || candidate === word) continue
    const far =
      candidate.toLowerCase() === word.toLowerCase() || candidate.replaceAll('_', '') === word
        ? 0.5
        : edits(word, candidate)
    if (far < least) [best, least] = [candidate, far]
  }
  return best
}

/** `Did you mean "name"? ` or what there is. For hints. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = [...known]
  const near = nearest(word, names)
  if (near !== null) return `Did you mean \`${near}\`?`
  if (names.length === 0) return 'There is none.'
  return `There are: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`
}

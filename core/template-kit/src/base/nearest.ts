/** Number of single changes (also two letters swapped) that make one word of the other. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, changed, swapped ? before[j - 2]! + 1 : Infinity))
    }
    ;[before, row] = [row, next]
  }
  return row[b.length]!
}

/** The known word that was probably meant; null: none is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const wanted = word.toLowerCase().slice(0, 40)
  let best: string | null = null
  let least = Math.min(wanted.length, Math.max(1, Math.floor(wanted.length / 3)) + 1)
  let looked = 0
  for (const candidate of known) {
    if (++looked > 1000) break
    const far = distance(wanted, candidate.toLowerCase().slice(0, 40))
    if (far < least) [best, least] = [candidate, far]
  }
  return best
}

/** The beginning of a hint: `Did you mean "iface"? `, or nothing. */
export function meant(word: string, known: Iterable<string>): string {
  const near = nearest(word, known)
  return near === null ? '' : `Did you mean "${near}"? `
}

/** The hint for a name that does not exist: what was probably meant, else what there is. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const names = [...known]
  const near = nearest(word, names)
  if (near !== null) return `Did you mean \`${near}\`?`
  if (names.length === 0) return 'There is none.'
  return `There are: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', …' : ''}.`
}

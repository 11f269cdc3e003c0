/**
 * Order of two dotted OIDs, part by part as numbers (RFC 3416 §4.2.2: lexicographic by sub-identifier).
 * Negative when `a` comes first.
 */
export function compareOids(a: string, b: string): number {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    let x = 0
    let y = 0
    for (let c = a.charCodeAt(i); c !== 46 && i < a.length; c = a.charCodeAt(++i)) x = x * 10 + c - 48
    for (let c = b.charCodeAt(j); c !== 46 && j < b.length; c = b.charCodeAt(++j)) y = y * 10 + c - 48
    if (x !== y) return x - y
    i++
    j++
  }
  return a.length - i - (b.length - j)
}

/** True for the OID itself and for everything below it. */
export const isUnder = (oid: string, root: string): boolean =>
  oid === root || (oid.startsWith(root) && oid[root.length] === '.')

/** Sub-identifiers of a dotted OID or index. */
export const oidParts = (oid: string): number[] => oid.split('.').map(Number)

/** True for an OID in our notation: dotted decimal, without leading dot and leading zeros. */
export const isOid = (text: string): boolean => /^[0-2](\.(0|[1-9]\d{0,9}))+$/.test(text)

/** Letters written from right to left. */
const right = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const left = /[\p{L}\p{Nd}]/u

/** Brackets. They are mirrored in a stretch from right to left. */
const facing: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

type Side = 'left' | 'right'
const sideOf = (character: string): Side | null =>
  right.test(character) ? 'right' : left.test(character) ? 'left' : null

/**
 * Splits a line into stretches of one direction, in their order from left to right. The line has the
 * direction of its first letter. A character without a direction (space, sign) takes the direction of its
 * neighbours if both have the same one, otherwise the direction of the line. This is a part of UAX 9 that is
 * sufficient for names of one line.
 */
export function stretches(text: string): string[] {
  if (!right.test(text)) return text === '' ? [] : [text]
  const line: Side = right.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'right' : 'left'
  const characters = [...text]
  const sides = characters.map(sideOf)
  const resolved = sides.map((side, at): Side => {
    if (side) return side
    const before = sides.slice(0, at).findLast(Boolean) ?? line
    const after = sides.slice(at).find(Boolean) ?? line
    return before === after ? before : line
  })
  const found: string[] = []
  for (const [at, given] of characters.entries()) {
    const character = resolved[at] === 'right' ? (facing[given] ?? given) : given
    if (at > 0 && resolved[at] === resolved[at - 1]) found[found.length - 1] += character
    else found.push(character)
  }
  return line === 'right' ? found.toReversed() : found
}

import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

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

/** DejaVu Sans from its package. Fonts of the machine are not used. */
export const fontFile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const font = fontkit.openSync(fontFile) as fontkit.Font

const em = font.unitsPerEm
/** Smallest scale of letters. A line that is still too long at this scale is shortened. */
const minScale = 0.65
const graphemes = new Intl.Segmenter()

/** A line from left to right. Widths are multiples of the size of the letters. */
export interface LabelLine {
  stretches: readonly { text: string; width: number }[]
  width: number
  /** Factor for the size of the letters, so that the line fits: at most 1. */
  scale: number
}

const measured = (text: string): Omit<LabelLine, 'scale'> => {
  const parts = stretches(text).map(part => ({ text: part, width: font.layout(part).advanceWidth / em }))
  return { stretches: parts, width: parts.reduce((sum, { width }) => sum + width, 0) }
}

/**
 * Makes a line fit into a width: it becomes smaller, and if this is not enough, shorter. `room` is the width
 * as a multiple of the size of the letters.
 */
export function fitted(text: string, room: number): LabelLine {
  let line = measured(text)
  if (line.width * minScale > room) {
    const letters = [...graphemes.segment(text)].map(({ segment }) => segment)
    let count = Math.min(letters.length - 1, Math.ceil((letters.length * room) / (line.width * minScale)))
    do line = measured(`${letters.slice(0, count--).join('').trimEnd()}…`)
    while (count > 0 && line.width * minScale > room)
  }
  return { ...line, scale: line.width > room ? room / line.width : 1 }
}

/**
 * Outlines of a line as an SVG path. The line begins at x, its base line is at y. The font draws a character
 * without a glyph as a box.
 */
export function outlines(line: LabelLine, x: number, y: number, size: number): string {
  const scale = (size * line.scale) / em
  let path = ''
  let pen = 0
  for (const { text } of line.stretches) {
    const { glyphs, positions } = font.layout(text)
    for (const [nth, glyph] of glyphs.entries()) {
      const { xOffset, yOffset, xAdvance } = positions[nth]!
      path += glyph.path
        .transform(scale, 0, 0, -scale, x + (pen + xOffset) * scale, y - yOffset * scale)
        .toSVG()
      pen += xAdvance
    }
  }
  return path
}

import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import { stretches } from './bidi.ts'

/** DejaVu Sans from its package: no font of the machine is ever used. */
export const fontFile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const font = fontkit.openSync(fontFile) as fontkit.Font

const em = font.unitsPerEm
/** Smallest letters before a line is shortened instead, as part of what was asked for. */
const SMALLEST = 0.65
const graphemes = new Intl.Segmenter()

/** A line as it stands from left to right; widths in units of the letters' size. */
export interface Line {
  stretches: readonly { text: string; width: number }[]
  width: number
  /** Of the size that was asked for, so that it fits. */ scale: number
}

const measured = (text: string): Omit<Line, 'scale'> => {
  const parts = stretches(text).map(part => ({ text: part, width: font.layout(part).advanceWidth / em }))
  return { stretches: parts, width: parts.reduce((sum, { width }) => sum + width, 0) }
}

/**
 * The line smaller, and where that is not enough shortened, so that it is no wider than `room` times its
 * letters' size.
 */
export function fitted(text: string, room: number): Line {
  let line = measured(text)
  if (line.width * SMALLEST > room) {
    const letters = [...graphemes.segment(text)].map(({ segment }) => segment)
    let count = Math.min(letters.length - 1, Math.ceil((letters.length * room) / (line.width * SMALLEST)))
    do line = measured(`${letters.slice(0, count--).join('').trimEnd()}…`)
    while (count > 0 && line.width * SMALLEST > room)
  }
  return { ...line, scale: line.width > room ? room / line.width : 1 }
}

/**
 * Outlines of a line as an SVG path: its left end at x, its base line at y, letters of this size. A character
 * without a glyph is a box.
 */
export function outlines(line: Line, x: number, y: number, size: number): string {
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

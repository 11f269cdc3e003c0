/** Characters of one line at most: more is never readable beneath a code. */
const MOST = 120

/** Controls, direction marks and other invisible characters, but for the two joiners that scripts need. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * A device's text as one line of a label: well-formed, without anything invisible, with single spaces and of
 * bounded length.
 * What no font can show stays, and is drawn as a box.
 */
export function lineOf(text: string): string {
  // Cut first: a description may have 10 kB, and normalising is not for nothing.
  const plain = text
    .slice(0, 4 * MOST)
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, MOST).join('').trim()
}

/** Lines that say something, none of them twice. */
export const linesOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(lineOf).filter(line => line !== '')),
]

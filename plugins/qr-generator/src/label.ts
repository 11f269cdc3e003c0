/** Longest line. A longer one is not readable below a code. */
const maxLineLength = 120

/** Controls, direction marks and other invisible characters, except the two joiners that scripts need. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * The text of a device as one line of a label: well-formed, without invisible characters, with single spaces,
 * and not longer than `maxLineLength`. Characters that the font does not have stay; they are drawn as boxes.
 */
export function labelLine(text: string): string {
  // Cut first: a description may have 10 kB, and normalising costs time.
  const plain = text
    .slice(0, 4 * maxLineLength)
    .toWellFormed()
    .normalize('NFC')
    .replace(invisible, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...plain].slice(0, maxLineLength).join('').trim()
}

/** The lines that are not empty, each once. */
export const labelLines = (texts: readonly string[]): string[] => [
  ...new Set(texts.map(labelLine).filter(line => line !== '')),
]

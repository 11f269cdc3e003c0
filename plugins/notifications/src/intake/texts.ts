/** Characters of a value in a message, and of a description. */
const [most, mostDescription] = [1000, 4000]
const mostLabels = 50

// What turns the direction of a text around, and what breaks lines.
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** One line of a text of a device or a person, of bounded length. */
export const oneLine = (text: string, limit = most): string => {
  const line = text
    .slice(0, limit * 2)
    .replace(unwanted, ' ')
    .toWellFormed()
    .trim()
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line
}

export const description = (text: string): string => oneLine(text, mostDescription)

/** Labels with bounded names, values and number. */
export const labels = (all: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all)
      .slice(0, mostLabels)
      .map(([name, value]) => [oneLine(name, 100), oneLine(String(value))]),
  )

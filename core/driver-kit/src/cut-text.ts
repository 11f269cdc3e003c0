/**
 * Most UTF-16 units of one text of a device, in answers and in tables: no MIB allows more than 255 octets,
 * and so much fits into a key of an index of PostgreSQL (2700 octets).
 */
export const longestText = 800

/** The text, or its beginning with the mark `…` for the rest. */
export const cutText = (text: string, most = longestText): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text

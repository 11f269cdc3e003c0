/** The whole number of a word from `least` to `most`; undefined: it is none. */
export function numberIn(word: string | undefined, least: number, most: number): number | undefined {
  const value = Number(word)
  return /^\d{1,10}$/.test(word ?? '') && value >= least && value <= most ? value : undefined
}
/** The number of a VLAN, 1 to 4094. */
export const vlanOf = (word: string | undefined): number | undefined => numberIn(word, 1, 4094)

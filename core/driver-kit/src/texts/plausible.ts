import { decodeOctets, type LegacyCharset } from './charsets.ts'

/** How often letters are in Ukrainian and Russian texts, in per cent. */
const frequencies: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'о9.5 а8 е7 и6.5 н6.7 т5.8 с5 р4.8 в4.8 л4 к3.7 і3 м3.1 д3 п2.7 у3 я2.2 ь1.7 г1.5 з2 б1.7 ч1.4 й1.2 ' +
    'х1.1 ж0.9 ш0.8 ю0.8 ы0.9 ц0.7 щ0.4 ї0.6 є0.5 э0.2 ф0.4'
  )
    .split(' ')
    .map(one => [one[0]!, Number(one.slice(1))]),
)
/** A letter of this frequency says nothing. */
const usual = 2.5
const rare = 0.05

const letter = /\p{L}/u
const cyrillic = /\p{Script=Cyrillic}/u
const words = /[\p{L}\p{M}]+/gu

/** Words of one alphabet, in lower case, in capitals, or with a capital at the beginning. */
function cyrillicScore(text: string): number {
  let score = 0
  for (const character of text) if (character >= '\x80' && !letter.test(character)) score -= 1
  for (const [word] of text.matchAll(words)) {
    const own = [...word].filter(one => cyrillic.test(one))
    if (own.length === 0) continue
    if (own.length < word.length) score -= 5
    for (const one of own) score += Math.log((frequencies[one.toLowerCase()] ?? rare) / usual)
    score -= 3 * [...word.matchAll(/\p{Ll}\p{Lu}/gu)].length
    // Capitals alone are rarer than small letters.
    if (own.length > 2 && word === word.toUpperCase()) score -= 1.5
  }
  return score
}

/** Letters with accents stand between plain ones; long runs of them are no language. */
function latinScore(text: string): number {
  let score = 0
  for (const [run] of text.matchAll(/[\x80-\u00ff]+/g)) score -= run.length > 1 ? 2 * (run.length - 1) : 0
  for (const [, symbol] of text.matchAll(/([\x80-\u00bf\u00d7\u00f7])/g)) if (symbol) score -= 1
  for (const [word] of text.matchAll(words)) {
    const plain = [...word].filter(one => one < '\x80').length
    const accented = word.length - plain
    if (accented > 0 && plain >= 2 * accented) score += 4.5 * accented
  }
  return score
}

/** The first level of GB 2312 has the characters in daily use. */
function gbkScore(octets: Buffer): number {
  let score = 0
  for (let at = 0; at < octets.length; at++) {
    const first = octets[at]!
    if (first < 0x80) continue
    const second = octets[++at] ?? 0
    const daily = first >= 0xb0 && first <= 0xd7 && second >= 0xa1 && second <= 0xfe
    score += daily ? 1.5 : first >= 0x81 && second >= 0x40 && second !== 0x7f && second !== 0xff ? -1.5 : -8
  }
  return score
}

/** How much a text speaks for each charset that is not UTF-8. Only differences mean anything. */
export const plausibility = (octets: Buffer): Record<LegacyCharset, number> => ({
  cp1251: cyrillicScore(decodeOctets(octets, 'cp1251')),
  'koi8-u': cyrillicScore(decodeOctets(octets, 'koi8-u')),
  'latin-1': latinScore(octets.toString('latin1')),
  gbk: gbkScore(octets),
})

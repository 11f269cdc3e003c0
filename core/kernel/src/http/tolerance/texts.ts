import type { Shape } from './shape.ts'

/** A time without a zone, as older clients write it. */
const localTime = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/

/** RFC 3339 of a time in the zone of this service; null if the text is none, or a day that does not exist. */
function zoned(text: string): string | null {
  const [year, month, day, hour, minute, second] = (localTime.exec(text)?.slice(1) ?? []).map(Number)
  if (second === undefined) return null
  const time = new Date(year!, month! - 1, day, hour, minute, second)
  const isThatDay = time.getMonth() === month! - 1 && time.getDate() === day && time.getHours() === hour
  return isThatDay && minute! < 60 && second < 60 ? time.toISOString() : null
}

/** A text in a form that is tolerated, as the schema wants it. Any other text stays as it is. */
export const tolerantText = (text: string, { format }: Shape): string =>
  format === 'date-time' ? (zoned(text) ?? text) : text

const truths: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  '0': false,
  false: false,
  '': false,
}
const decimal = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * The value that a text of a form or an address means: PHP writes true as 1, false as 0 and null as nothing.
 * A text stays one where the schema allows texts.
 */
export function valueOfText(text: string, shape: Shape): unknown {
  const { types } = shape
  if (types.size === 0 || types.has('string')) return tolerantText(text, shape)
  if ((types.has('integer') || types.has('number')) && decimal.test(text)) return Number(text)
  if (types.has('boolean') && Object.hasOwn(truths, text)) return truths[text]
  return text === '' && types.has('null') ? null : text
}

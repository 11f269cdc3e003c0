import { commonSecrets, maskSecrets } from '@linecard/driver-kit/cli'
import { cleanText } from '../clean.ts'
import type { HeardLine } from '../orders.ts'

/** Characters of a message and of a field that are kept; structured data: elements, and parameters of one. */
const [mostMessage, mostField, mostElements, mostParams] = [4000, 128, 20, 30]

type Line = Pick<
  HeardLine,
  'facility' | 'severity' | 'sentAt' | 'host' | 'app' | 'procId' | 'msgId' | 'data' | 'message'
>

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What secrets a device writes into its log is not kept. */
const messageOf = (text: string) =>
  maskSecrets(commonSecrets, cleanText(text, mostMessage)).slice(0, mostMessage)
const field = (text: string | undefined) =>
  text === undefined || text === '-' ? '' : cleanText(text, mostField)

/**
 * Reads a message of RFC 5424, else of RFC 3164 as far as it can be understood: devices write what they
 * like. `at`: when it arrived, ms. A message without a priority is of facility user, severity notice, as
 * RFC 3164 says (4.3.3).
 */
export function parseLine(bytes: Buffer, at: number): Line {
  const text = decode(bytes)
  const priority = /^<(\d{1,3})>/.exec(text)
  const number = priority ? Number(priority[1]) : 13
  const valid = priority !== null && number <= 191
  const pri = valid ? { facility: number >> 3, severity: number & 7 } : { facility: 1, severity: 5 }
  const rest = valid ? text.slice(priority[0].length) : text
  const read = rest.startsWith('1 ') ? structured(rest.slice(2)) : null
  return { ...pri, ...(read ?? traditional(rest, at)) }
}

/** Line breaks stay for a moment: the first line may be a header. */
const decode = (bytes: Buffer): string => new TextDecoder('utf-8').decode(bytes.subarray(0, 4 * mostMessage))

const timeOf = (text: string): number | null => {
  const time = Date.parse(text)
  return /^\d{4}-\d\d-\d\dT/.test(text) && Number.isFinite(time) && time > 0 && time < 4e12 ? time : null
}

/** RFC 5424, 6: TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA [MSG]. */
function structured(text: string): Omit<Line, 'facility' | 'severity'> | null {
  const head = /^(\S{1,64}) (\S{1,255}) (\S{1,255}) (\S{1,255}) (\S{1,255}) /.exec(text)
  if (!head) return null
  const found = elements(text, head[0].length)
  if (!found) return null
  const message = text
    .slice(found.end)
    .replace(/^ /, '')
    .replace(/^\ufeff/, '')
  return {
    sentAt: timeOf(head[1]!),
    host: field(head[2]),
    app: field(head[3]),
    procId: field(head[4]),
    msgId: field(head[5]),
    data: found.data,
    message: messageOf(message),
  }
}

/** Structured data from a position on; null: it is none. */
function elements(text: string, from: number): { data: Line['data']; end: number } | null {
  if (text[from] === '-') return { data: null, end: from + 1 }
  const data: Record<string, Record<string, string>> = Object.create(null)
  let [at, count] = [from, 0]
  while (text[at] === '[') {
    const id = /[^\s=\]"]{1,32}/y
    id.lastIndex = at + 1
    const name = id.exec(text)?.[0]
    if (name === undefined) return null
    at = id.lastIndex
    const params: Record<string, string> = Object.create(null)
    for (let number = 0; ; number++) {
      const param = / ([^\s=\]"]{1,32})="((?:[^"\\\]]|\\.){0,2000})"/sy
      param.lastIndex = at
      const match = param.exec(text)
      if (!match) break
      at = param.lastIndex
      if (number < mostParams)
        params[cleanText(match[1]!, 32)] = cleanText(match[2]!.replace(/\\(["\\\]])/g, '$1'), mostField)
    }
    if (text[at] !== ']') return null
    at++
    if (count++ < mostElements) data[cleanText(name, 32)] = params
  }
  return count > 0 ? { data, end: at } : null
}

/** `Oct 11 22:14:15`, of the year that is nearest to now. Its zone is not told: it is taken for UTC. */
function shortTime(text: string, at: number): number | null {
  const match = /^(\w{3}) +(\d{1,2}) (\d\d):(\d\d):(\d\d)/.exec(text)
  const month = match ? months.indexOf(match[1]!) : -1
  if (!match || month < 0) return null
  const [day, hour, minute, second] = match.slice(2, 6).map(Number) as [number, number, number, number]
  const year = new Date(at).getUTCFullYear()
  const times = [year - 1, year, year + 1].map(one => Date.UTC(one, month, day, hour, minute, second))
  return times.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]!
}

/** `Oct 11 22:14:15`, with a year, parts of a second or a zone, or as RFC 3339. */
const traditionalTime = new RegExp(
  '^[*.]?(?:' +
    '[A-Z][a-z]{2} +\\d{1,2}(?: \\d{4})? \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,6})?(?: ?[A-Z]{3,4})?:?' +
    '|\\d{4}-\\d\\d-\\d\\dT\\S{8,24}) ',
)

/** RFC 3164: [time] [host] [tag[pid]]: text, where each part may be missing or be written otherwise. */
function traditional(text: string, at: number): Omit<Line, 'facility' | 'severity'> {
  const time = traditionalTime.exec(text)
  const stamp = time?.[0].trim().replace(/^[*.]/, '').replace(/:$/, '') ?? ''
  const sentAt = timeOf(stamp) ?? (time ? shortTime(stamp, at) : null)
  let rest = time ? text.slice(time[0].length) : text
  // A host stands only behind a time, and is followed by a tag.
  const host = time ? /^([A-Za-z0-9][\w.:-]{0,127}) (?=\S)/.exec(rest) : null
  const named = host && !host[1]!.endsWith(':') ? host : null
  if (named) rest = rest.slice(named[0].length)
  const tag = /^([%A-Za-z0-9][\w%./-]{0,63})(?:\[(\w{1,32})\])?: ?/.exec(rest)
  return {
    sentAt,
    host: field(named?.[1]),
    app: field(tag?.[1]),
    procId: field(tag?.[2]),
    msgId: '',
    data: null,
    message: messageOf(tag ? rest.slice(tag[0].length) : rest),
  }
}

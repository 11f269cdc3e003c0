import {
  decodeText,
  enumeration,
  integer,
  map,
  octets,
  parseDateAndTime,
  scaled,
  text,
  unknownValue,
  type Column,
} from '@linecard/driver-kit'
import { parseMac } from '@linecard/driver-kit/codecs'

/** Limits of the power of a transceiver, dBm. */
const credible = { min: -49.99, max: 29.99 }

/**
 * Power in 0.01 dBm. No value: 0, −0.01 (firmware 3, for ONUs offline) and −40 (FD17xx); all below −50 too.
 */
export const power = (oid: string): Column<number> =>
  scaled(oid, { by: 0.01, none: [0, -1, -4000], ...credible })

/** Power of ONUs of FD11xx, in 0.1 µW. 0 is no value. */
export const microwatts = (oid: string): Column<number> =>
  map(integer(oid, { none: [0, -1] }), raw =>
    raw < 0 ? null : Math.round((10 * Math.log10(raw) - 40) * 100) / 100,
  )

/** °C in hundredths. −99 and −0.01 are no value; 0 is what an ONU sends that does not measure. */
export const celsius = (oid: string): Column<number> =>
  scaled(oid, { by: 0.01, none: [0, -1, -9900], min: -60, max: 150 })

/** Scales of the supply voltage of an ONU: 0.01 V, 0.1 mV (FD11xx), 0.01 mV (FD12xx). */
const volts = [1 / 100, 1 / 10_000, 1 / 100_000]
/** What the laser of an ONU can be fed with. Of the three scales at most one gives such a value. */
const feed = { min: 2, max: 6 }

/**
 * Supply voltage, V. Its scale changes with the firmware, and two ONUs of one OLT can have different ones, so
 * the value itself decides. A value that no scale makes a supply voltage is null and is reported.
 */
export const voltage = (oid: string): Column<number> => {
  const raw = integer(oid, { none: [0, -1] })
  return {
    oid,
    decode: cell => {
      const value = raw.decode(cell)
      if (typeof value !== 'number') return value
      const fitting = volts.map(by => value * by).filter(volt => volt >= feed.min && volt <= feed.max)
      return fitting.length === 1 ? Math.round(fitting[0]! * 100) / 100 : unknownValue
    },
  }
}

/** Distance in metres. 0 and −1: not measured. */
export const metres = (oid: string): Column<number> =>
  scaled(oid, { by: 1, none: [0, -1], min: 0, max: 200_000 })

const two = (value: string | number) => String(value).padStart(2, '0')

/**
 * A time by the clock of the OLT as `YYYY-MM-DD HH:MM:SS`, from DateAndTime (its time zone is ignored) or
 * from text. Null for `--` and for dates of zeros.
 */
export const clockTime = (oid: string): Column<string> =>
  map(octets(oid), bytes => {
    if (bytes.length === 8 || bytes.length === 11) {
      const moment = parseDateAndTime(bytes.subarray(0, 8))
      return moment === null ? null : moment.slice(0, 19).replace('T', ' ')
    }
    return clockText(decodeText(bytes))
  })

/** The same for a text. */
export function clockText(words: string): string | null {
  const [, year, month, day, time] =
    /(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T]+(\d{2}:\d{2}:\d{2})/.exec(words) ?? []
  return time === undefined || Number(year) < 2000 ? null : `${year}-${two(month!)}-${two(day!)} ${time}`
}

/** Texts of the last loss. `losi` is a loss of light for EPON, and one ONU's loss for GPON. */
const reasons: Readonly<Record<string, string | null>> = {
  '': null,
  '-': null,
  '--': null,
  none: null,
  null: null,
  unknown: null,
  'dying-gasp': 'PowerOff',
  'dying gasp': 'PowerOff',
  dyinggasp: 'PowerOff',
  poweroff: 'PowerOff',
  powerdown: 'PowerOff',
  los: 'LOS',
  losi: 'LOSi',
}
/** Reason of the last loss: `LOS`, `LOSi`, `PowerOff`, or the vendor's own word. Null: none yet. */
export const downReason = (oid: string): Column<string> =>
  map(text(oid), words => {
    const known = reasons[words.toLowerCase()]
    return known === undefined ? words : known
  })

/** `Enabled` and `Disabled` of columns with 1 and 2. −1 is not known. */
export const onOff = (oid: string): Column<'Enabled' | 'Disabled'> =>
  map(enumeration(oid, { 1: 'Enabled', 2: 'Disabled', [-1]: 'none' } as const), word =>
    word === 'none' ? null : word,
  )

/** Text of an ONU. Texts of zeros, dashes and blanks are no value. */
export const label = (oid: string): Column<string> =>
  map(text(oid), words => (/^(?:0+|-+|null|n\/a|unknown)$/i.test(words) ? null : words))

/**
 * Description of an ONU. Firmware 3 writes the place before it: `gpon 0/0/1 onu 5 some text`. An ONU without
 * description has the empty text.
 */
export const described = (oid: string): Column<string> => ({
  oid,
  decode: cell => {
    const bytes = octets(oid).decode(cell)
    return Buffer.isBuffer(bytes) ? withoutPlace(decodeText(bytes)) : bytes
  },
})

const placed = /^(?:gpon|epon) ?\d+\/(\d+)\/(\d+) onu (\d+)\b[ :_-]*/i

export const withoutPlace = (words: string): string => words.replace(placed, '').trim()

/** The place that firmware 3 writes before a description; null: the text has none. */
export function placeIn(words: string): { slot: number; port: number; onu: number } | null {
  const [, slot, port, onu] = placed.exec(words) ?? []
  return onu === undefined ? null : { slot: Number(slot), port: Number(port), onu: Number(onu) }
}

/**
 * ifPhysAddress of firmware 3: hexadecimal text of the ASCII text of the address, `44:30:3a:35:…` for
 * `D0:5…`. Null for anything else.
 */
export const asciiMac = (oid: string): Column<string> =>
  map(text(oid), words =>
    /^(?:[\da-f]{2}[: ]){16}[\da-f]{2}$/i.test(words)
      ? parseMac(Buffer.from(words.replace(/[: ]/g, ''), 'hex').toString('latin1'))
      : null,
  )

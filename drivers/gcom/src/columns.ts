import { decimalText, map, text, type Column } from '@linecard/driver-kit'

export const gcom = '1.3.6.1.4.1.13464.1'
/** EPON-ONU-CONFIG-MIB and EPON-PON-CONFIG-MIB. */
export const epon = `${gcom}.13`

const nothing = /^(?:n\/?a|null|none|unknown|not available|-+)?$/i

/** A text without the blanks that fill it. Placeholders are null. */
export const label = (oid: string): Column<string> =>
  map(text(oid), value => (nothing.test(value) ? null : value))

/** Optical power, dBm, as a decimal text. Zero means that nothing was measured. */
export const dbm = (oid: string): Column<number> =>
  decimalText(oid, { unit: 'dBm', none: [0], min: -69.999, max: 29.999 })

/** A measured value in its unit as a decimal text. Zero means that nothing was measured. */
export const measured = (oid: string, max: number): Column<number> =>
  decimalText(oid, { none: [0], min: -60, max })

const twoDigits = (value: string | undefined) => (value ?? '').padStart(2, '0')

/** A time by the clock of the OLT as `YYYY-MM-DD HH:MM:SS`, from the usual notations. */
export const localTime = (oid: string): Column<string> =>
  map(text(oid), value => {
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})[/:-](\d{1,2})[/:-](\d{1,2})[ T,]+(\d{1,2}):(\d{2}):(\d{2})\b/.exec(value) ?? []
    return second === undefined || Number(year) === 0
      ? null
      : `${year}-${twoDigits(month)}-${twoDigits(day)} ${twoDigits(hour)}:${minute}:${second}`
  })

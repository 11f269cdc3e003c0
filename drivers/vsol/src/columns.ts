import { decimalText, decodeText, map, text, type Column } from '@linecard/driver-kit'

/** V-SOL's enterprise node; `switching` and `gpon` are the two halves of an OLT's objects. */
export const vsol = '1.3.6.1.4.1.37950'
/** V1600D-MIB and V1600GSwitch-MIB: chassis, uplinks, PON ports of both technologies. */
export const switching = `${vsol}.1.1.5.10`
/** V1600D-MIB: ONUs of EPON. */
export const epon = `${vsol}.1.1.5.12`
/** V1600G-MIB: ONUs of GPON. */
export const gpon = `${vsol}.1.1.6.1.1`

/** A text for "no value". */
const nothing = /^(?:n\/?a|null|none|unknown|-+)?$/i

/** A text without the blanks that fill it. Placeholders are null. */
export const label = (oid: string): Column<string> =>
  map(text(oid), value => (nothing.test(value) ? null : value))

/**
 * Optical power, dBm: the number of the unit in `0.03 mW (-14.61 dBm)`, or a bare number. Zero means that
 * nothing was measured.
 */
export const dbm = (oid: string): Column<number> =>
  decimalText(oid, { unit: 'dBm', none: [0], min: -69.999, max: 29.999 })

/** A measured value as text, with or without its unit. Zero means that nothing was measured. */
export const measured = (oid: string, max: number): Column<number> =>
  decimalText(oid, { none: [0], min: -60, max })

const twoDigits = (value: string | undefined) => (value ?? '').padStart(2, '0')

/** `2000/01/23 13:13:01` and `2026:04:30 18:11:40` as `YYYY-MM-DD HH:MM:SS`, by the clock of the OLT. */
export const localTime = (oid: string): Column<string> =>
  map(text(oid), value => {
    const [, year, month, day, time] =
      /^(\d{4})[/:-](\d{1,2})[/:-](\d{1,2})[ T]+(\d{2}:\d{2}:\d{2})$/.exec(value) ?? []
    return time === undefined || Number(year) === 0
      ? null
      : `${year}-${twoDigits(month)}-${twoDigits(day)} ${time}`
  })

/** `05:05:30`, `2 05:05:30` and `2 Days 05:05:30` in seconds. */
export const duration = (oid: string): Column<number> =>
  map(text(oid), value => {
    const [, days = '0', hours, minutes, seconds] =
      /^(?:(\d+)\s*(?:d|days?)?[, ]+)?(\d+):(\d{2}):(\d{2})$/i.exec(value) ?? []
    return hours === undefined
      ? null
      : ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
  })

/** Reason of a loss in the uniform words; another text stays as the OLT writes it. */
export const reasonText = (oid: string): Column<string> =>
  map(label(oid), value =>
    /power\s*off|dying/i.test(value) ? 'PowerOff' : /\blos\b|loss of signal/i.test(value) ? 'LOS' : value,
  )

/**
 * Description of an ONU. The OLT gives the name of the ONU itself (`GPON0/1:2`) or `NULL` where nobody has
 * written one: the description is empty then.
 */
export const onuDescription = (oid: string): Column<string> => ({
  oid,
  decode: cell => {
    if (cell.value === null || !Buffer.isBuffer(cell.value)) return text(oid).decode(cell)
    const shown = decodeText(cell.value)
    const [pon, onu] = cell.oid.split('.').slice(-2)
    return nothing.test(shown) ||
      /^[EG]PON0\/(\d+):(\d+)$/.exec(shown)?.slice(1).join('.') === `${pon}.${onu}`
      ? ''
      : shown
  },
})

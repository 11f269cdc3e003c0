import { decodeText, map, octets, parseDateAndTime, scaled, text, type Column } from '@linecard/driver-kit'

/** ZTE's enterprise node. */
export const zte = '1.3.6.1.4.1.3902'

/** The largest signed Integer32: "not available" in transceiver tables. */
export const none32 = 2_147_483_647

/**
 * Range of the power that ONUs and transceivers send or receive, dBm. An OLT gives −80 for an ONU without
 * signal.
 */
export const credible = { min: -69.999, max: 29.999 }

/**
 * Optical power of an ONU: steps of 0.002 dB above −30 dBm; below −30 dBm 16-bit two's complement. 65535
 * means that the OLT cannot ask the ONU.
 */
export const onuPower = (oid: string): Column<number> =>
  scaled(oid, { by: 0.002, offset: -30, bits: 16, none: [65_535], ...credible })

/** Power measured by the OLT, 0.001 dBm. −80000 and −1000 mean "no signal". */
export const oltPower = (oid: string): Column<number> =>
  scaled(oid, { by: 0.001, none: [-80_000, -1000, none32], ...credible })

/** Thousandths of a unit. */
export const thousandths = (oid: string): Column<number> =>
  scaled(oid, { by: 0.001, none: [none32, -none32 - 1] })

const twoDigits = (value: number) => String(value).padStart(2, '0')

/**
 * A time by the clock of the device as `YYYY-MM-DD HH:MM:SS`: from the first 8 octets of a DateAndTime (the
 * time zone is ignored), or from text. Null for dates of zeros (`0000-00-00 00:00:00`) and other texts that
 * are not dates.
 */
export const localTime = (oid: string): Column<string> =>
  map(octets(oid), bytes => {
    if (bytes.length === 8 || bytes.length === 11) {
      const moment = parseDateAndTime(bytes.subarray(0, 8))
      return moment === null ? null : moment.slice(0, 19).replace('T', ' ')
    }
    const [, year, month, day, time] =
      /(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T]+(\d{2}:\d{2}:\d{2})/.exec(decodeText(bytes)) ?? []
    return time === undefined || Number(year) === 0
      ? null
      : `${year}-${twoDigits(Number(month))}-${twoDigits(Number(day))} ${time}`
  })

/** Text without the padding of transceivers. Placeholders for "no value" give null. */
export const label = (oid: string): Column<string> =>
  map(text(oid), value => (/^(n\/?a|--?|none|null|unknown)$/i.test(value) ? null : value))

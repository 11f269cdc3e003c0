import {
  decodeText,
  map,
  octets,
  parseDateAndTime,
  scaled,
  text,
  truth,
  type Column,
} from '@linecard/driver-kit'

/** BDCOM's enterprise node. */
export const bdcom = '1.3.6.1.4.1.3320'

/** What agents write where nothing was measured. 32767 is the largest 16-bit number. */
export const none = [-65_535, 65_535, 32_767, -32_768, 2_147_483_647]

/** Power of a PON, 0.1 dBm. At −50 dBm and below there is no light. */
export const tenthDbm = (oid: string): Column<number> =>
  scaled(oid, { by: 0.1, none, min: -49.999, max: 29.999 })
/** The same as the OLT measures it. 0 is no measurement. */
export const tenthDbmAtOlt = (oid: string): Column<number> =>
  scaled(oid, { by: 0.1, none: [0, ...none], min: -49.999, max: 29.999 })
/** 1/256 °C. */
export const celsius256 = (oid: string): Column<number> =>
  scaled(oid, { by: 1 / 256, none, decimals: 2, min: -60, max: 150 })
/** 0.1 mV. 0 is no measurement. */
export const volts = (oid: string): Column<number> => scaled(oid, { by: 0.0001, none: [0, ...none], max: 20 })
/** Laser current in steps of 2 µA, mA. */
export const milliamps = (oid: string): Column<number> =>
  scaled(oid, { by: 0.002, none, decimals: 3, min: 0, max: 200 })

/** Text without placeholders: an ONU that never told its model has `----`. */
export const label = (oid: string): Column<string> =>
  map(text(oid), value => (/^(?:-+|n\/?a|none|null)$/i.test(value) ? null : value))

/** enable(1), disable(2). */
export const onOff = (oid: string) =>
  map(truth(oid), on => (on ? ('Enabled' as const) : ('Disabled' as const)))
/** up(1), down(2). */
export const upDown = (oid: string) => map(truth(oid), up => (up ? ('Up' as const) : ('Down' as const)))

/**
 * DateAndTime by the clock of the OLT, as `YYYY-MM-DD HH:MM:SS`; a time zone is ignored. Null for an ONU that
 * was never registered, and for times before 2000: the clock was not set.
 */
export const localTime = (oid: string): Column<string> =>
  map(octets(oid), bytes => parseDateAndTime(bytes.subarray(0, 8))?.slice(0, 19).replace('T', ' ') ?? null)

/** A version as one number for each octet: `1.10.0.4`. Printable text stays text. */
export const octetVersion = (oid: string): Column<string> =>
  map(octets(oid), bytes => {
    const bare = bytes.subarray(0, bytes.findLastIndex(octet => octet !== 0) + 1)
    if (bare.length === 0) return null
    return bare.every(octet => octet >= 0x20 && octet < 0x7f) ? decodeText(bare) : [...bytes].join('.')
  })

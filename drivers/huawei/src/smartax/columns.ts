import { enumeration, map, octets, parseDateAndTime, scaled, text, type Column } from '@linecard/driver-kit'

/** "Not available" in the tables of HUAWEI-XPON-MIB. */
export const none32 = 2_147_483_647

/** What an optical receiver or sender can have, dBm. */
const credible = { min: -49.99, max: 29.99, none: [none32, -1] }

/** Power in 0.01 dBm. */
export const hundredths = (oid: string): Column<number> => scaled(oid, { by: 0.01, ...credible })

/** Power of an ONU at the OLT: 0.01 dBm above −100 dBm, so that it is never negative. */
export const oltPower = (oid: string): Column<number> => scaled(oid, { by: 0.01, offset: -100, ...credible })

/**
 * Power of an EPON ONU. Documents say 0.01 dBm above −100 dBm, devices in the field give 0.01 dBm. No power
 * has a number that both could mean: one begins at 5001, the other ends at 2999.
 */
export const eponPower = (oid: string): Column<number> => {
  const [plain, raised] = [hundredths(oid), oltPower(oid)]
  return {
    oid,
    decode: cell => {
      const value = plain.decode(cell)
      return value === null ? raised.decode(cell) : value
    },
  }
}

export const celsius = (oid: string): Column<number> =>
  scaled(oid, { by: 1, none: [none32], min: -60, max: 150 })
export const milliamperes = (oid: string): Column<number> =>
  scaled(oid, { by: 1, none: [none32], min: 0, max: 1000 })
export const millivolts = (oid: string): Column<number> =>
  scaled(oid, { by: 0.001, none: [none32], min: 0.001, max: 20 })
/** −1 and 0: not measured. */
export const metres = (oid: string): Column<number> => scaled(oid, { by: 1, min: 1, max: 200_000 })

/**
 * DateAndTime by the clock of the device as `YYYY-MM-DD HH:MM:SS`; its time zone is left out, as everywhere
 * else. Null for zeros.
 */
export const localTime = (oid: string): Column<string> =>
  map(octets(oid), bytes => parseDateAndTime(bytes.subarray(0, 8))?.slice(0, 19).replace('T', ' ') ?? null)

/** 1: on, 2: off, −1: not known. */
export const adminState = (oid: string): Column<'Enabled' | 'Disabled'> =>
  map(enumeration(oid, { 1: 'Enabled', 2: 'Disabled', [-1]: 'invalid' }), word =>
    word === 'invalid' ? null : word,
  )

/** What the OLT shows in place of a description that was never set. */
const noDescription = 'ONT_NO_DESCRIPTION'
export const description = (oid: string): Column<string> =>
  map(text(oid), value => (value === noDescription ? '' : value))

/** Text; `-` and `--` stand for nothing. */
export const label = (oid: string): Column<string> =>
  map(text(oid), value => (/^-+$/.test(value) ? null : value))

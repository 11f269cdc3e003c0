import { trafficSlots } from '../catalogue/index.ts'

/** The counters of one interface at one time. */
export interface Reading {
  /** Id of the stored interface: names and indexes on the device may change. */
  interface: number
  /** Milliseconds since 1970. */
  time: number
  /** sysUpTime in hundredths of a second; null: not answered. */
  uptime: number | null
  /** Time since the reading before it, ms; 0: there was none. */
  elapsed: number
  /**
   * Uptime of the device when counters of the interface last started again, hundredths of a second; null: the
   * device has never told it.
   */
  discontinuity: number | null
  /** Width of the counters of octets and packets. */
  bits: 32 | 64
  /** By slot of the traffic; null: not given. */
  values: readonly (bigint | null)[]
}

const slots = trafficSlots.length
/**
 * interface, time, uptime, elapsed, bits and format, mask of the values that are there, values,
 * discontinuity.
 */
const bytes = 4 + 8 + 8 + 4 + 2 + 2 + slots * 8 + 8
/** Of what is written now; it stands beside the width, where the first format had nothing. */
const format = 0x100

/** The readings of a device in one value of a table: about 150 octets for each interface. */
export function encodeReadings(readings: readonly Reading[]): Buffer {
  const out = Buffer.alloc(readings.length * bytes)
  let at = 0
  for (const reading of readings) {
    at = out.writeUInt32BE(reading.interface, at)
    at = out.writeDoubleBE(reading.time, at)
    at = out.writeDoubleBE(reading.uptime ?? NaN, at)
    at = out.writeUInt32BE(Math.min(reading.elapsed, 2 ** 32 - 1), at)
    at = out.writeUInt16BE(format + reading.bits, at)
    const mask = reading.values.reduce((sum, value, slot) => (value === null ? sum : sum | (1 << slot)), 0)
    at = out.writeUInt16BE(mask, at)
    for (const value of reading.values) at = out.writeBigUInt64BE(value ?? 0n, at)
    at = out.writeDoubleBE(reading.discontinuity ?? NaN, at)
  }
  return out
}

/** Empty for what an older version wrote. */
export function decodeReadings(state: Buffer): Map<number, Reading> {
  const readings = new Map<number, Reading>()
  if (state.length % bytes !== 0) return readings
  for (let at = 0; at < state.length; at += bytes) {
    const width = state.readUInt16BE(at + 24) - format
    if (width !== 32 && width !== 64) return new Map()
    const uptime = state.readDoubleBE(at + 12)
    const discontinuity = state.readDoubleBE(at + bytes - 8)
    const mask = state.readUInt16BE(at + 26)
    const id = state.readUInt32BE(at)
    readings.set(id, {
      interface: id,
      time: state.readDoubleBE(at + 4),
      uptime: Number.isNaN(uptime) ? null : uptime,
      elapsed: state.readUInt32BE(at + 20),
      discontinuity: Number.isNaN(discontinuity) ? null : discontinuity,
      bits: width,
      values: Array.from({ length: slots }, (_, slot) =>
        (mask >> slot) & 1 ? state.readBigUInt64BE(at + 28 + slot * 8) : null,
      ),
    })
  }
  return readings
}

/** A counter of an answer: above 2^53 it is a text of digits. */
export const counterOf = (value: number | string | null | undefined): bigint | null =>
  value === null || value === undefined ? null : BigInt.asUintN(64, BigInt(value))

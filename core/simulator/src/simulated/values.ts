import { random } from '../random.ts'

/** A unicast MAC address from a seed. `oui` is its first three octets. */
export function macOf(seed: string, oui: readonly [number, number, number] = [0x00, 0x1e, 0x58]): Buffer {
  const next = random(seed)
  return Buffer.from([...oui, ...Array.from({ length: 3 }, () => Math.floor(next() * 256))])
}

/** `mac` plus `offset`. Ports of a device have consecutive addresses. */
export const macPlus = (mac: Buffer, offset: number): Buffer => {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(mac.readUIntBE(0, 6) + offset, 0, 6)
  return bytes
}

/** A MAC address as a row index. */
export const macIndex = (mac: Buffer): string => [...mac].join('.')

/** DateAndTime (RFC 2579) of 8 octets: UTC, without a time zone. */
export function dateAndTime(ms: number): Buffer {
  const date = new Date(ms)
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16BE(date.getUTCFullYear())
  bytes.set(
    [
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
      0,
    ],
    2,
  )
  return bytes
}

/** PortList (RFC 4363). Bridge port 1 is the highest bit of the first octet. */
export function portList(ports: Iterable<number>, highest: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil(highest / 8))
  for (const port of ports) bytes[(port - 1) >> 3]! |= 0x80 >> ((port - 1) & 7)
  return bytes
}

/** A value that changes slowly within ±`swing` of `middle`: the sum of two sine waves. */
export function wander(seed: string, middle: number, swing: number): (nowMs: number) => number {
  const next = random(seed)
  const [a, b] = [next() * 7, next() * 7]
  const [slow, fast] = [3_600_000 * (1 + next()), 97_000 * (1 + next())]
  return now =>
    middle +
    swing * (0.7 * Math.sin((now / slow) * 2 * Math.PI + a) + 0.3 * Math.sin((now / fast) * 2 * Math.PI + b))
}

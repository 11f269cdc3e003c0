import { randomBytes } from 'node:crypto'

/** A /24 of the loopback network for this process. It is random, so that test files run beside each other. */
const net = `127.${20 + (randomBytes(1)[0]! % 200)}.${randomBytes(1)[0]!}`
let host = 0

/** The next free loopback address of this process, for a simulated device. At most 255. */
export const nextIp = (): string => `${net}.${++host}`

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A /24 of the loopback network for this process. It is random, so that test files run beside each other. */
const net = `127.${20 + (randomBytes(1)[0]! % 200)}.${randomBytes(1)[0]!}`
let host = 0

/** The next free loopback address of this process, for a simulated device. At most 255. */
export const nextIp = (): string => `${net}.${++host}`

/** A TCP port of 127.0.0.1 that nobody has now. Somebody may take it before its user does. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

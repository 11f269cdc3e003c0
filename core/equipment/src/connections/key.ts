import { createHash } from 'node:crypto'
import type { Target } from '@linecard/plugin-kit'

/** Names a device with the way to reach it. Credentials are in it only as a hash. */
export function connectionKey({ ip, snmp }: Target): string {
  const { port, ...access } = snmp
  return `${ip}|${port}|${createHash('sha256').update(JSON.stringify(access)).digest('base64url')}`
}

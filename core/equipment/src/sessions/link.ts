import { createHash } from 'node:crypto'
import type { Target } from '@linecard/plugin-kit'
import type { openSnmp } from '../snmp/index.ts'

export type OpenLink = typeof openSnmp
/** An open SNMP session as the transport gives it. */
export type SnmpLink = ReturnType<OpenLink>
export type Learnt = SnmpLink['learnt']

/** One device reached one way. Names no secret: credentials are only there as a hash. */
export function linkKey({ ip, snmp }: Target): string {
  const { port, ...access } = snmp
  return `${ip}|${port}|${createHash('sha256').update(JSON.stringify(access)).digest('base64url')}`
}

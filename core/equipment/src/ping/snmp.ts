import { DeviceError } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { openSnmp } from '../snmp/index.ts'
import { series, type Probes } from './probes.ts'

/** SNMPv2-MIB sysUpTime.0 (RFC 3418). */
const sysUpTime = '1.3.6.1.2.1.1.3.0'

/** One GET for each probe, on its own connection: a ping does not wait for the device queue. */
export async function snmp(ip: string, probes: Probes, access: SnmpAccess): Promise<(number | null)[]> {
  const session = openSnmp({
    ip,
    access: { ...access, timeoutMs: probes.timeoutMs, retries: 0 },
    ...(probes.signal ? { signal: probes.signal } : {}),
  })
  try {
    return await series(probes, async () => {
      const started = performance.now()
      try {
        await session.get([sysUpTime])
      } catch (error) {
        if (!(error instanceof DeviceError) || error.kind === 'DeviceTimeout') return null
        // A wrong answer is an answer too.
      }
      return performance.now() - started
    })
  } finally {
    session.close()
  }
}

import { DeviceError } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { openSnmp } from '../snmp/index.ts'
import { series, type Probes } from './probes.ts'

/** SNMPv2-MIB sysUpTime.0 (RFC 3418). */
const sysUpTime = '1.3.6.1.2.1.1.3.0'

/** One GET a probe, on a socket of its own: a ping does not wait for the device's turn. */
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
        // Whoever answers wrongly is there.
      }
      return performance.now() - started
    })
  } finally {
    session.close()
  }
}

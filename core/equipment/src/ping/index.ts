import type { Ping } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Networks } from '../networks.ts'
import { createSlots } from '../sessions/slots.ts'
import { icmp } from './icmp.ts'
import { noRoute } from './route.ts'
import { snmp } from './snmp.ts'
import { tcp } from './tcp.ts'
import { trace } from './trace.ts'

export interface PingService {
  networks: Networks
  /** Folders in which fping and traceroute are sought; PATH unless said. */
  path?: string
  /** Ports that are tried by TCP; 22, 23 and 80 unless said. */
  tcpPorts?: readonly number[]
}

/** Programs and sockets at once, and who may wait for them. */
const limits = { maxSessions: 32, maxWaiting: 500 }

const within = (value: number | undefined, [least, most]: readonly [number, number], standard: number) =>
  Math.min(most, Math.max(least, Math.round(value ?? standard)))

export function createPing({ networks, path, tcpPorts }: PingService): Ping {
  const slots = createSlots(limits)
  const folders = () => path ?? process.env['PATH'] ?? ''

  /** One turn for an address that may be asked and that this machine can send to. */
  async function turn<T>(
    given: string,
    signal: AbortSignal | undefined,
    work: (ip: string) => Promise<T>,
  ): Promise<T> {
    const ip = networks.check(given)
    const reason = await noRoute(ip)
    if (reason) throw fail('EQUIPMENT_NO_ROUTE', { ip, reason })
    await slots.take(signal ?? new AbortController().signal)
    try {
      return await work(ip)
    } finally {
      slots.give()
    }
  }

  return {
    ping: (given, { count, timeoutMs, snmp: access, signal } = {}) =>
      turn(given, signal, async ip => {
        const probes = {
          count: within(count, [1, 20], 3),
          timeoutMs: within(timeoutMs, [50, 10_000], 1000),
          ...(signal ? { signal } : {}),
        }
        const answer = (
          method: 'icmp' | 'tcp' | 'snmp',
          times: readonly (number | null)[],
          instead: string | null,
        ) => ({
          ip,
          method,
          sent: times.length,
          received: times.filter(time => time !== null).length,
          times_ms: times.map(time => (time === null ? null : Math.round(time * 1000) / 1000)),
          instead,
        })
        const echoes = await icmp(ip, probes, folders())
        if (typeof echoes !== 'string') return answer('icmp', echoes, null)
        const handshakes = await tcp(ip, probes, tcpPorts)
        if (!access || handshakes.some(time => time !== null)) return answer('tcp', handshakes, echoes)
        return answer('snmp', await snmp(ip, probes, access), `${echoes}; TCP gave no answer`)
      }),
    trace: (given, { maxHops, timeoutMs, totalMs, signal } = {}) =>
      turn(given, signal, ip =>
        trace(ip, {
          maxHops: within(maxHops, [1, 64], 30),
          timeoutMs: within(timeoutMs, [100, 5000], 1000),
          totalMs: within(totalMs, [1000, 120_000], 30_000),
          path: folders(),
          ...(signal ? { signal } : {}),
        }),
      ),
  }
}

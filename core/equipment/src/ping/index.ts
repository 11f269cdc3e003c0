import type { Ping, PingAnswer, PingMethod, PingOptions } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Networks } from '../networks.ts'
import { createSlots } from '../waiting/slots.ts'
import { icmp } from './icmp.ts'
import { reachAddress } from './reach.ts'
import { noRoute } from './route.ts'
import { snmp } from './snmp.ts'
import { tcp } from './tcp.ts'
import { trace } from './trace.ts'

export interface CreatePingOptions {
  networks: Networks
  /** Folders with fping and traceroute. PATH by default. */
  path?: string
  /** Ports that are tried with TCP. 22, 23 and 80 by default. */
  tcpPorts?: readonly number[]
}

/** Programs and sockets at the same time, and calls that may wait for them. */
const limits = { max_sessions: 32, max_waiting: 500 }
/** The same for single tries without a program. */
const reachLimits = { max_sessions: 512, max_waiting: 2000 }

const within = (value: number | undefined, [least, most]: readonly [number, number], standard: number) =>
  Math.min(most, Math.max(least, Math.round(value ?? standard)))

const answerOf = (
  ip: string,
  method: PingMethod,
  times: readonly (number | null)[],
  instead: string | null,
): PingAnswer => ({
  ip,
  method,
  sent: times.length,
  received: times.filter(time => time !== null).length,
  times_ms: times.map(time => (time === null ? null : Math.round(time * 1000) / 1000)),
  instead,
})

/** Asks with ICMP, else with TCP, else with SNMP. */
async function pingAddress(
  ip: string,
  { count, timeoutMs, snmp: access, signal }: PingOptions,
  path: string,
  tcpPorts: readonly number[] | undefined,
): Promise<PingAnswer> {
  const probes = {
    count: within(count, [1, 20], 3),
    timeoutMs: within(timeoutMs, [50, 10_000], 1000),
    ...(signal ? { signal } : {}),
  }
  const echoes = await icmp(ip, probes, path)
  if (typeof echoes !== 'string') return answerOf(ip, 'icmp', echoes, null)
  const handshakes = await tcp(ip, probes, tcpPorts)
  if (!access || handshakes.some(time => time !== null)) return answerOf(ip, 'tcp', handshakes, echoes)
  return answerOf(ip, 'snmp', await snmp(ip, probes, access), `${echoes}; TCP gave no answer`)
}

export function createPing({ networks, path, tcpPorts }: CreatePingOptions): Ping {
  const slots = createSlots(limits)
  const reachSlots = createSlots(reachLimits)
  const folders = () => path ?? process.env['PATH'] ?? ''

  /** Runs the work in a slot, for an address that may be asked and that this machine can reach. */
  async function inSlot<T>(
    given: string,
    signal: AbortSignal | undefined,
    work: (ip: string) => Promise<T>,
    line = slots,
  ): Promise<T> {
    const ip = networks.check(given)
    const reason = await noRoute(ip)
    if (reason) throw fail('EQUIPMENT_NO_ROUTE', { ip, reason })
    await line.take(signal ?? new AbortController().signal)
    try {
      return await work(ip)
    } finally {
      line.release()
    }
  }
  return {
    ping: (given, options = {}) =>
      inSlot(given, options.signal, ip => pingAddress(ip, options, folders(), tcpPorts)),
    reach: (given, options) => inSlot(given, options.signal, ip => reachAddress(ip, options), reachSlots),
    address: given => networks.check(given),
    trace: (given, { maxHops, timeoutMs, totalMs, signal } = {}) =>
      inSlot(given, signal, ip =>
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

import { SnmpType, type Varbind } from '@linecard/driver-kit'
import { constant, createView, startDevice, type Device, type Mib } from '@linecard/simulator'
import type { Simulated } from '../../support/installation.ts'

/** A port of an agent, with what it counted. */
export interface AgentPort {
  index: number
  name: string
  /** ifHCInOctets and ifHCOutOctets, or with 32 bits the low half of them. */
  received: bigint
  sent: bigint
  /** Mbit/s. */
  speed?: number
  /** It has no link. */
  down?: boolean
  /** MAC addresses behind it, as decimal arcs. */
  macs?: readonly string[]
}

/** What the agent of a device of no known vendor says; a test changes it while the agent runs. */
export interface AgentState {
  /** When sysUpTime was zero, ms since 1970. */
  bootMs: number
  ports: readonly AgentPort[]
  /** It has no 64-bit counters. */
  narrow?: boolean
}

const [ifEntry, ifXEntry, bridge] = ['1.3.6.1.2.1.2.2.1', '1.3.6.1.2.1.31.1.1.1', '1.3.6.1.2.1.17']
const text = (oid: string, value: string): Varbind => ({
  oid,
  type: SnmpType.OctetString,
  value: Buffer.from(value),
})
const number = (oid: string, type: number, value: number | bigint): Varbind => ({ oid, type, value })
const low = (value: bigint) => Number(BigInt.asUintN(32, value))

function* rowsOf(
  { index, name, received, sent, speed = 100, down = false, macs = [] }: AgentPort,
  narrow: boolean,
): Generator<Varbind> {
  yield number(`${ifEntry}.1.${index}`, SnmpType.Integer, index)
  yield text(`${ifEntry}.2.${index}`, name)
  yield number(`${ifEntry}.3.${index}`, SnmpType.Integer, 6)
  yield number(`${ifEntry}.5.${index}`, SnmpType.Gauge32, speed * 1_000_000)
  yield number(`${ifEntry}.7.${index}`, SnmpType.Integer, 1)
  yield number(`${ifEntry}.8.${index}`, SnmpType.Integer, down ? 2 : 1)
  yield number(`${ifEntry}.10.${index}`, SnmpType.Counter32, low(received))
  yield number(`${ifEntry}.16.${index}`, SnmpType.Counter32, low(sent))
  yield number(`${bridge}.1.4.1.2.${index}`, SnmpType.Integer, index)
  for (const mac of macs) {
    const octets = Buffer.from(mac.split('.').map(Number))
    yield { oid: `${bridge}.4.3.1.1.${mac}`, type: SnmpType.OctetString, value: octets }
    yield number(`${bridge}.4.3.1.2.${mac}`, SnmpType.Integer, index)
    yield number(`${bridge}.4.3.1.3.${mac}`, SnmpType.Integer, 3)
  }
  yield text(`${ifXEntry}.1.${index}`, name)
  if (narrow) return
  yield number(`${ifXEntry}.6.${index}`, SnmpType.Counter64, BigInt.asUintN(64, received))
  yield number(`${ifXEntry}.10.${index}`, SnmpType.Counter64, BigInt.asUintN(64, sent))
  yield number(`${ifXEntry}.15.${index}`, SnmpType.Gauge32, speed)
}

/** sysUpTime, in hundredths of a second; it starts again after 497 days. */
const uptimeOf = ({ bootMs }: AgentState) => Math.floor((Date.now() - bootMs) / 10) % 2 ** 32

/** System group, ifTable and ifXTable (RFC 3418, RFC 2863) of the present state, and a bridge (RFC 4188). */
const mibOf = (state: AgentState): Mib => ({
  view: () =>
    createView(
      [
        text('1.3.6.1.2.1.1.1.0', 'a switch of nobody'),
        { oid: '1.3.6.1.2.1.1.2.0', type: SnmpType.Oid, value: '1.3.6.1.4.1.99999.7' },
        number('1.3.6.1.2.1.1.3.0', SnmpType.TimeTicks, uptimeOf(state)),
        text('1.3.6.1.2.1.1.5.0', 'plain'),
        // dot1dBaseNumPorts: an empty FDB is really empty.
        number('1.3.6.1.2.1.17.1.2.0', SnmpType.Integer, state.ports.length),
        ...state.ports.flatMap(port => [...rowsOf(port, state.narrow === true)]),
      ].map(constant),
    ),
})

/** Starts an agent. Its `state` may change at any time. */
export async function startAgent(
  ip: string,
  state: AgentState,
): Promise<{ device: Simulated; state: AgentState; stop: Device['stop'] }> {
  const device = await startDevice({ ip, port: 0, mib: mibOf(state) })
  const simulated = Object.assign(device, { name: `agent ${ip}`, kind: 'router' as const })
  return { device: simulated, state, stop: () => device.stop() }
}

import type { RemoteInfo } from 'node:dgram'
import { readFileSync } from 'node:fs'
import type { Varbind } from '@linecard/driver-kit'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { type ConsoleOptions, type DeviceConsole, startConsole } from './console/server.ts'
import { random } from './random.ts'
import type { SimulatedDevice } from './simulated/base.ts'
import type { Behaviour } from './snmp/behaviour.ts'
import { Malformed, readInteger, readTlv } from './snmp/ber.ts'
import { answerCommunity } from './snmp/community.ts'
import { type Engine, type V3User, engineIdOf } from './snmp/engine.ts'
import { answerWithFaults } from './snmp/faults.ts'
import { type Mib, fixedMib } from './snmp/mib.ts'
import { bind, createDatagramSender } from './snmp/socket.ts'
import { createUsm } from './snmp/usm.ts'
import { type WritableMib, writableMib } from './snmp/writable-mib.ts'

export interface DeviceOptions {
  /** An address of 127.0.0.0/8, one for each device. */
  ip: string
  /** UDP port. Default 1161, which needs no privilege; 0 takes a free one. */
  port?: number
  /** A `.snmprec` by path, or its varbinds. */
  recording?: string | URL | Iterable<Varbind>
  /** What the device answers, if it has no recording. Many devices may share it. */
  mib?: Mib
  /** A simulated device: its MIB is answered, and it may reboot. */
  simulated?: SimulatedDevice
  /** The console of `simulated`, over telnet and SSH. */
  console?: ConsoleOptions
  /** Default `public` to read, `private` to read and write. */
  communities?: { read: string; write: string }
  v3Users?: readonly V3User[]
  /**
   * Other contexts of the agent. `name` is the contextName of SNMPv3 (`vlan-301`); `suffix` is what v1 and
   * v2c append to the community (`@301`).
   */
  contexts?: readonly { name: string; suffix: string; recording: Iterable<Varbind> }[]
  behaviour?: Behaviour
  /** Seed of the random draws for `loss`. */
  seed?: number
}

/** A running device. */
export interface Device {
  readonly ip: string
  readonly port: number
  /** May be changed at any time. */
  behaviour: Behaviour
  /** Datagrams that arrived, with lost and refused ones. */
  readonly requests: number
  /** Those of them that were no SNMP message. */
  readonly malformed: number
  readonly engine: Engine
  /** What is answered, with the values that were SET. */
  readonly mib: Mib
  /** Undefined if the device has no console. */
  readonly console?: DeviceConsole
  stop(): Promise<void>
}

/** Largest payload of a UDP datagram over IPv4. */
const maxDatagram = 65_507

/** Reads a recording into a MIB that many devices may share. Throws with file and line if it is invalid. */
export const loadRecording = (path: string | URL): Mib =>
  fixedMib(parseSnmprec(readFileSync(path, 'utf8'), String(path)))

const mibOf = ({ ip, recording, mib, simulated }: DeviceOptions): Mib => {
  const own = mib ?? simulated?.mib
  if (own) return own
  if (recording === undefined)
    throw new TypeError(`device ${ip} has no recording, no simulated device and no mib`)
  return typeof recording === 'string' || recording instanceof URL
    ? loadRecording(recording)
    : fixedMib(recording)
}

/** The MIB of each context, by contextName or by the suffix of the community; '' is the default one. */
function createContexts({ contexts = [], simulated }: DeviceOptions, defaultMib: WritableMib) {
  const recorded = new Map<string, WritableMib>([['', defaultMib]])
  for (const { name, suffix, recording } of contexts) {
    const mib = writableMib(fixedMib(recording))
    recorded.set(name, mib).set(suffix, mib)
  }
  const writable = new WeakMap<Mib, WritableMib>()
  return (name: string): WritableMib | undefined => {
    const mib = simulated?.context?.(name)
    if (!mib) return recorded.get(name)
    const known = writable.get(mib) ?? writableMib(mib)
    writable.set(mib, known)
    return known
  }
}

function readVersion(datagram: Buffer): '1' | '2c' | '3' {
  const message = readTlv(datagram, 0, datagram.length, 0x30)
  const version = readInteger(datagram, readTlv(datagram, message.start, message.end))
  if (version !== 0 && version !== 1 && version !== 3) throw new Malformed(`SNMP version ${version}`)
  return version === 0 ? '1' : version === 1 ? '2c' : '3'
}

/** Makes the function that answers datagrams. Throws Malformed for what is no SNMP message. */
function createAgent(options: DeviceOptions, mib: WritableMib, engine: Engine, behaviour: () => Behaviour) {
  const communities = options.communities ?? { read: 'public', write: 'private' }
  const contextOf = createContexts(options, mib)
  const answerV3 = createUsm(engine, options.v3Users ?? [], Date.now, {
    has: name => contextOf(name) !== undefined,
  })
  const answer = answerWithFaults(contextOf, behaviour)
  return (datagram: Buffer): Buffer | undefined => {
    const { versions, truncate = maxDatagram } = behaviour()
    const version = readVersion(datagram)
    if (versions && !versions.includes(version)) return undefined
    const maxSize = Math.min(truncate, maxDatagram)
    return version === '3'
      ? answerV3(datagram, maxSize, answer)
      : answerCommunity(datagram, communities, maxSize, answer)
  }
}

/**
 * Starts a device: one UDP socket on its own address, and TCP sockets for its console. Rejects if the address
 * is taken. Invalid datagrams never end it.
 */
export async function startDevice(options: DeviceOptions): Promise<Device> {
  const { ip, simulated } = options
  const mib = writableMib(mibOf(options))
  const draw = random(options.seed ?? 1)
  const socket = await bind(ip, options.port ?? 1161)
  const { port } = socket.address()
  const engine: Engine = { id: engineIdOf(ip, port), boots: 1, startedMs: Date.now() }
  const behaviour = () => device.behaviour
  const answer = createAgent(options, mib, engine, behaviour)
  const { send, close } = createDatagramSender(socket, ip, behaviour)
  let requests = 0
  let malformed = 0

  const isSilent = (): boolean => {
    const { silent } = behaviour()
    const limit = typeof silent === 'object' ? (silent.after ?? Infinity) : Infinity
    return silent === true || simulated?.control?.down === true || requests > limit
  }
  const onMessage = (datagram: Buffer, peer: RemoteInfo) => {
    requests++
    if (isSilent()) return
    const { loss } = behaviour()
    if (loss && draw() < loss) return
    try {
      const reply = answer(datagram)
      if (reply) send(reply, peer)
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      malformed++
    }
  }
  const device: Device = {
    ip,
    port,
    behaviour: { ...options.behaviour },
    engine,
    mib,
    get requests() {
      return requests
    },
    get malformed() {
      return malformed
    },
    stop: async () => {
      await Promise.all([close(), device.console?.close()])
    },
  }
  simulated?.control?.onReboot(() => {
    engine.boots++
    engine.startedMs = Date.now()
  })
  socket.on('message', onMessage)
  if (!options.console) return device
  try {
    if (!simulated) throw new TypeError(`device ${ip} has a console, but is no simulated device`)
    return Object.assign(device, { console: await startConsole(ip, simulated, options.console) })
  } catch (error) {
    await close()
    throw error
  }
}

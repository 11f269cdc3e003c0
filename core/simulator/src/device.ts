import type { RemoteInfo } from 'node:dgram'
import { readFileSync } from 'node:fs'
import type { Varbind } from '@linecard/driver-kit'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { answerPdu } from './snmp/agent.ts'
import { Malformed, readInteger, readTlv } from './snmp/ber.ts'
import type { Behaviour, PlainAnswer, PlainRequest } from './snmp/behaviour.ts'
import { type ConsoleOptions, type DeviceConsole, startConsole } from './console/server.ts'
import { type AnswerPdu, answerCommunity } from './snmp/community.ts'
import { bind, delivery } from './snmp/socket.ts'
import type { SimulatedDevice } from './simulated/base.ts'
import { type Mib, fixedMib } from './snmp/mib.ts'
import { isUnder, keyOid, oidKey } from './snmp/oid.ts'
import { type WritableMib, writableMib } from './snmp/writable-mib.ts'
import { type Answer, Pdu, type Request, decodeVarbind, encodeVarbind } from './snmp/pdu.ts'
import { random } from './random.ts'
import { type Engine, type V3User, engineIdOf, createUsm } from './snmp/usm.ts'

export interface DeviceOptions {
  /** An address of 127.0.0.0/8, one a device. */
  ip: string
  /** UDP port. Default 1161, which needs no privilege; 0 takes a free one. */
  port?: number
  /** A `.snmprec` by path, or its varbinds. */
  recording?: string | URL | Iterable<Varbind>
  /** What the device answers, where it is no recording. May be shared by many devices. */
  mib?: Mib
  /** A simulated device, whose MIB it then answers from and which may be rebooted. */
  simulated?: SimulatedDevice
  /** The command line of `simulated`, over telnet and SSH. */
  console?: ConsoleOptions
  /** Default `public` to read, `private` to read and write. */
  communities?: { read: string; write: string }
  v3Users?: readonly V3User[]
  /**
   * Other views of the agent: contextName of SNMPv3 (`vlan-301`), and what v1 and v2c append to the community
   * (`@301`).
   */
  contexts?: readonly { name: string; suffix: string; recording: Iterable<Varbind> }[]
  behaviour?: Behaviour
  /** Of the random draws of `loss`. */
  seed?: number
}

/** A running device. */
export interface Device {
  readonly ip: string
  readonly port: number
  /** Change it at will while the device runs. */
  behaviour: Behaviour
  /** Datagrams that arrived, lost and refused ones included. */
  readonly requests: number
  /** Datagrams among them that were no SNMP message. */
  readonly malformed: number
  readonly engine: Engine
  /** What is answered, with what was SET. */
  readonly mib: Mib
  /** Where the device has a command line. */
  readonly console?: DeviceConsole
  stop(): Promise<void>
}

const maxDatagram = 65_507

/**
 * Reads a recording into a MIB that many devices may share. Throws with file and line where it does not
 * parse.
 */
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

const kinds: Record<number, PlainRequest['type']> = {
  [Pdu.Get]: 'get',
  [Pdu.GetNext]: 'getNext',
  [Pdu.GetBulk]: 'getBulk',
  [Pdu.Set]: 'set',
}

/**
 * Starts a device: one UDP socket on its own address, and TCP where it has a console. Rejects when the
 * address is taken. Garbage never ends it.
 */
export async function startDevice(options: DeviceOptions): Promise<Device> {
  const mib = writableMib(mibOf(options))
  const communities = options.communities ?? { read: 'public', write: 'private' }
  const draw = random(options.seed ?? 1)
  const socket = await bind(options.ip, options.port ?? 1161)
  const { port } = socket.address()
  const engine: Engine = { id: engineIdOf(options.ip, port), boots: 1, startedMs: Date.now() }
  const views = new Map<string, WritableMib>([
    ['', mib],
    ...(options.contexts ?? []).flatMap(({ name, suffix, recording }) => {
      const view = writableMib(fixedMib(recording))
      return [
        [name, view],
        [suffix, view],
      ] as const
    }),
  ])
  const over = new WeakMap<Mib, WritableMib>()
  const viewOf = (context: string): WritableMib | undefined => {
    const lives = options.simulated?.context?.(context)
    if (!lives) return views.get(context)
    const known = over.get(lives) ?? writableMib(lives)
    over.set(lives, known)
    return known
  }
  const answerV3 = createUsm(engine, options.v3Users ?? [], Date.now, {
    has: context => viewOf(context) !== undefined,
  })
  const { deliver, close } = delivery(socket, options.ip, () => device.behaviour)
  let requests = 0
  let malformed = 0

  const answer: AnswerPdu = (request, limits, context) => {
    const { behaviour } = device
    const view = viewOf(context)
    if (!view) return undefined
    const named = (under: string) => {
      const key = oidKey(under)
      return request.bindings.some(binding => isUnder(binding.key, key))
    }
    if (
      request.type === Pdu.GetBulk &&
      (behaviour.noBulk || request.maxRepetitions > (behaviour.silentAboveRepetitions ?? Infinity))
    )
      return undefined
    const error = behaviour.errors?.find(({ under }) => named(under))
    if (error)
      return {
        type: Pdu.Response,
        id: request.id,
        status: error.status,
        index: 1,
        varbinds: request.bindings.map(binding => binding.varbind),
      }
    const reply = answerPdu(request, view, {
      ...limits,
      maxRepetitions: behaviour.maxRepetitions ?? Infinity,
      creatable: key => behaviour.creatable?.some(prefix => isUnder(key, oidKey(prefix))) ?? false,
    })
    const mute = typeof behaviour.silent === 'object' ? behaviour.silent.under : undefined
    if (mute && reply && mute.some(under => named(under) || reaches(reply, oidKey(under)))) return undefined
    return reply && behaviour.tamper ? tampered(reply, request, behaviour.tamper) : reply
  }

  const onMessage = (datagram: Buffer, peer: RemoteInfo) => {
    requests++
    const { behaviour } = device
    const { silent } = behaviour
    if (
      silent === true ||
      options.simulated?.control?.down ||
      (typeof silent === 'object' && requests > (silent.after ?? Infinity))
    )
      return
    if (behaviour.loss && draw() < behaviour.loss) return
    let reply: Buffer | undefined
    try {
      const version = readVersion(datagram)
      if (behaviour.versions && !behaviour.versions.some(allowed => allowed === version)) return
      const maxSize = Math.min(behaviour.truncate ?? maxDatagram, maxDatagram)
      reply =
        version === '3'
          ? answerV3(datagram, maxSize, answer)
          : answerCommunity(datagram, communities, maxSize, answer)
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
      malformed++
    }
    if (reply) deliver(reply, peer)
  }

  const device: Device = {
    ip: options.ip,
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
  options.simulated?.control?.onReboot(() => {
    engine.boots++
    engine.startedMs = Date.now()
  })
  socket.on('message', onMessage)
  if (!options.console) return device
  try {
    if (!options.simulated)
      throw new TypeError(`device ${options.ip} has a console, but is no simulated device`)
    return Object.assign(device, {
      console: await startConsole(options.ip, options.simulated, options.console),
    })
  } catch (error) {
    await close()
    throw error
  }
}

function readVersion(datagram: Buffer): '1' | '2c' | '3' {
  const message = readTlv(datagram, 0, datagram.length, 0x30)
  const version = readInteger(datagram, readTlv(datagram, message.start, message.end))
  if (version !== 0 && version !== 1 && version !== 3) throw new Malformed(`SNMP version ${version}`)
  return version === 0 ? '1' : version === 1 ? '2c' : '3'
}

const reaches = (answer: Answer, key: string): boolean =>
  answer.varbinds.some(varbind => isUnder(oidKey(decodeVarbind(varbind).oid), key))

function tampered(
  answer: Answer,
  request: Request,
  tamper: NonNullable<Behaviour['tamper']>,
): Answer | Buffer | undefined {
  const plain: PlainAnswer = {
    status: answer.status,
    index: answer.index,
    varbinds: answer.varbinds.map(varbind => decodeVarbind(varbind)),
  }
  const changed = tamper(plain, {
    type: kinds[request.type]!,
    oids: request.bindings.map(binding => keyOid(binding.key)),
  })
  if (changed === null) return undefined
  return Buffer.isBuffer(changed)
    ? changed
    : {
        ...answer,
        status: changed.status,
        index: changed.index,
        varbinds: changed.varbinds.map(encodeVarbind),
      }
}

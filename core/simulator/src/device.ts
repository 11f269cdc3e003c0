import type { RemoteInfo } from 'node:dgram'
import { type DeviceConsole, startConsole } from './console/server.ts'
import { createAgent, mibOf } from './device-agent.ts'
import type { DeviceOptions } from './device-options.ts'
import { random } from './random.ts'
import type { Behaviour } from './snmp/behaviour.ts'
import { Malformed } from './snmp/ber.ts'
import { type Engine, engineIdOf } from './snmp/engine.ts'
import type { Mib } from './snmp/mib.ts'
import { bind, createDatagramSender } from './snmp/socket.ts'
import { writableMib } from './snmp/writable-mib.ts'

/** A running device. */
export interface Device {
  readonly ip: string
  readonly port: number
  /** May be changed at any time. */
  behaviour: Behaviour
  /** Datagrams that arrived, with lost and refused ones. */
  readonly requests: number
  /** Datagrams that were not SNMP messages. */
  readonly malformed: number
  readonly engine: Engine
  /** What is answered, with the values that were SET. */
  readonly mib: Mib
  /** Undefined if the device has no console. */
  readonly console?: DeviceConsole
  stop(): Promise<void>
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
    return (
      silent === true ||
      simulated?.control?.down === true ||
      simulated?.control?.off?.has('snmp') === true ||
      requests > limit
    )
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
    if (!simulated) throw new TypeError(`device ${ip} has a console, but is not a simulated device`)
    return Object.assign(device, { console: await startConsole(ip, simulated, options.console) })
  } catch (error) {
    await close()
    throw error
  }
}

import { EventEmitter } from 'node:events'
import snmp from 'net-snmp'
import { ownClock } from './own-clock.ts'

export interface From {
  address: string
  port: number
}
type Reply = (message: Buffer, to: From) => void

/** What net-snmp says of a message. */
export interface ReadPdu {
  type: number
  id?: number
  varbinds: { oid: string; type: number; value: unknown }[]
  /** SNMPv1. */
  enterprise?: string
  agentAddr?: string
  generic?: number
  specific?: number
  upTime?: number
}

/** A receiver of net-snmp without a socket of its own: it gets the messages that were let through. */
export interface Gate {
  /** The trap or inform; null: none (a discovery), or the reason why it is refused. */
  read(message: Buffer, from: From): ReadPdu | null | Error
}

/** In the place of a socket of node:dgram. */
class GateSocket extends EventEmitter {
  readonly #reply: Reply
  constructor(reply: Reply) {
    super()
    this.#reply = reply
  }
  bind(): void {}
  close(): void {}
  send(message: Buffer, offset: number, length: number, port: number, address: string): void {
    this.#reply(message.subarray(offset, offset + length), { port, address })
  }
}

export interface GateOptions {
  engineId: string
  /** SNMPv1 and v2c: their community is compared before. Never for SNMPv3: it would switch off its check. */
  open: boolean
  user?: object
  reply: Reply
}

/** Makes a receiver that reads messages one by one. It answers informs and discoveries by `reply`. */
export function createGate({ engineId, open, user, reply }: GateOptions): Gate {
  const socket = new GateSocket(reply)
  let result: ReadPdu | null | Error = null
  const receiver = snmp.createReceiver(
    { port: 1, engineID: engineId, disableAuthorization: open, dgramModule: { createSocket: () => socket } },
    (error: Error | null, data?: { pdu: ReadPdu }) => {
      result = error ?? data?.pdu ?? null
    },
  )
  if (user) receiver.getAuthorizer().addUser(user)
  return {
    read(message, from) {
      result = null
      // What reports and confirmations say: net-snmp has no clock.
      const { boots, time } = ownClock()
      Object.assign(receiver.engine, { engineBoots: boots, engineTime: time })
      try {
        // net-snmp reads it at once: its callback has run when this returns.
        socket.emit('message', message, from)
      } catch (error) {
        return error as Error
      }
      return result
    },
  }
}

import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeOid } from '../../../core/equipment/src/snmp/oid.ts'

/** Answers that a test holds, as a slow network does: the agent has made them when it was asked. */
export interface Held {
  /** Resolves when the agent has answered the first of them, and the clock has gone on since. */
  readonly arrived: Promise<void>
  /** Passes them on, and holds no more. */
  letGo(): void
}

/** UDP between the service and an agent: it tells when what was asked, and holds answers. */
export interface Relay {
  readonly port: number
  /**
   * Holds what the agent answers to requests that name an OID under this one.
   * @param after so many of them are passed on first
   */
  hold(oid: string, after?: number): Held
  /** Drops what the agent answers to such requests, but for the first ones. The function ends that. */
  drop(oid: string, after?: number): () => void
  /** When an OID under this one was asked for since the last `forget`, ms since 1970. */
  asked(oid: string): readonly number[]
  forget(): void
  close(): Promise<void>
}

interface Holding {
  oid: Buffer
  left: number
  answers: (() => void)[]
  open: boolean
  came(): void
}

/** The present time must be another one, ms since 1970, or times before and after it cannot be told apart. */
export async function nextTick(since = Date.now()): Promise<void> {
  while (Date.now() <= since) await sleep(1)
}

const bound = async (ip: string): Promise<Socket> => {
  const socket = createSocket('udp4')
  socket.bind(0, ip)
  await once(socket, 'listening')
  return socket
}

/** Starts a relay at the address of an agent, on another port. Each question has a socket of its own to it. */
export async function startRelay(agent: { ip: string; port: number }): Promise<Relay> {
  const near = await bound(agent.ip)
  const far = new Map<string, Socket>()
  const holdings = new Set<Holding>()
  const dropped = new Set<{ oid: Buffer; left: number }>()
  let requests: { bytes: Buffer; at: number }[] = []

  /** The answers to one port of the service come back to a socket of their own. */
  async function farOf(peer: RemoteInfo): Promise<Socket> {
    const key = `${peer.address} ${peer.port}`
    const known = far.get(key)
    if (known) return known
    const socket = createSocket('udp4')
    far.set(key, socket)
    socket.on('message', answer => back(answer, peer))
    return socket
  }
  /** The request of an answer: both have the same request-id, which is all that the relay knows of it. */
  const waiting = new Map<string, Buffer>()
  const idOf = (bytes: Buffer): string => {
    // SEQUENCE, version, community, PDU: the first INTEGER in it (RFC 3416).
    const skip = (at: number) => {
      const first = bytes[at + 1]!
      return first < 0x80 ? at + 2 : at + 2 + (first & 0x7f)
    }
    const past = (at: number) => skip(at) + lengthOf(at)
    const lengthOf = (at: number) => {
      const first = bytes[at + 1]!
      return first < 0x80 ? first : bytes.readUIntBE(at + 2, first & 0x7f)
    }
    const pdu = past(past(skip(0)))
    const id = skip(pdu)
    return bytes.subarray(id, past(id)).toString('hex')
  }
  function back(answer: Buffer, peer: RemoteInfo): void {
    const request = waiting.get(`${peer.port} ${idOf(answer)}`) ?? Buffer.alloc(0)
    const names = (oid: Buffer) => request.includes(oid)
    if ([...dropped].some(drop => names(drop.oid) && drop.left-- <= 0)) return
    const pass = () => near.send(answer, peer.port, peer.address, () => undefined)
    const holding = [...holdings].find(({ oid, left, open }) => !open && left <= 0 && names(oid))
    for (const other of holdings) if (names(other.oid)) other.left--
    if (!holding) return pass()
    holding.answers.push(pass)
    holding.came()
  }
  near.on('message', (bytes, peer) => {
    requests.push({ bytes, at: Date.now() })
    waiting.set(`${peer.port} ${idOf(bytes)}`, bytes)
    void farOf(peer).then(socket => socket.send(bytes, agent.port, agent.ip, () => undefined))
  })
  return {
    port: (near.address() as AddressInfo).port,
    hold(oid, after = 0) {
      const came = Promise.withResolvers<void>()
      const holding: Holding = {
        oid: encodeOid(oid),
        left: after,
        answers: [],
        open: false,
        came: came.resolve,
      }
      holdings.add(holding)
      return {
        arrived: came.promise.then(() => nextTick()),
        letGo() {
          holding.open = true
          holdings.delete(holding)
          for (const pass of holding.answers) pass()
        },
      }
    },
    drop(oid, after = 0) {
      const drop = { oid: encodeOid(oid), left: after }
      dropped.add(drop)
      return () => void dropped.delete(drop)
    },
    asked(oid) {
      const prefix = encodeOid(oid)
      return requests.flatMap(({ bytes, at }) => (bytes.includes(prefix) ? at : []))
    },
    forget() {
      requests = []
    },
    async close() {
      for (const socket of [near, ...far.values()]) socket.close()
      await once(near, 'close')
    },
  }
}

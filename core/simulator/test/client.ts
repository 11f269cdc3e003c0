import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'
import snmp from 'net-snmp'
import { until } from '@linecard/test-kit'
import type { Device } from '@linecard/simulator'

export interface Plain {
  oid: string
  type: number
  value: unknown
}

type SessionOptions = Parameters<typeof snmp.createSession>[2]

/** A net-snmp session with promises; remember to close it. */
export function client(
  device: Pick<Device, 'ip' | 'port'>,
  { community = 'public', ...options }: SessionOptions & { community?: string } = {},
) {
  return wrap(
    snmp.createSession(device.ip, community, {
      port: device.port,
      timeout: 10_000,
      retries: 0,
      version: snmp.Version2c,
      ...options,
    }),
  )
}

export function clientV3(
  device: Pick<Device, 'ip' | 'port'>,
  user: Parameters<typeof snmp.createV3Session>[1],
) {
  return wrap(
    snmp.createV3Session(device.ip, user, {
      port: device.port,
      timeout: 10_000,
      retries: 0,
      version: snmp.Version3,
    }),
  )
}

const settle = <T>(start: (done: (error: Error | null, value?: unknown) => void) => void) =>
  new Promise<T>((resolve, reject) => {
    start((error, value) => {
      if (error) reject(error)
      else resolve(value as T)
    })
  })

function wrap(session: ReturnType<typeof snmp.createSession>) {
  session.on('error', () => undefined)
  return {
    get: (...oids: string[]) => settle<Plain[]>(done => session.get(oids, done as never)),
    getNext: (...oids: string[]) => settle<Plain[]>(done => session.getNext(oids, done as never)),
    getBulk: (oids: string[], nonRepeaters: number, repetitions: number) =>
      settle<(Plain | Plain[])[]>(done => session.getBulk(oids, nonRepeaters, repetitions, done as never)),
    set: (...varbinds: Plain[]) => settle<Plain[]>(done => session.set(varbinds as never, done as never)),
    /** All values below an OID, in the order in which they arrived. */
    async walk(oid: string, repetitions = 30) {
      const rows: Plain[] = []
      await settle(done =>
        session.subtree(
          oid,
          repetitions,
          found => {
            rows.push(...(found as Plain[]))
          },
          done as never,
        ),
      )
      return rows
    },
    close: () => session.close(),
  }
}

/** Text of an octet string. */
export const textOf = (varbind: Plain | undefined): string => String(varbind?.value)

/** Runs a command-line tool of net-snmp; Returns its output, or the text on stderr. */
export async function tool(name: string, ...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(name, args, { maxBuffer: 1 << 26 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return stdout + stderr
  }
}

export const hasTools = await access('/usr/bin/snmpget').then(
  () => true,
  () => false,
)

export interface Received {
  data: Buffer
  port: number
}
interface RawOptions {
  /** Whether all answers have come. By default: one for each datagram. */
  over?: (received: readonly Received[], send: (datagram: Uint8Array) => void) => boolean
  /** Then it waits for so long for answers that must not come. */
  lingerMs?: number
}

/** Sends datagrams unchanged, at once, and collects the answers. */
export async function raw(
  device: Pick<Device, 'ip' | 'port'>,
  datagrams: readonly Uint8Array[],
  { over = received => received.length >= datagrams.length, lingerMs = 60 }: RawOptions = {},
): Promise<Received[]> {
  const socket = createSocket('udp4')
  const received: Received[] = []
  socket.on('message', (data, { port }) => {
    received.push({ data, port })
  })
  const send = (datagram: Uint8Array) => socket.send(datagram, device.port, device.ip)
  datagrams.forEach(send)
  await until('all answers', () => over(received, send))
  await new Promise(resolve => {
    setTimeout(resolve, lingerMs)
  })
  socket.close()
  return received
}

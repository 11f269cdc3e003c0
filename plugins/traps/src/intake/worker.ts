/**
 * The thread that listens. What hostile senders send costs nothing of the main thread: it is counted and
 * dropped here, before it is read.
 */
import type { Socket } from 'node:dgram'
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { canonicalAddress } from '@linecard/plugin-kit'
import type { FromThread, HeardItem, IntakeOptions, ToThread } from './orders.ts'
import { Senders, type Sender } from './senders.ts'
import { Engines } from './snmp/engines.ts'
import { readNames } from './snmp/names.ts'
import { TrapReader } from './snmp/reader.ts'
import { parseLine } from './syslog/parse.ts'
import { openStreams, type Streams } from './syslog/streams.ts'
import { listenUdp } from './udp.ts'

/** Items of one message to the main thread, and items on their way there, at most. */
const [batch, mostOnTheWay] = [500, 2000]
/** Between two messages, ms: a steady flow is stored in few statements, and a single item at once. */
const pauseMs = 100

/**
 * What waits for the main thread, bounded. It takes no more than it stores: while the database is away,
 * items wait here, and then messages are dropped before they are read.
 */
class Outbox {
  readonly #most: number
  readonly #send: (items: HeardItem[]) => void
  #waiting: HeardItem[] = []
  #onTheWay = 0
  #soon = false
  #sentAt = -Infinity

  constructor(most: number, send: (items: HeardItem[]) => void) {
    this.#most = most
    this.#send = send
  }

  get waiting(): number {
    return this.#waiting.length + this.#onTheWay
  }
  get full(): boolean {
    return this.waiting >= this.#most
  }

  put(item: HeardItem): void {
    this.#waiting.push(item)
    this.#flushSoon()
  }

  /** So many items were stored. */
  stored(count: number): void {
    this.#onTheWay = Math.max(0, this.#onTheWay - count)
    this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#soon) return
    this.#soon = true
    const flush = () => {
      this.#soon = false
      this.#flush()
    }
    const waitMs = this.#sentAt + pauseMs - performance.now()
    // What arrives in the same turn goes together.
    if (waitMs <= 0) setImmediate(flush)
    else setTimeout(flush, waitMs)
  }

  #flush(): void {
    if (this.#waiting.length > 0) this.#sentAt = performance.now()
    while (this.#waiting.length > 0 && this.#onTheWay < mostOnTheWay) {
      const items = this.#waiting.splice(0, batch)
      this.#onTheWay += items.length
      this.#send(items)
    }
  }
}

/** Time between two reports, ms. */
const reportMs = 1000
/** How much more than polls and requests it gives way when processors are short, as for `nice`. */
const nicer = 5

const port = parentPort!
// Only Linux has priorities of threads: elsewhere it would be that of the whole service.
if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + nicer))
const options = workerData as IntakeOptions
const tell = (message: FromThread): void => port.postMessage(message, [])

const traps = new Senders('snmp', options)
const lines = new Senders('syslog', options)
const devices = new Map<string, number>()
const outbox = new Outbox(options.queueRows, items => tell({ items }))
const put = (item: HeardItem) => outbox.put(item)
const names = options.snmp ? readNames(options.mibFolder) : null
const sockets: Socket[] = []
let streams: Streams | null = null

const failed = (what: string) => (error: Error & { code?: string }) =>
  tell({ failed: { what, code: error.code ?? '', message: error.message } })

/** IPv4 stays as it is: that is most of it, and 10,000 of them a second. */
const canonical = (address: string): string =>
  address.includes(':') ? (canonicalAddress(address) ?? address) : address

let replyTo: Socket | null = null
const reader =
  names &&
  new TrapReader({
    communities: options.communities,
    engineId: options.engineId,
    senders: traps,
    engines: new Engines(),
    names: () => names,
    reply: (message, to) => replyTo?.send(message, to.port, to.address, () => undefined),
    take: put,
    askUser: deviceId => tell({ askUser: deviceId }),
  })

const takeLine =
  (transport: 'udp' | 'tcp') =>
  (message: Buffer, { address, deviceId }: Sender): void => {
    const at = Date.now()
    put({ kind: 'line', at, address, deviceId, transport, ...parseLine(message, at) })
  }

async function startSnmp(): Promise<number> {
  replyTo = await listenUdp({
    address: options.address,
    port: options.snmpPort,
    failed: failed('snmp'),
    onMessage(message, from) {
      const sender = traps.admit(canonical(from.address), outbox.full)
      if (sender) reader!.read(message, from, sender)
    },
  })
  sockets.push(replyTo)
  return replyTo.address().port
}

async function startSyslog(): Promise<number> {
  const take = takeLine('udp')
  const socket = await listenUdp({
    address: options.address,
    port: options.syslogPort,
    failed: failed('syslog'),
    onMessage(message, from) {
      const sender = lines.admit(canonical(from.address), outbox.full)
      if (sender) take(message, sender)
    },
  })
  sockets.push(socket)
  const { port: number } = socket.address()
  streams = openStreams({
    address: options.address,
    port: number,
    connections: options.connections,
    known: address => options.keepUnknown || devices.has(address),
    admit: address => lines.admit(address, false),
    malformed: address => lines.count(address, 'malformed'),
    full: () => outbox.full,
    take: takeLine('tcp'),
    failed: failed('syslog over TCP'),
  })
  await new Promise(resolve => streams!.server.once('listening', () => resolve(null)))
  return number
}

function setKnown(known: readonly [string, number | null][]): void {
  for (const [address, deviceId] of known) {
    const before = devices.get(address)
    if (before !== undefined && before !== deviceId) reader?.forget(before)
    if (deviceId === null) devices.delete(address)
    else devices.set(address, deviceId)
    traps.set(address, deviceId)
    lines.set(address, deviceId)
  }
}

port.on('message', (order: ToThread) => {
  if ('known' in order) setKnown(order.known)
  else if ('user' in order) reader?.setUser(order.user.deviceId, order.user.user)
  else if ('stored' in order) outbox.stored(order.stored)
  else {
    for (const socket of sockets) socket.close()
    streams?.close()
    port.close()
    clearInterval(reporting)
  }
})
const reporting = setInterval(
  () =>
    tell({
      report: {
        sources: [...traps.report(), ...lines.report()],
        waiting: outbox.waiting,
        connections: streams?.open() ?? 0,
        unknownSources: traps.unknown + lines.unknown,
      },
    }),
  reportMs,
)

if (names) tell({ mibs: { modules: names.modules, problems: names.problems } })
const [snmp, syslog] = await Promise.all([
  options.snmp ? startSnmp() : null,
  options.syslog ? startSyslog() : null,
])
tell({ listening: { snmp, syslog } })

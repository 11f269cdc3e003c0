import { ApiError, type Context, type ReachAnswer, type SnmpAccess } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { Judged } from '../judge/device.ts'
import type { Counts } from '../metrics.ts'

/** Tries at the same time. */
const most = 400
/**
 * While so many suspects wait, those that have answered echoes are tried over TCP alone: to open the access
 * of thousands of devices would delay the verdict about all of them. Once down, they are tried over SNMP too.
 */
const crowd = 200

export interface Tries {
  /** Tries a device soon; those that are suspected of being down come first. */
  add(device: Judged, first: boolean): void
  stop(): void
  readonly size: number
}

export interface TryOptions {
  ctx: Context<Config>
  /** It has ended. Null: it could not be made, so it says nothing. */
  onEnd(device: Judged, answer: ReachAnswer | null, problem: Judged['problem']): void
  counts: Counts
}

/** Errors of the equipment that say why an address cannot be asked. */
export const problemOf: Readonly<Record<string, Judged['problem']>> = {
  EQUIPMENT_ADDRESS_REFUSED: 'address_refused',
  EQUIPMENT_NO_ROUTE: 'no_route',
}

/** How to ask a device over SNMP; undefined if it has no access. */
async function accessOf(ctx: Context<Config>, id: number): Promise<SnmpAccess | undefined> {
  if (!ctx.config.snmp) return undefined
  const { snmp } = await ctx.use('devices').target({ id }, ctx.use('auth').system())
  return snmp
}

/** Tries devices over TCP, then SNMP. */
export function createTries({ ctx, onEnd, counts }: TryOptions): Tries {
  const urgent: Judged[] = []
  const waiting: Judged[] = []
  const stopping = new AbortController()
  let running = 0

  const isHurried = (device: Judged) => device.suspect && device.method === 'icmp' && urgent.length > crowd

  async function round(device: Judged): Promise<ReachAnswer> {
    const hurried = isHurried(device)
    const { tcp_ports: all, try_timeout_ms: timeoutMs } = ctx.config
    const ping = ctx.use('ping')
    const { signal } = stopping
    const known = device.method === 'tcp' && device.port !== null && all.includes(device.port)
    const tcp = { ports: known ? [device.port!] : all, timeoutMs, signal }
    const answer = await ping.reach(device.ip, tcp)
    if (answer.method || hurried || signal.aborted) return answer
    if (known) {
      const others = await ping.reach(device.ip, { ...tcp, ports: all.filter(port => port !== device.port) })
      if (others.method) return others
    }
    // A device without an access, or whose access cannot be opened, is not asked over SNMP.
    const snmp = await accessOf(ctx, device.id).catch(() => undefined)
    return snmp ? ping.reach(device.ip, { ports: [], timeoutMs, signal, snmp }) : answer
  }

  // A device that begins to filter echoes is judged at once: a lost packet must not make it look dead.
  async function attempt(device: Judged): Promise<ReachAnswer> {
    const answer = await round(device)
    const doubtful = !answer.method && device.suspect && !isHurried(device) && !stopping.signal.aborted
    return doubtful ? round(device) : answer
  }

  async function run(device: Judged): Promise<void> {
    running++
    let problem: Judged['problem'] = null
    const answer = await attempt(device).catch((error: unknown) => {
      if (error instanceof ApiError) problem = problemOf[error.code] ?? null
      return null
    })
    running--
    device.trying = false
    if (stopping.signal.aborted) return
    counts.tries.add({ result: answer ? (answer.method ?? 'silent') : 'failed' })
    onEnd(device, answer, problem)
    next()
  }
  const next = () => {
    while (running < most && !stopping.signal.aborted) {
      const device = urgent.shift() ?? waiting.shift()
      if (!device) return
      void run(device)
    }
  }

  return {
    add(device, first) {
      if (device.trying) return
      device.trying = true
      ;(first ? urgent : waiting).push(device)
      next()
    },
    stop() {
      stopping.abort()
      urgent.length = 0
      waiting.length = 0
    },
    get size() {
      return urgent.length + waiting.length + running
    },
  }
}

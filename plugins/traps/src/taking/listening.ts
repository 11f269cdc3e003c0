import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { type Context, lookSoon, devicesSaid, driversChanged, isDatabaseOutage } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { followDevices, type KnownDevice, type KnownDevices } from '../known/devices.ts'
import { createUserReading } from '../known/user.ts'
import { type Ask, askOf } from '../look/asks.ts'
import type { Counts } from '../metrics.ts'
import type {
  FromThread,
  IntakeOptions,
  DropReason,
  SourceReport,
  HeardItem,
  HeardLine,
  HeardTrap,
} from '../intake/orders.ts'
import { startThread } from './thread.ts'
import { countSources } from '../store/sources.ts'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { messagesOf } from '../said.ts'
import { storeLines } from '../store/syslog.ts'
import { storeTraps } from '../store/traps.ts'
import { trimRows, type Log } from '../store/trim.ts'
import { storeThroughOutages } from './through.ts'
import { mutex } from '@linecard/plugin-kit/concurrency'
import { createAfter } from '../told/after.ts'
import { meaningsOf } from '../told/meanings.ts'
import { interfacesOf } from '../told/places.ts'
import { toldOf, type Told } from '../told/told.ts'

/** After so many rows old ones are removed. */
const trimEvery = 1000

/** What is done with items that arrived. */
interface Taking {
  /** Resolves when they are stored, or can never be. Never rejects. */
  take(items: readonly HeardItem[]): Promise<void>
  stop(): void
}

interface TakeOptions {
  ctx: Context<Config>
  known: KnownDevices
  counts: Counts
  ask(device: KnownDevice, asks: readonly Ask[]): void
}

function createTaking({ ctx, known, counts, ask }: TakeOptions): Taking {
  const stopping = new AbortController()
  let meanings = meaningsOf(ctx.drivers)
  const unfollow = ctx.events.on(driversChanged, () => {
    meanings = meaningsOf(ctx.drivers)
  })
  const after = createAfter(ctx)
  const written: Record<Log, number> = { traps_trap: 0, traps_syslog: 0 }

  const trim = async (log: Log, count: number) => {
    written[log] += count
    if (written[log] < trimEvery) return
    written[log] = 0
    await trimRows(ctx.em(), log, log === 'traps_trap' ? ctx.config.trap_rows : ctx.config.syslog_rows)
  }
  const storeAll = storeThroughOutages(known, stopping.signal)
  const takeTraps = (traps: readonly HeardTrap[]) =>
    storeAll(traps, async some => {
      const { supports } = ctx.use('equipment')
      const told = some.map(trap =>
        toldOf(trap, known.byId.get(trap.deviceId ?? 0) ?? null, meanings, supports),
      )
      const ids = await ctx
        .em()
        .transactional(async em =>
          storeTraps(
            em as SqlEntityManager,
            told,
            await interfacesOf({ em: () => em as SqlEntityManager }, told),
          ),
        )
      counts.stored.add({ protocol: 'snmp' }, some.length)
      after(told)
      if (ctx.config.look) askAll(told, ids)
      await trim('traps_trap', some.length)
    })
  const askAll = (told: readonly Told[], ids: readonly string[]) => {
    const asks = told.flatMap((one, at) => {
      const made = one.device && askOf(one, ids[at]!)
      return made ? [{ device: one.device!, made }] : []
    })
    for (const [device, all] of Map.groupBy(asks, one => one.device))
      ask(
        device,
        all.map(({ made }) => made),
      )
  }
  const takeLines = (lines: readonly HeardLine[]) =>
    storeAll(lines, async some => {
      await storeLines(ctx.em(), some)
      ctx.events.emit(devicesSaid, messagesOf(some))
      counts.stored.add({ protocol: 'syslog' }, some.length)
      await trim('traps_syslog', some.length)
    })

  return {
    async take(items) {
      const parts = [
        () => takeTraps(items.filter(item => item.kind === 'trap')),
        () => takeLines(items.filter(item => item.kind === 'line')),
      ]
      for (const part of parts)
        try {
          await part()
        } catch (error) {
          if (stopping.signal.aborted || isDatabaseOutage(error)) return
          ctx.log.error({ err: error, items: items.length }, 'messages of devices could not be stored')
        }
    },
    stop() {
      unfollow()
      stopping.abort(new Error('the service stops'))
    },
  }
}

/** Counts of senders are written so often, ms; senders that wait for it, at most. */
const [writeMs, mostReports] = [5000, 20_000]

/** Gathers the counts of senders, and writes them. */
interface Counting {
  add(reports: readonly SourceReport[]): void
  /** Writes the rest. */
  stop(): Promise<void>
}

/** @param isDevice whether a device is still there */
function startCounting(ctx: Context, isDevice: (id: number) => boolean): Counting {
  const waiting = new Map<string, SourceReport>()

  const write = async () => {
    const batch = [...waiting.values()].filter(({ deviceId }) => deviceId === null || isDevice(deviceId))
    waiting.clear()
    await countSources(ctx.em(), batch)
    const flooding = batch.flatMap(({ deviceId, dropped: { rate, queue } }) =>
      deviceId !== null && (rate || queue) ? [deviceId] : [],
    )
    if (flooding.length > 0) ctx.events.emit(lookSoon, { device_ids: flooding, names: ['traps_dropped'] })
  }
  const timer = setInterval(() => {
    write().catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the counts of senders could not be written'),
    )
  }, writeMs).unref()

  return {
    add(reports) {
      for (const report of reports) addReport(waiting, report)
    },
    async stop() {
      clearInterval(timer)
      await write().catch(() => undefined)
    },
  }
}

function addReport(waiting: Map<string, SourceReport>, report: SourceReport): void {
  const key = `${report.protocol} ${report.address}`
  const before = waiting.get(key)
  if (!before) {
    if (waiting.size < mostReports) waiting.set(key, report)
    return
  }
  before.received += report.received
  before.lastAt = report.lastAt
  before.deviceId = report.deviceId
  for (const [reason, count] of Object.entries(report.dropped) as [DropReason, number][])
    before.dropped[reason] = (before.dropped[reason] ?? 0) + count
}

/** An engine id of net-snmp (RFC 3411) that stays the same for this installation on this host. */
const engineIdOf = (folder: string): string =>
  `8000b98305${createHash('sha256').update(`${hostname()} ${folder}`).digest('hex').slice(0, 32)}`

/** The listening part of this process. */
export interface Intake {
  /** Ports on which it listens; null: it does not, or not yet. */
  ports(): { snmp: number | null; syslog: number | null }
  known: KnownDevices
  stop(): Promise<void>
}

const optionsOf = ({ config, folder }: Context<Config>): IntakeOptions => ({
  snmp: config.snmp,
  syslog: config.syslog,
  address: config.address,
  snmpPort: config.snmp_port,
  syslogPort: config.syslog_port,
  communities: config.communities,
  keepUnknown: config.keep_unknown,
  rate: config.rate,
  burst: config.burst,
  queueRows: config.queue_rows,
  connections: config.connections,
  mibFolder: config.mib_folder,
  engineId: engineIdOf(folder),
})

export function startIntake(
  ctx: Context<Config>,
  counts: Counts,
  ask: (device: KnownDevice, asks: readonly Ask[]) => void,
): Intake {
  let ports: ReturnType<Intake['ports']> = { snmp: null, syslog: null }
  let told: [string, number | null][] = []
  const counting = startCounting(ctx, id => known.byId.has(id))
  let stopped = false
  let lastFailure = ''
  // One batch after the other: the thread waits, and what is too much is dropped there.
  const inTurn = mutex()

  const known = followDevices(ctx, changed => {
    const all = new Map([...told, ...changed])
    told = [...all].filter(([, id]) => id !== null)
    thread.tell({ known: changed })
  })
  const taking = createTaking({ ctx, known, counts, ask })
  const readUser = createUserReading(ctx, (deviceId, user) => thread.tell({ user: { deviceId, user } }))
  const onMessage = (message: FromThread) => {
    if ('items' in message) {
      const { items } = message
      void inTurn(() => taking.take(items)).then(() => thread.tell({ stored: items.length }))
    } else if ('report' in message) {
      counts.add(message.report)
      counting.add(message.report.sources)
    } else if ('askUser' in message) readUser(message.askUser)
    else if ('mibs' in message) {
      for (const problem of message.mibs.problems) ctx.log.warn({ problem }, 'a MIB file could not be read')
    } else if ('listening' in message) {
      ports = message.listening
      lastFailure = ''
      ctx.log.info({ ...ports, address: ctx.config.address }, 'this process listens for traps and syslog')
    } else {
      const { what, code, message: reason } = message.failed
      // Another process of this host may listen: told once.
      if (code !== lastFailure) ctx.log.warn({ what, code, reason }, 'cannot listen; tried again')
      lastFailure = code
    }
  }
  const thread = startThread(() => optionsOf(ctx), {
    onMessage,
    onStart: () => queueMicrotask(() => thread.tell({ known: told })),
    onEnd(reason, againMs) {
      ports = { snmp: null, syslog: null }
      counts.ended()
      if (lastFailure === '')
        ctx.log.error(
          { err: reason, again_in_ms: againMs },
          'the thread that listens has ended; another starts',
        )
    },
  })

  return {
    ports: () => ports,
    known,
    async stop() {
      if (stopped) return
      stopped = true
      known.stop()
      await thread.stop()
      taking.stop()
      await inTurn.idle()
      await counting.stop()
    },
  }
}

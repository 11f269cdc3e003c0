import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { followDevices, type KnownDevice, type KnownDevices } from '../known/devices.ts'
import { createUserReading } from '../known/user.ts'
import type { Ask } from '../look/asks.ts'
import type { Counts } from '../metrics.ts'
import type { FromThread, IntakeOptions } from '../intake/orders.ts'
import { startCounting } from './counting.ts'
import { createTaking } from './take.ts'
import { startThread } from './thread.ts'

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
  let turn: Promise<void> = Promise.resolve()

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
      // One batch after the other: the thread waits, and what is too much is dropped there.
      turn = turn.then(() => taking.take(items)).then(() => thread.tell({ stored: items.length }))
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
      await turn
      await counting.stop()
    },
  }
}

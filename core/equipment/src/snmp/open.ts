import {
  type ColumnOptions,
  type ColumnsAnswer,
  DeviceError,
  type SnmpSession,
  type SnmpTuning,
  type Varbind,
} from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { defaultSettings } from '../config.ts'
import { type Budget, createBudget } from '../limits/budget.ts'
import { type Ask, communityAsk } from './community.ts'
import { type Exchange, createExchange } from './exchange.ts'
import { parsePeer } from './peer.ts'
import { type Patience, Silent } from './patience.ts'
import { get } from './get.ts'
import { type Pace, createPace } from './pace.ts'
import { type OpenSnmpOptions, type SnmpConnection, type SnmpLimits, newStats } from './types.ts'
import { v3Ask } from './v3.ts'
import { walk } from './walk.ts'
import { encodeOid } from './oid.ts'
import { PduType, Status, statusName } from './pdu.ts'
import { writeValue } from './value.ts'

/** Writes all varbinds in one request. The agent writes all of them or none (RFC 3416 §4.2.5). */
async function set(ask: Ask, ip: string, varbinds: readonly Varbind[], patience: Patience): Promise<void> {
  if (varbinds.length === 0) throw new DeviceError('BadArgument', 'There is nothing to write.')
  const encoded = varbinds.map(varbind => ({ oid: encodeOid(varbind.oid), value: writeValue(varbind) }))
  const { status, index } = await ask({ type: PduType.Set, varbinds: encoded }, patience)
  if (status === 0) return
  const what = varbinds[index - 1]?.oid ?? varbinds.map(({ oid }) => oid).join(', ')
  const kind = status === Status.authorizationError ? 'AuthFailed' : 'CommandRejected'
  throw new DeviceError(kind, `${ip} refused to write ${what}: ${statusName(status)}.`)
}

const defaultCallMs = 180_000

/** What the functions of one connection share. */
interface Opened {
  ip: string
  access: SnmpAccess
  tuning: SnmpTuning | undefined
  limits: SnmpLimits
  ask: Ask
  pace: Pace
}

function askOf(exchange: Exchange, ip: string, access: SnmpAccess): Ask {
  if (access.version !== '3') return communityAsk(exchange, access)
  if (!access.user) throw new DeviceError('AuthFailed', `SNMPv3 with ${ip} needs a user.`)
  return v3Ask(exchange, ip, access.user, access.retries + 1)
}

/** Throws `Silent` as the DeviceError that it means for a caller. Other errors stay. */
function rethrow(ip: string, what: string, error: unknown): never {
  if (!(error instanceof Silent)) throw error
  const options = { cause: error }
  throw error.nonsense
    ? new DeviceError(
        'ParseFailed',
        `${ip} answered ${what} with something that is no SNMP message.`,
        options,
      )
    : new DeviceError(
        'DeviceTimeout',
        `${ip} gave no answer to ${what}: it is down, or address, SNMP version, community or keys are wrong.`,
        options,
      )
}

/** Adds the row whose index is exactly `under` to columns that are empty, because GETNEXT skips it. */
async function addRowItself(
  { ip, pace }: Opened,
  ask: Ask,
  oids: readonly string[],
  under: string,
  { columns, missing }: ColumnsAnswer,
  patience: Patience,
): Promise<void> {
  const empty = oids.filter(
    (oid, position) => columns[position]!.size === 0 && !missing.some(({ what }) => what === oid),
  )
  if (empty.length === 0) return
  const wanted = empty.map(oid => `${oid}.${under}`)
  const rows = await get(ask, pace, ip, wanted, patience)
  for (const [position, oid] of oids.entries()) {
    const row = rows.get(`${oid}.${under}`)
    if (row) columns[position] = new Map([[under, row]])
  }
}

async function readColumns(
  opened: Opened,
  oids: readonly string[],
  options: ColumnOptions,
  patience: Patience,
): Promise<ColumnsAnswer> {
  const { pace, tuning } = opened
  const { under, context } = options
  const ask: Ask = context ? (request, more) => opened.ask({ ...request, context }, more) : opened.ask
  const answer = await walk(ask, pace, oids, options, { ...patience, unordered: tuning?.unordered ?? false })
  if (under !== undefined) await addRowItself(opened, ask, oids, under, answer, patience)
  return answer
}

async function write(opened: Opened, varbinds: readonly Varbind[], { deadline, signal }: Patience) {
  const { ip, access, ask } = opened
  if (signal?.aborted)
    throw new DeviceError('DeviceTimeout', `Writing to ${ip} was given up before anything was sent.`, {
      cause: signal.reason,
    })
  // It is not repeated: a second createAndGo or reboot is another command, and a lost answer does not tell
  // which of the two was done.
  await set(ask, ip, varbinds, { attempts: 1, onceMs: access.timeoutMs * (access.retries + 1), deadline })
}

function sessionOf(opened: Opened, signal?: AbortSignal, ofCall?: Budget, attempts?: number): SnmpSession {
  const { ip, ask, pace, access, limits } = opened
  const patience = (): Patience => ({
    attempts: attempts ?? access.retries + 1,
    deadline: performance.now() + (limits.callMs ?? defaultCallMs),
    signal,
    budget: ofCall ?? createBudget(defaultSettings, defaultSettings.interface_rows),
  })
  return {
    async get(oids, options) {
      try {
        return await get(ask, pace, ip, oids, patience(), options)
      } catch (error) {
        return rethrow(ip, 'a GET', error)
      }
    },
    async columns(oids, options = {}) {
      try {
        return await readColumns(opened, oids, options, patience())
      } catch (error) {
        return rethrow(ip, 'a walk', error)
      }
    },
    async set(varbinds) {
      try {
        await write(opened, varbinds, patience())
      } catch (error) {
        rethrow(ip, 'a SET (whether it was done is unknown: read back)', error)
      }
    },
  }
}

/**
 * A device that answered so recently, on another connection, is not taken for silent because of one question,
 * ms.
 */
const aliveMs = 30_000

/**
 * Opens SNMP to one device. Sends nothing before the first question.
 * Throws BadArgument at a wrong address or port, AuthFailed at an SNMPv3 user without the keys of its level.
 */
export function openSnmp(options: OpenSnmpOptions): SnmpConnection {
  const { ip, access, tuning, limits = {}, signal, onStats } = options
  const stats = newStats()
  const exchange = createExchange(parsePeer(ip, access.port, stats), {
    timeoutMs: access.timeoutMs,
    single: access.retries === 0,
    roundTrip: options.roundTrip,
  })
  const pace = createPace(access.version, tuning, options.learnt)
  pace.alive = performance.now() - (options.roundTrip?.heardAt ?? -Infinity) < aliveMs
  const opened: Opened = { ip, access, tuning, limits, pace, ask: askOf(exchange, ip, access) }

  const stop = (error: DeviceError) => {
    signal?.removeEventListener('abort', onAbort)
    exchange.close(error)
  }
  const onAbort = () =>
    stop(new DeviceError('DeviceTimeout', `Asking ${ip} was given up.`, { cause: signal?.reason }))
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  let closed = false
  return {
    stats,
    learnt: pace.learnt,
    roundTrip: exchange.roundTrip,
    ...sessionOf(opened),
    until: (callSignal, budget, attempts) => sessionOf(opened, callSignal, budget, attempts),
    close() {
      if (closed) return
      closed = true
      stop(new DeviceError('SessionLost', `The SNMP connection with ${ip} was closed.`))
      onStats?.({ ...stats })
    },
  }
}

import { type ColumnOptions, type ColumnsAnswer, DeviceError, type SnmpSession } from '@linecard/driver-kit'
import { type Ask, communityAsk } from './community.ts'
import { type Patience, Silent, createExchange, parsePeer } from './exchange.ts'
import { get } from './get.ts'
import { createPace } from './pace.ts'
import { set } from './set.ts'
import { type OpenSnmpOptions, type SnmpTransport, newStats } from './types.ts'
import { v3Ask } from './v3.ts'
import { walk } from './walk.ts'

const defaultMaxRows = 100_000
const defaultCallMs = 180_000

/**
 * Opens SNMP to one device. Nothing is sent until something is asked.
 * Throws BadArgument on an address or port that is none, AuthFailed on an SNMPv3 user without the keys of its
 * level.
 */
export function openSnmp(options: OpenSnmpOptions): SnmpTransport {
  const { ip, access, tuning, limits = {}, signal, onStats } = options
  const stats = newStats()
  const exchange = createExchange(parsePeer(ip, access.port, stats), access.timeoutMs)
  const pace = createPace(access.version !== '1', tuning, options.learnt)
  const attempts = access.retries + 1
  const deadline = () => performance.now() + (limits.callMs ?? defaultCallMs)

  if (access.version === '3' && !access.user)
    throw new DeviceError('AuthFailed', `SNMPv3 with ${ip} needs a user.`)
  const protectedAsk =
    access.version === '3' && access.user
      ? v3Ask(exchange, ip, access.user, attempts)
      : communityAsk(exchange, access)
  const ask: Ask = async (request, patience) => {
    const answer = await protectedAsk(request, patience)
    stats.varbinds += answer.varbinds.length
    return answer
  }

  const spoken = async <T>(what: string, question: Promise<T>): Promise<T> => {
    try {
      return await question
    } catch (error) {
      if (!(error instanceof Silent)) throw error
      if (error.nonsense)
        throw new DeviceError('ParseFailed', `${ip} answered ${what} with what is no SNMP message.`, {
          cause: error,
        })
      throw new DeviceError(
        'DeviceTimeout',
        `${ip} gave no answer to ${what}: it is down, or address, SNMP version, community or keys are wrong.`,
        { cause: error },
      )
    }
  }

  const readColumns = async (
    oids: readonly string[],
    asked: ColumnOptions,
    patience: Patience,
  ): Promise<ColumnsAnswer> => {
    const { under, context } = asked
    const within: Ask = context ? (request, more) => ask({ ...request, context }, more) : ask
    const answer = await walk(within, pace, oids, asked, {
      ...patience,
      maxRows: limits.maxRows ?? defaultMaxRows,
      unordered: tuning?.unordered ?? false,
    })
    if (under === undefined) return answer
    // GETNEXT steps over the row whose index is exactly `under`.
    const lacking = oids.filter(
      (oid, position) =>
        answer.columns[position]!.size === 0 && !answer.missing.some(({ what }) => what === oid),
    )
    if (lacking.length === 0) return answer
    const rows = await get(
      within,
      pace,
      ip,
      lacking.map(oid => `${oid}.${under}`),
      patience,
    )
    for (const [position, oid] of oids.entries()) {
      const row = rows.get(`${oid}.${under}`)
      if (row) answer.columns[position]!.set(under, row)
    }
    return answer
  }
  const session = (callSignal?: AbortSignal): SnmpSession => {
    const patience = (): Patience => ({ attempts, deadline: deadline(), signal: callSignal })
    return {
      get: oids => spoken('a GET', get(ask, pace, ip, oids, patience())),
      columns: (oids, columnOptions = {}) => spoken('a walk', readColumns(oids, columnOptions, patience())),
      async set(varbinds) {
        if (callSignal?.aborted)
          throw new DeviceError('DeviceTimeout', `Writing to ${ip} was given up before anything was sent.`, {
            cause: callSignal.reason,
          })
        // Not repeated: a second createAndGo or reboot is another command, and a lost answer does not say
        // which of the two was done.
        await spoken(
          'a SET (whether it was done is unknown: read back)',
          set(ask, ip, varbinds, { attempts: 1, waitMs: access.timeoutMs * attempts, deadline: deadline() }),
        )
      },
    }
  }

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
    ...session(),
    until: session,
    close() {
      if (closed) return
      closed = true
      stop(new DeviceError('SessionLost', `The SNMP session with ${ip} was closed.`))
      onStats?.({ ...stats })
    },
  }
}

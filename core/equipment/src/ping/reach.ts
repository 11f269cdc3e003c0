import { connect } from 'node:net'
import type { ReachAnswer, ReachOptions } from '@linecard/plugin-kit'
import { snmp } from './snmp.ts'

type Heard = Pick<ReachAnswer, 'port' | 'refused' | 'time_ms'>

/** Errors that the device itself causes. */
const refusals = new Set(['ECONNREFUSED', 'ECONNRESET'])

/** After an open port the others may still refuse for so long, in round trips and ms. */
const wait = { trips: 2, ms: 20 }

/**
 * Tries some ports at the same time. A port that refuses is preferred to an open one: asked again and again,
 * the device sees no session begin and writes no line into its log.
 */
export function knockPorts(ip: string, ports: readonly number[], timeoutMs: number): Promise<Heard | null> {
  const started = performance.now()
  return new Promise(resolve => {
    let left = ports.length
    let best: Heard | null = null
    const done = () => {
      clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      resolve(best)
    }
    let timer = setTimeout(done, timeoutMs)
    const heard = (port: number, refused: boolean) => {
      const ms = performance.now() - started
      best = best && !refused ? best : { port, refused, time_ms: ms }
      if (refused) return done()
      clearTimeout(timer)
      timer = setTimeout(done, Math.min(wait.trips * ms + wait.ms, Math.max(timeoutMs - ms, 0)))
    }
    const closed = () => {
      if (--left === 0) done()
    }
    const sockets = ports.map(port =>
      connect({ host: ip, port })
        .on('connect', () => {
          heard(port, false)
          closed()
        })
        .on('error', (error: NodeJS.ErrnoException) => {
          if (refusals.has(error.code ?? '')) heard(port, true)
          closed()
        }),
    )
    if (ports.length === 0) done()
  })
}

/** Asks without ICMP: TCP, then SNMP if there is an access. */
export async function reachAddress(
  ip: string,
  { ports, timeoutMs, snmp: access, signal }: ReachOptions,
): Promise<ReachAnswer> {
  const heard = await knockPorts(ip, ports.slice(0, 10), timeoutMs)
  if (heard) return { ip, method: 'tcp', ...heard }
  signal?.throwIfAborted()
  const silent: ReachAnswer = { ip, method: null, port: null, refused: false, time_ms: null }
  if (!access || access.off) return silent
  const [time = null] = await snmp(ip, { count: 1, timeoutMs, ...(signal ? { signal } : {}) }, access)
  return time === null ? silent : { ...silent, method: 'snmp', port: access.port, time_ms: time }
}

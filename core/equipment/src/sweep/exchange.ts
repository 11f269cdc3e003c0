import type { Exchange } from '../snmp/exchange.ts'
import { brokenSocket } from '../snmp/peer.ts'
import { type Patience, Silent } from '../snmp/patience.ts'
import type { ReadAnswer, WriteRequest } from '../snmp/question.ts'
import type { Peer, SnmpSocket } from '../snmp/socket.ts'
import type { Pacer } from './pacer.ts'

/** What the questions of one sweep share. */
export interface SweepQuestions {
  socket: SnmpSocket
  pacer: Pacer
  timeoutMs: number
  /** Ends every open question of the sweep. */
  signal: AbortSignal
}

/** The wait after a repetition is longer: the agent may be slow. */
const backoff = 1.5

function ask<T>(
  peer: Peer,
  { socket, pacer, timeoutMs, signal }: SweepQuestions,
  write: WriteRequest,
  read: ReadAnswer<T>,
  attempts: number,
): Promise<T> {
  const { stats } = peer
  return new Promise<T>((resolve, reject) => {
    let nonsense = false
    let sent = 0
    let ended = false
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      ended = true
      clearTimeout(timer)
      socket.end(id)
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    const id = socket.ask({
      peer,
      take(message) {
        nonsense = true
        const answer = read(message, id)
        stats.answers++
        pacer.answered(sent > 1)
        end()
        resolve(answer)
      },
      fail: error => fail(brokenSocket(peer, error)),
    })
    let bytes: Buffer
    try {
      bytes = write(id)
    } catch (error) {
      return fail(error as Error)
    }
    const expire = () => {
      stats.timeouts++
      // One repetition more while datagrams get lost, because silence then means less.
      if (sent >= attempts + (pacer.lossy ? 1 : 0)) return fail(new Silent(nonsense))
      stats.retries++
      pacer.queue(send)
    }
    const send = (): boolean => {
      if (ended) return false
      if (signal.aborted) {
        fail(signal.reason as Error)
        return false
      }
      sent++
      stats.requests++
      stats.sent_bytes += bytes.length
      // A datagram that cannot be sent counts as lost: a buffer of this machine may be full.
      socket.send(bytes, peer, () => undefined)
      timer = setTimeout(expire, sent === 1 ? timeoutMs : timeoutMs * backoff)
      return true
    }
    pacer.queue(send)
  })
}

/**
 * Asks one address of a sweep. Each datagram waits for its turn; the wait for the answer begins when it is
 * sent.
 */
export const sweepExchange = (peer: Peer, questions: SweepQuestions): Exchange =>
  Object.assign(
    <T>(write: WriteRequest, read: ReadAnswer<T>, { attempts }: Patience) =>
      ask(peer, questions, write, read, attempts),
    { stats: peer.stats, close: () => undefined },
  )

import { DeviceError } from '@linecard/driver-kit'
import { Silent, type Exchange, type Patience } from '../snmp/exchange.ts'
import type { Message, Peer, Port } from '../snmp/port.ts'
import type { Pacer } from './pacer.ts'

/** How one sweep asks. */
export interface Manner {
  port: Port
  pacer: Pacer
  timeoutMs: number
  /** Of the sweep: ends every open question. */ signal: AbortSignal
}

/** A repetition is waited for longer: an agent may be slow rather than deaf. */
const backoff = 1.5

/**
 * Asks one address of a sweep: every datagram waits for its turn, and the wait for an answer begins when it
 * has gone.
 */
export function sweepExchange(peer: Peer, { port, pacer, timeoutMs, signal }: Manner): Exchange {
  const { stats } = peer
  const exchange = <T>(
    write: (id: number) => Buffer,
    read: (message: Message, id: number) => T,
    { attempts }: Patience,
  ) =>
    new Promise<T>((resolve, reject) => {
      let nonsense = false
      let sent = 0
      let ended = false
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        ended = true
        clearTimeout(timer)
        port.close(id)
      }
      const fail = (error: Error) => {
        end()
        reject(error)
      }
      const id = port.ask({
        peer,
        take(message) {
          nonsense = true
          const answer = read(message, id)
          stats.answers++
          pacer.answered(sent > 1)
          end()
          resolve(answer)
        },
        fail: error =>
          fail(
            new DeviceError(
              'DeviceUnreachable',
              `No UDP socket to reach ${peer.address}: ${error.message}.`,
              { cause: error },
            ),
          ),
      })
      let bytes: Buffer
      try {
        bytes = write(id)
      } catch (error) {
        return fail(error as Error)
      }
      const expire = () => {
        stats.timeouts++
        // One more while datagrams get lost: silence then says less.
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
        // What cannot be sent is waited for like what was lost: the reason may be a full buffer of this
        // machine.
        port.send(bytes, peer, () => undefined)
        timer = setTimeout(expire, sent === 1 ? timeoutMs : timeoutMs * backoff)
        return true
      }
      pacer.queue(send)
    })
  return Object.assign(exchange, { close: () => undefined })
}

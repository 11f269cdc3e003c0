import type { Duplex } from 'node:stream'
import { DeviceError, type Missing, type RouterOsRow } from '@linecard/driver-kit'
import { replyOf, type Reply } from './reply.ts'
import { sentenceOctets, sentenceReader } from './words.ts'

export interface AskOptions {
  signal: AbortSignal
  /** Longest silence, ms. */
  idleMs: number
  /** Longest time of the whole answer, however it trickles, ms. */
  totalMs: number
  /** It changes the device: it is not cancelled when the signal fires, for what it did has to be known. */
  change?: boolean
  /** Rows and octets of one answer; then it is cancelled and cut. */
  mostRows?: number
  mostOctets?: number
}

/** What came back. `cut`: it is not all, and why. `ret`: what a command returned. */
export interface Asked {
  rows: RouterOsRow[]
  ret: string | null
  cut: Extract<Missing['reason'], 'silent' | 'time_limit' | 'row_limit'> | null
}

/** A connection to the RouterOS API. Questions run side by side, told apart by tags. */
export interface Connection {
  /**
   * @throws DeviceError CommandRejected with the device's words, DeviceTimeout, SessionLost, ParseFailed; the
   * signal's reason
   */
  ask(words: readonly string[], options: AskOptions): Promise<Asked>
  /** Resolves when the device has ended what was cancelled. */
  settled(): Promise<void>
  /** False after silence, nonsense or the end of the connection: the next question needs another. */
  readonly usable: boolean
  close(): void
}

interface Pending extends Asked {
  octets: number
  trap: string | null
  options: AskOptions
  command: string
  heard(): void
  end(error?: Error): void
}

/** Octets of a piece behind which others get their turn. */
const LONG_PIECE = 16_384

const usual = { mostRows: 200_000, mostOctets: 67_108_864 }

export function connectionOver(socket: Duplex, place: string): Connection {
  const pending = new Map<string, Pending>()
  /** Tags whose answers nobody awaits any more, until the device has ended them. */
  const cancelled = new Set<string>()
  const waiting: (() => void)[] = []
  const read = sentenceReader()
  let last = 0
  let mute = false
  let broken: Error | null = null

  const say = (words: readonly string[], tag: string) => {
    if (!socket.destroyed) socket.write(sentenceOctets([...words, `.tag=${tag}`]))
  }
  const forget = (tag: string) => {
    cancelled.delete(tag)
    if (cancelled.size === 0) for (const wake of waiting.splice(0)) wake()
  }
  const breakOff = (error: Error) => {
    if (broken) return
    broken = error
    socket.destroy()
    for (const one of pending.values()) one.end(error)
    cancelled.clear()
    forget('')
  }
  const cancel = (tag: string) => {
    cancelled.add(tag)
    const own = String(++last)
    cancelled.add(own)
    say(['/cancel', `=tag=${tag}`], own)
  }
  /** Ends a question that the device has not ended. */
  const cut = (tag: string, one: Pending, why: NonNullable<Asked['cut']>, error: DeviceError) => {
    if (why === 'silent') mute = true
    if (!one.options.change) cancel(tag)
    else cancelled.add(tag)
    one.cut = why
    one.end(one.rows.length > 0 && !one.options.change ? undefined : error)
  }
  const take = ({ kind, tag: named, row, text }: Reply, octets: number) => {
    if (kind === 'fatal')
      return breakOff(
        new DeviceError(
          'SessionLost',
          `${place} ended the RouterOS API session: ${text || row['message'] || 'no reason given'}`,
        ),
      )
    // A sentence that the device could not even read is answered without its tag.
    const tag = named ?? (pending.size === 1 ? pending.keys().next().value! : '')
    const one = pending.get(tag)
    if (!one) {
      if (!cancelled.has(tag))
        return breakOff(new DeviceError('ParseFailed', `${place} answered a question that was not asked`))
      if (kind === 'done') forget(tag)
      return
    }
    one.heard()
    if (kind === 'trap') one.trap ??= row['message'] || 'no reason given'
    if (kind === 're') {
      const { mostRows = usual.mostRows, mostOctets = usual.mostOctets } = one.options
      one.octets += octets
      if (one.rows.length >= mostRows || one.octets > mostOctets)
        return cut(
          tag,
          one,
          'row_limit',
          new DeviceError(
            'ParseFailed',
            `${place} answered ${one.command} with more than ${mostOctets} octets`,
          ),
        )
      one.rows.push(row)
    }
    if (kind !== 'done') return
    one.ret = row['ret'] ?? null
    one.end(
      one.trap === null
        ? undefined
        : new DeviceError('CommandRejected', `The device refused ${one.command}: ${one.trap}`, {
            partial: one.rows,
          }),
    )
  }
  socket.on('data', (chunk: Buffer) => {
    if (broken) return
    try {
      for (const words of read(chunk)) {
        if (broken) return
        take(
          replyOf(words),
          words.reduce((sum, word) => sum + word.length, 0),
        )
      }
    } catch (error) {
      breakOff(error as Error)
    }
    // What has come meanwhile is handed over at once, megabytes of it: others get their turn between the
    // pieces.
    if (chunk.length < LONG_PIECE || socket.destroyed) return
    socket.pause()
    setImmediate(() => socket.resume())
  })
  socket.on('error', (error: NodeJS.ErrnoException) =>
    breakOff(
      new DeviceError('SessionLost', `The connection to ${place} broke: ${error.code ?? error.message}`, {
        cause: error,
      }),
    ),
  )
  socket.on('close', () =>
    breakOff(new DeviceError('SessionLost', `${place} closed the RouterOS API session`)),
  )

  return {
    ask: (words, options) =>
      new Promise<Asked>((resolve, reject) => {
        if (broken) return reject(broken)
        const { signal, idleMs, totalMs, change } = options
        if (signal.aborted) return reject(signal.reason as Error)
        const tag = String(++last)
        const command = words[0]!
        const unknown = change ? '; whether it was done is not known' : ''
        const quiet = () =>
          cut(
            tag,
            one,
            'silent',
            new DeviceError(
              'DeviceTimeout',
              `${place} has been silent for ${idleMs / 1000} s to ${command}${unknown}`,
              { missing: [{ what: command, reason: 'silent' }] },
            ),
          )
        const late = () =>
          cut(
            tag,
            one,
            'time_limit',
            new DeviceError(
              'DeviceTimeout',
              `${place} did not finish ${command} in ${totalMs / 1000} s${unknown}`,
              { missing: [{ what: command, reason: 'time_limit' }] },
            ),
          )
        const idle = setTimeout(quiet, idleMs)
        const total = setTimeout(late, totalMs)
        const aborted = () => {
          cancel(tag)
          one.end(signal.reason as Error)
        }
        const one: Pending = {
          rows: [],
          ret: null,
          cut: null,
          octets: 0,
          trap: null,
          options,
          command,
          heard() {
            idle.refresh()
          },
          end(error) {
            clearTimeout(idle)
            clearTimeout(total)
            signal.removeEventListener('abort', aborted)
            pending.delete(tag)
            if (error) reject(error)
            else resolve({ rows: one.rows, ret: one.ret, cut: one.cut })
          },
        }
        pending.set(tag, one)
        if (!change) signal.addEventListener('abort', aborted)
        say(words, tag)
      }),
    settled: () =>
      new Promise(resolve => {
        if (cancelled.size === 0) resolve()
        else waiting.push(resolve)
      }),
    get usable() {
      return !broken && !mute
    },
    close: () =>
      breakOff(new DeviceError('SessionLost', `The RouterOS API session with ${place} was closed`)),
  }
}

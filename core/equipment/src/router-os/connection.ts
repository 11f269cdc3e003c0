import type { Duplex } from 'node:stream'
import { DeviceError, rest } from '@linecard/driver-kit'
import {
  breakOff,
  cancel,
  cut,
  nextTag,
  receive,
  send,
  type AskOptions,
  type Question,
  type Questions,
  type RouterOsAnswer,
} from './questions.ts'
import { replyOf } from './reply.ts'
import { sentenceReader } from './words.ts'

export type { AskOptions, RouterOsAnswer }

/** A connection to the RouterOS API. Several questions run at the same time; tags tell them apart. */
export interface RouterOsConnection {
  /**
   * @throws DeviceError CommandRejected with the words of the device, DeviceTimeout, SessionLost,
   * ParseFailed; the signal's reason
   */
  ask(words: readonly string[], options: AskOptions): Promise<RouterOsAnswer>
  /** Resolves when the device has ended everything that was cancelled. */
  settled(): Promise<void>
  /** False after silence, a malformed sentence or the end: the next question needs a new connection. */
  readonly usable: boolean
  close(): void
}

/** After a piece of so many octets other connections get their turn. */
const longPiece = 16_384

function ask(questions: Questions, words: readonly string[], options: AskOptions): Promise<RouterOsAnswer> {
  const { at, open } = questions
  const { signal, idleMs, totalMs, change } = options
  return new Promise((resolve, reject) => {
    if (questions.broken) return reject(questions.broken)
    if (signal.aborted) return reject(signal.reason as Error)
    const tag = nextTag(questions)
    const command = words[0]!
    const giveUp = (why: 'silent' | 'time_limit', message: string) => {
      const outcome = change ? '; whether it was done is not known' : ''
      const missing = [{ what: command, reason: why }]
      const error = new DeviceError('DeviceTimeout', `${at} ${message}${outcome}.`, { missing })
      cut(questions, tag, question, why, error)
    }
    const idle = setTimeout(
      () => giveUp('silent', `has been silent for ${idleMs / 1000} s after ${command}`),
      idleMs,
    )
    const total = setTimeout(
      () => giveUp('time_limit', `did not finish ${command} in ${totalMs / 1000} s`),
      totalMs,
    )
    const onAbort = () => {
      cancel(questions, tag)
      question.end(signal.reason as Error)
    }
    const question: Question = {
      rows: [],
      ret: null,
      cut: null,
      trap: null,
      options,
      command,
      onReply() {
        idle.refresh()
      },
      end(error) {
        clearTimeout(idle)
        clearTimeout(total)
        signal.removeEventListener('abort', onAbort)
        open.delete(tag)
        if (error) reject(error)
        else resolve({ rows: question.rows, ret: question.ret, cut: question.cut })
      },
    }
    open.set(tag, question)
    if (!change) signal.addEventListener('abort', onAbort)
    send(questions, words, tag)
  })
}

/** Hands the sentences of the socket to the questions. */
function follow(questions: Questions): void {
  const { socket, at } = questions
  const read = sentenceReader()
  const lost = (why: string, options?: { cause: Error }) =>
    breakOff(questions, new DeviceError('SessionLost', why, options))
  socket.on('data', (chunk: Buffer) => {
    if (questions.broken) return
    try {
      for (const words of read(chunk)) {
        if (questions.broken) return
        const octets = words.reduce((sum, word) => sum + word.length, 0)
        receive(questions, replyOf(words), octets)
      }
    } catch (error) {
      breakOff(questions, error as Error)
    }
    // The socket would hand over megabytes at once: after a long piece others get their turn.
    if (chunk.length < longPiece || socket.destroyed) return
    socket.pause()
    void rest().then(() => socket.resume())
  })
  socket.on('error', (error: NodeJS.ErrnoException) =>
    lost(`The connection to ${at} broke: ${error.code ?? error.message}.`, { cause: error }),
  )
  socket.on('close', () => lost(`${at} closed the RouterOS API session.`))
}

/** `at`: address and port, for messages. */
export function connectionOver(socket: Duplex, at: string): RouterOsConnection {
  const questions: Questions = {
    socket,
    at,
    open: new Map(),
    cancelled: new Set(),
    unwanted: 0,
    onSettled: [],
    lastTag: 0,
    silent: false,
    broken: null,
  }
  follow(questions)
  return {
    ask: (words, options) => ask(questions, words, options),
    settled: () =>
      new Promise(resolve => {
        if (questions.cancelled.size === 0) resolve()
        else questions.onSettled.push(resolve)
      }),
    get usable() {
      return !questions.broken && !questions.silent
    },
    close: () =>
      breakOff(questions, new DeviceError('SessionLost', `The RouterOS API session with ${at} was closed.`)),
  }
}

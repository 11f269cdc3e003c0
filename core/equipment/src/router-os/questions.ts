import type { Duplex } from 'node:stream'
import { DeviceError, type Missing, type RouterOsRow } from '@linecard/driver-kit'
import type { Reply } from './reply.ts'
import type { Budget, Ceiling } from '../limits/budget.ts'
import { sentenceOctets } from './words.ts'

export interface AskOptions {
  signal: AbortSignal
  /** Longest silence, in ms. */
  idleMs: number
  /** Longest time of the whole answer, in ms. */
  totalMs: number
  /**
   * It changes the device. It is not cancelled when the signal fires, because its outcome has to be known.
   */
  change?: boolean
  /** What the call may still take. An answer beyond it is cancelled and cut. */
  budget?: Budget
}

/**
 * The answer to one question. `ret` is what a command returned; `cut` says why the answer is not complete.
 */
export interface RouterOsAnswer {
  rows: RouterOsRow[]
  ret: string | null
  cut: Extract<Missing['reason'], 'silent' | 'time_limit'> | Ceiling | null
}

/** A question that is not answered yet. */
export interface Question extends RouterOsAnswer {
  /** The words of the device with which it refuses the command. */
  trap: string | null
  options: AskOptions
  command: string
  /** Called at each sentence of the device. */
  onReply(): void
  end(error?: Error): void
}

/** The questions of one connection, by their tags. */
export interface Questions {
  socket: Duplex
  /** Address and port, for messages. */
  at: string
  open: Map<string, Question>
  /** Tags of questions whose answers nobody waits for, until the device has ended them. */
  cancelled: Set<string>
  /** Octets that came for them. */
  unwanted: number
  /** Called when nothing cancelled is left. */
  onSettled: (() => void)[]
  lastTag: number
  /** The device was silent for too long. */
  silent: boolean
  broken: Error | null
}

/** Octets that may come for questions that were cancelled before the connection is given up. */
const maxUnwanted = 4_194_304

export const nextTag = (questions: Questions): string => String(++questions.lastTag)

export function send({ socket }: Questions, words: readonly string[], tag: string): void {
  if (!socket.destroyed) socket.write(sentenceOctets([...words, `.tag=${tag}`]))
}

function settle({ cancelled, onSettled }: Questions): void {
  if (cancelled.size === 0) for (const wake of onSettled.splice(0)) wake()
}

/** Ends the connection and all its questions. */
export function breakOff(questions: Questions, error: Error): void {
  if (questions.broken) return
  questions.broken = error
  questions.socket.destroy()
  for (const question of questions.open.values()) question.end(error)
  questions.cancelled.clear()
  settle(questions)
}

export function cancel(questions: Questions, tag: string): void {
  const own = nextTag(questions)
  questions.cancelled.add(tag).add(own)
  send(questions, ['/cancel', `=tag=${tag}`], own)
}

/** Ends a question that the device has not ended. A reading gives the rows that it has. */
export function cut(
  questions: Questions,
  tag: string,
  question: Question,
  why: NonNullable<RouterOsAnswer['cut']>,
  error: DeviceError,
): void {
  const { change } = question.options
  if (why === 'silent') questions.silent = true
  if (change) questions.cancelled.add(tag)
  else cancel(questions, tag)
  question.cut = why
  question.end(question.rows.length > 0 && !change ? undefined : error)
}

function addRow(questions: Questions, tag: string, question: Question, row: RouterOsRow, octets: number) {
  const { budget } = question.options
  budget?.take(Object.keys(row).length, octets)
  const over = budget?.over ?? (budget && question.rows.length >= budget.rowsOf('') ? 'row_limit' : null)
  if (!over) return question.rows.push(row)
  const why = `${questions.at} answered ${question.command} with more than one call takes.`
  return cut(questions, tag, question, over, new DeviceError('ParseFailed', why))
}

/** Takes one sentence of the device. */
export function receive(questions: Questions, reply: Reply, octets: number): void {
  const { at, open, cancelled } = questions
  const { kind, row, text } = reply
  if (kind === 'fatal') {
    const why = text || row['message'] || 'no reason given'
    return breakOff(questions, new DeviceError('SessionLost', `${at} ended the RouterOS API session: ${why}`))
  }
  // A sentence that the device could not read is answered without its tag.
  const tag = reply.tag ?? (open.size === 1 ? open.keys().next().value! : '')
  const question = open.get(tag)
  if (!question) {
    if (!cancelled.has(tag))
      return breakOff(
        questions,
        new DeviceError('ParseFailed', `${at} answered a question that was not asked.`),
      )
    questions.unwanted += octets
    if (kind === 'done') {
      cancelled.delete(tag)
      settle(questions)
    } else if (questions.unwanted > maxUnwanted) {
      const why = `${at} does not end what was cancelled.`
      breakOff(questions, new DeviceError('SessionLost', why))
    }
    return
  }
  question.onReply()
  if (kind === 'trap') question.trap ??= row['message'] || 'no reason given'
  if (kind === 're') addRow(questions, tag, question, row, octets)
  if (kind !== 'done') return
  question.ret = row['ret'] ?? null
  question.end(
    question.trap === null
      ? undefined
      : new DeviceError('CommandRejected', `The device refused ${question.command}: ${question.trap}`, {
          partial: question.rows,
        }),
  )
}

import { DeviceError, type ColumnOptions, type ColumnsAnswer } from '@linecard/driver-kit'
import { type Column, apply, columnOf, end } from './columns.ts'
import type { Ask } from './community.ts'
import { type Patience, Silent } from './exchange.ts'
import type { Pace } from './pace.ts'
import { type Answer, PduType, Status } from './pdu.ts'

export interface WalkLimits extends Patience {
  maxRows: number
  unordered: boolean
}

async function halves(
  group: readonly Column[],
  step: (part: readonly Column[]) => Promise<void>,
): Promise<void> {
  const middle = group.length >> 1
  await step(group.slice(0, middle))
  await step(group.slice(middle))
}

/**
 * Reads columns to their ends. Every request carries several of them, each from its own last OID, so that
 * each ends by itself: by leaving its subtree, by going back, at a ceiling. What one column does never
 * changes what another gives.
 */
export async function walk(
  ask: Ask,
  pace: Pace,
  oids: readonly string[],
  options: ColumnOptions,
  limits: WalkLimits,
): Promise<ColumnsAnswer> {
  const columns = oids.map(oid => columnOf(oid, options.under))
  const { deadline, signal } = limits
  const table = { columns, maxRows: options.maxRows ?? limits.maxRows, unordered: limits.unordered }
  let answered = false

  const send = async (
    type: number,
    group: readonly Column[],
    rows: number,
    attempts: number,
  ): Promise<Answer> => {
    const answer = await ask(
      { type, second: rows, varbinds: group.map(column => ({ oid: column.last })) },
      { attempts, deadline, signal },
    )
    answered = pace.alive = true
    const given = answer.varbinds.length
    if (answer.status === 0 && given > 0 && given < group.length) pace.columns = given
    return answer
  }

  /**
   * One row of each column by GETNEXT. A column at fault is found by asking it alone: agents name the wrong
   * one, or none.
   */
  const next = async (group: readonly Column[], attempts: number): Promise<void> => {
    const answer = await send(PduType.GetNext, group, 0, attempts)
    if (answer.status === 0 && apply(table, group, 1, answer) > 0) return
    const [column] = group
    if (group.length === 1 && column)
      return end(column, answer.status === Status.noSuchName ? undefined : 'rejected')
    const suspect =
      answer.status === 0 || answer.status === Status.tooBig ? undefined : group[answer.index - 1]
    if (!suspect) return halves(group, part => next(part, limits.attempts))
    await next([suspect], limits.attempts)
    await next(
      group.filter(other => other !== suspect),
      limits.attempts,
    )
  }

  /**
   * A whole group is silent: a single column may be what the agent dies of. Two silent in a row, and it is
   * the device.
   */
  const oneByOne = async (group: readonly Column[], silence: Silent): Promise<void> => {
    if (group.length < 2 || !pace.alive) throw silence
    let silent = 0
    for (const column of group) {
      try {
        await next([column], 1)
        silent = 0
      } catch (error) {
        if (!(error instanceof Silent) || ++silent === 2) throw error
        end(column, 'silent')
      }
    }
  }

  /** False when the group as a whole stayed silent. */
  const rowByNext = async (group: readonly Column[], attempts: number): Promise<boolean> => {
    try {
      await next(group, attempts)
      return true
    } catch (error) {
      if (!(error instanceof Silent)) throw error
      await oneByOne(group, error)
      return false
    }
  }

  const step = async (group: readonly Column[]): Promise<void> => {
    let octets = 0
    for (const column of group) octets += column.octets
    const rows = pace.rows(group.length, octets)
    let { attempts } = limits
    if (rows > 0) {
      const asked = rows * group.length
      // Half of the patience goes to GETBULK, the rest to GETNEXT, which proves whether it is the device or
      // the question.
      const forBulk = Math.ceil(attempts / 2)
      attempts = Math.max(1, attempts - forBulk)
      try {
        const answer = await send(PduType.GetBulk, group, rows, forBulk)
        if (answer.status === 0 && apply(table, group, rows, answer) > 0) return pace.answered(asked)
        if (answer.status === 0 && answer.varbinds.length > 0 && group.length > 1) {
          for (const column of group) await next([column], limits.attempts)
          return
        }
        if (asked > 1) {
          pace.refused(asked, group.length)
          if (rows > 1) return
        }
      } catch (error) {
        if (!(error instanceof Silent) || performance.now() >= deadline) throw error
        if (await rowByNext(group, attempts)) pace.silent(asked)
        return
      }
    }
    await rowByNext(group, attempts)
  }

  const open = () => columns.filter(column => !column.done)
  try {
    for (let rest = open(); rest.length > 0; rest = open()) {
      if (performance.now() >= deadline) for (const column of rest) end(column, 'time_limit')
      else await step(rest.slice(0, pace.columns))
    }
  } catch (error) {
    const givenUp = error instanceof DeviceError && error.kind === 'DeviceTimeout'
    const lost =
      givenUp ||
      error instanceof Silent ||
      (error instanceof DeviceError && error.kind === 'DeviceUnreachable')
    if (!lost || !answered) throw error
    for (const column of open())
      end(column, givenUp || performance.now() >= deadline ? 'time_limit' : 'silent')
  }
  return {
    columns: columns.map(column => column.rows),
    missing: columns.flatMap(({ oid, missing, rows }) =>
      missing ? [{ what: oid, reason: missing, rows: rows.size }] : [],
    ),
  }
}

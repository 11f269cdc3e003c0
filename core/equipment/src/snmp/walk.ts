import { DeviceError, type ColumnOptions, type Varbind } from '@linecard/driver-kit'
import { apply, cellsOf, columnOf, end, lastOf, type TimedColumns } from './columns.ts'
import type { Ask } from './community.ts'
import { type Group, openOf, readGroups, type Reading } from './groups.ts'
import { type Patience, Silent } from './patience.ts'
import type { Pace } from './pace.ts'
import { encodeOid } from './oid.ts'
import { type Answer, PduType, Status } from './pdu.ts'
import { varbindAt } from './value.ts'

export interface WalkLimits extends Patience {
  unordered: boolean
}

/** One walk. */
interface Walk extends Reading {
  ask: Ask
  limits: WalkLimits
  /** Instances for the next request, by the OID before each. */
  also: readonly { oid: string; before: Buffer }[]
  found: Map<string, Varbind>
}

/** The OID before an instance in lexicographic order, as far as a table can have it. */
function before(oid: string): Buffer {
  const arcs = oid.split('.')
  const last = Number(arcs.pop())
  return encodeOid(last > 0 ? [...arcs, last - 1].join('.') : arcs.join('.'))
}

/** Takes the values of `also` from the front of an answer. An answer with an error has none. */
function takeAlso({ found }: Walk, also: Walk['also'], answer: Answer): Answer {
  const { bytes, varbinds, status, index } = answer
  if (status === 0)
    for (let at = 0; at < Math.min(also.length, varbinds.length); at++) {
      const varbind = varbindAt(bytes, varbinds, at)
      if (varbind && also.some(({ oid }) => oid === varbind.oid)) found.set(varbind.oid, varbind)
    }
  varbinds.drop(also.length)
  return { ...answer, index: Math.max(0, index - also.length) }
}

async function send(
  walking: Walk,
  type: number,
  group: Group,
  rows: number,
  attempts: number,
): Promise<Answer> {
  const { ask, pace, limits, also } = walking
  const { deadline, signal, budget } = limits
  for (const column of group) column.began ??= performance.now()
  walking.also = []
  const varbinds = [...also.map(one => one.before), ...group.map(lastOf)].map(oid => ({ oid }))
  const first = type === PduType.GetBulk ? also.length : 0
  const patience = { attempts, deadline, signal, budget, onLate: walking.onLate }
  const whole = await ask({ type, first, second: rows, varbinds }, patience)
  const answer = also.length > 0 ? takeAlso(walking, also, whole) : whole
  walking.answers++
  pace.alive = true
  const given = answer.varbinds.length
  limits.budget?.take(given, answer.bytes.length)
  if (answer.status === 0 && given > 0 && given < group.length) pace.columns = given
  return answer
}

/**
 * Reads one row of each column with GETNEXT. A faulty column is found by asking it alone, because agents name
 * the wrong one, or none.
 */
async function next(walking: Walk, group: Group, attempts: number): Promise<void> {
  const { table, limits } = walking
  const answer = await send(walking, PduType.GetNext, group, 0, attempts)
  if (answer.status === 0 && apply(table, group, 1, answer) > 0) return
  const [column] = group
  if (group.length === 1 && column)
    return end(column, answer.status === Status.noSuchName ? undefined : 'rejected')
  const suspect = answer.status === 0 || answer.status === Status.tooBig ? undefined : group[answer.index - 1]
  const middle = group.length >> 1
  const parts = suspect
    ? [[suspect], group.filter(other => other !== suspect)]
    : [group.slice(0, middle), group.slice(middle)]
  for (const part of parts) await next(walking, part, limits.attempts)
}

/**
 * A whole group is silent: one column may stop the agent. After two silent columns in a row it is the device
 * itself.
 */
async function oneByOne(walking: Walk, group: Group, silence: Silent): Promise<void> {
  if (group.length < 2 || !walking.pace.alive) throw silence
  let silent = 0
  for (const column of group) {
    try {
      await next(walking, [column], 1)
      silent = 0
    } catch (error) {
      if (!(error instanceof Silent) || ++silent === 2) throw error
      end(column, 'silent')
    }
  }
}

/** False if the whole group stayed silent. */
async function rowByNext(walking: Walk, group: Group, attempts: number): Promise<boolean> {
  try {
    await next(walking, group, attempts)
    return true
  } catch (error) {
    if (!(error instanceof Silent)) throw error
    await oneByOne(walking, group, error)
    return false
  }
}

/** Reads some rows of the group with GETBULK. False: the same row has to be read with GETNEXT. */
async function rowsByBulk(walking: Walk, group: Group, rows: number, attempts: number): Promise<boolean> {
  const { pace, limits, table } = walking
  const asked = rows * group.length
  const answer = await send(walking, PduType.GetBulk, group, rows, attempts)
  if (answer.status === 0 && apply(table, group, rows, answer) > 0) {
    pace.answered(asked)
    return true
  }
  if (answer.status === 0 && answer.varbinds.length > 0 && group.length > 1) {
    for (const column of group) await next(walking, [column], limits.attempts)
    return true
  }
  if (asked > 1) pace.refused(asked, group.length)
  return rows > 1
}

/** Reads the next rows of the group. */
async function step(walking: Walk, group: Group): Promise<void> {
  const { pace, limits } = walking
  let octets = 0
  for (const column of group) octets += column.octets
  const rows = pace.rows(group.length, octets)
  if (rows === 0) {
    await rowByNext(walking, group, limits.attempts)
    return
  }
  // Half of the attempts are for GETBULK, the rest for GETNEXT: it shows whether the device is silent or only
  // does not answer this question.
  const forBulk = Math.ceil(limits.attempts / 2)
  const forNext = Math.max(1, limits.attempts - forBulk)
  try {
    if (await rowsByBulk(walking, group, rows, forBulk)) return
  } catch (error) {
    if (!(error instanceof Silent) || performance.now() >= limits.deadline) throw error
    if (await rowByNext(walking, group, forNext)) pace.silent(rows * group.length)
    return
  }
  await rowByNext(walking, group, forNext)
}

/** Ends the open columns if the device was lost after it had answered. Throws any other error. */
function endLost({ table, limits, answers }: Walk, error: unknown): void {
  const givenUp = error instanceof DeviceError && error.kind === 'DeviceTimeout'
  const lost =
    givenUp || error instanceof Silent || (error instanceof DeviceError && error.kind === 'DeviceUnreachable')
  if (!lost || answers === 0) throw error
  const reason = givenUp || performance.now() >= limits.deadline ? 'time_limit' : 'silent'
  for (const column of openOf(table)) end(column, reason)
}

/**
 * Reads columns to their ends. A request carries several columns, each from its own last OID, and each ends
 * by itself: when it leaves its subtree, when it goes back, or at a limit. A column never changes what
 * another one gives.
 */
export async function walk(
  ask: Ask,
  pace: Pace,
  oids: readonly string[],
  options: ColumnOptions,
  limits: WalkLimits,
): Promise<TimedColumns> {
  const { maxRows = Infinity, under } = options
  const columns = oids.map(oid =>
    columnOf(oid, under, Math.min(maxRows, limits.budget?.rowsOf(oid) ?? Infinity)),
  )
  const table = { columns, unordered: limits.unordered, pages: [] }
  const also = (options.also ?? []).map(oid => ({ oid, before: before(oid) }))
  const walking: Walk = { ask, pace, limits, table, answers: 0, onLate: undefined, also, found: new Map() }
  try {
    await readGroups(walking, group => step(walking, group))
  } catch (error) {
    endLost(walking, error)
  }
  return {
    ...(options.also && { also: walking.found }),
    columns: columns.map(column => cellsOf(column, table)),
    began: columns.map(({ began }) => began),
    missing: columns.flatMap(({ oid, missing, rows }) =>
      missing ? [{ what: oid, reason: missing, rows: rows.length }] : [],
    ),
  }
}

import { DeviceError, type GetOptions, type Missing, type Varbind } from '@linecard/driver-kit'
import type { Ask } from './community.ts'
import { type Patience, Silent } from './patience.ts'
import { encodeOid, oidText } from './oid.ts'
import { type Pace, answerRoom } from './pace.ts'
import { type Answer, PduType, Status, statusName } from './pdu.ts'
import { varbindAt } from './value.ts'

interface Wanted {
  oid: string
  bytes: Buffer
}

/** Octets of a varbind in an answer beside its OID, roughly: a short text or a counter. */
const valueOctets = 24

/** One GET of any number of objects. */
interface Reading {
  ask: Ask
  pace: Pace
  patience: Patience
  found: Map<string, Varbind>
  refused: { oid: string; status: number }[]
  /** OIDs that need no further request. */
  settled: Set<string>
}

function takeValues(
  { found, settled }: Reading,
  batch: readonly Wanted[],
  { bytes, varbinds }: Answer,
): void {
  const asked = new Set(batch.map(({ oid }) => oid))
  for (let at = 0; at < varbinds.length; at++) {
    const oid = oidText(bytes, varbinds.oidStart(at), varbinds.oidEnd(at))
    if (oid === null || !asked.has(oid)) continue
    settled.add(oid)
    const varbind = varbindAt(bytes, varbinds, at)
    if (varbind) found.set(oid, varbind)
  }
}

/** Null: the device was silent, but may answer fewer OIDs. */
async function send(reading: Reading, batch: readonly Wanted[], attempts: number): Promise<Answer | null> {
  const { ask, pace, patience } = reading
  try {
    const request = { type: PduType.Get, varbinds: batch.map(({ bytes }) => ({ oid: bytes })) }
    const answer = await ask(request, { ...patience, attempts })
    pace.alive = true
    patience.budget?.take(answer.varbinds.length, answer.bytes.length)
    return answer
  } catch (error) {
    if (error instanceof Silent && batch.length > 1 && performance.now() < patience.deadline) return null
    throw error
  }
}

async function fetch(
  reading: Reading,
  batch: readonly Wanted[],
  attempts = reading.patience.attempts,
): Promise<void> {
  const { pace, settled, refused } = reading
  const share = batch.length > 1 ? Math.ceil(attempts / 2) : attempts
  const answer = await send(reading, batch, share)
  if (!answer) {
    // The agent may not accept so many OIDs: from now on it is asked for one at a time.
    await fetch(reading, batch.slice(0, 1), Math.max(1, attempts - share))
    pace.oids = 1
    for (const wanted of batch.slice(1)) await fetch(reading, [wanted])
    return
  }
  const { status, index } = answer
  if (status === 0) {
    takeValues(reading, batch, answer)
    const rest = batch.filter(({ oid }) => !settled.has(oid))
    if (rest.length === 0) return
    if (rest.length < batch.length) return fetch(reading, rest)
  }
  const [only] = batch
  if (batch.length === 1 && only) {
    settled.add(only.oid)
    if (status !== Status.noSuchName) refused.push({ oid: only.oid, status })
    return
  }
  const suspect = status === 0 || status === Status.tooBig ? undefined : batch[index - 1]
  if (status === Status.tooBig) pace.oids = Math.max(1, Math.min(pace.oids, batch.length >> 1))
  if (suspect) {
    await fetch(reading, [suspect])
    await fetch(
      reading,
      batch.filter(wanted => wanted !== suspect),
    )
  } else {
    const middle = batch.length >> 1
    await fetch(reading, batch.slice(0, middle))
    await fetch(reading, batch.slice(middle))
  }
}

/** The next OIDs that fit into one request, by the expected size of its answer. */
function nextBatch(queue: readonly string[], from: number, pace: Pace): Wanted[] {
  const batch: Wanted[] = []
  let room = answerRoom
  for (let at = from; at < queue.length && batch.length < pace.oids && room > 0; at++) {
    const wanted = { oid: queue[at]!, bytes: encodeOid(queue[at]!) }
    room -= wanted.bytes.length + valueOctets
    batch.push(wanted)
  }
  return batch
}

/** Names what the device refused of the `wanted` objects. Throws if it gave none of them. */
function tellRefused(
  ip: string,
  { found, refused }: Reading,
  wanted: ReadonlySet<string>,
  onRefused?: (missing: Missing) => void,
): void {
  const those = refused.filter(({ oid }) => wanted.has(oid))
  const missing = those.map(({ oid }): Missing => ({ what: oid, reason: 'rejected' }))
  const [first] = those
  if (!first) return
  if ([...found.keys()].some(oid => wanted.has(oid))) return missing.forEach(one => onRefused?.(one))
  if (first.status === 0)
    throw new DeviceError('ParseFailed', `${ip} answered without the value of ${first.oid}.`, { missing })
  const kind = first.status === Status.authorizationError ? 'AuthFailed' : 'CommandRejected'
  throw new DeviceError(kind, `${ip} refused to give ${first.oid}: ${statusName(first.status)}.`, { missing })
}

/**
 * Reads scalars, `also` in the first request. Throws DeviceTimeout with the values so far if the device falls
 * silent, CommandRejected if it refuses all of them; if it gives some, `onRefused` gets the others.
 */
export async function get(
  ask: Ask,
  pace: Pace,
  ip: string,
  oids: readonly string[],
  patience: Patience,
  { also = [], onRefused }: GetOptions = {},
): Promise<Map<string, Varbind>> {
  const reading: Reading = { ask, pace, patience, found: new Map(), refused: [], settled: new Set() }
  const { found, settled } = reading
  const wanted = new Set(oids)
  const queue = [...also.filter(oid => !wanted.has(oid)), ...wanted]
  let asked = 0
  try {
    while (asked < queue.length && !patience.budget?.over) {
      await patience.budget?.turn(patience.signal)
      const batch = nextBatch(queue, asked, pace)
      await fetch(reading, batch)
      asked += batch.length
    }
  } catch (error) {
    const givenUp = error instanceof DeviceError && error.kind === 'DeviceTimeout'
    if (!(givenUp || error instanceof Silent) || found.size === 0) throw error
    const missing: Missing[] = oids
      .filter(oid => !settled.has(oid))
      .map(what => ({ what, reason: givenUp ? 'time_limit' : 'silent' }))
    const how = givenUp ? 'ran out of time' : 'fell silent'
    throw new DeviceError('DeviceTimeout', `${ip} ${how} after ${found.size} of ${oids.length} values.`, {
      missing,
      partial: found,
      cause: error,
    })
  }
  tellRefused(ip, reading, wanted, onRefused)
  const reason = patience.budget?.over
  const first = queue[asked]
  if (reason && first !== undefined)
    throw new DeviceError('DeviceTimeout', `${ip} has more values than one call takes.`, {
      missing: [{ what: first, reason, cells: queue.length - asked }],
      partial: found,
    })
  return found
}

import { DeviceError, type Missing, type Varbind } from '@linecard/driver-kit'
import type { Ask } from './community.ts'
import { type Patience, Silent } from './exchange.ts'
import { encodeOid, oidText } from './oid.ts'
import { type Pace, answerRoom } from './pace.ts'
import { PduType, Status, statusName } from './pdu.ts'
import { readValue } from './value.ts'

interface Wanted {
  oid: string
  bytes: Buffer
}

/** What the rest of an answer's varbind takes beside its OID, roughly: a short text or a counter. */
const valueOctets = 24
/** Exceptions have tags from 128 on. */
const isValue = (type: number) => type < 0x80

/**
 * Reads scalars. Throws DeviceTimeout with the values so far when the device falls silent, CommandRejected
 * when it refused all.
 */
export async function get(
  ask: Ask,
  pace: Pace,
  ip: string,
  oids: readonly string[],
  patience: Patience,
): Promise<Map<string, Varbind>> {
  const found = new Map<string, Varbind>()
  const refused: { oid: string; status: number }[] = []
  const settled = new Set<string>()

  const send = async (batch: readonly Wanted[], attempts: number) => {
    const answer = await ask(
      { type: PduType.Get, varbinds: batch.map(({ bytes }) => ({ oid: bytes })) },
      { ...patience, attempts },
    )
    pace.alive = true
    return answer
  }

  const split = async (batch: readonly Wanted[]) => {
    const middle = batch.length >> 1
    await fetch(batch.slice(0, middle))
    await fetch(batch.slice(middle))
  }

  /** Silence about several OIDs: an agent may not take so many. Asked one by one from then on. */
  const fewer = async (batch: readonly Wanted[], attempts: number) => {
    await fetch(batch.slice(0, 1), attempts)
    pace.oids = 1
    for (const wanted of batch.slice(1)) await fetch([wanted])
  }

  const fetch = async (batch: readonly Wanted[], attempts = patience.attempts): Promise<void> => {
    const share = batch.length > 1 ? Math.ceil(attempts / 2) : attempts
    const answer = await send(batch, share).catch((error: unknown) => {
      if (error instanceof Silent && batch.length > 1 && performance.now() < patience.deadline) return null
      throw error
    })
    if (!answer) return fewer(batch, Math.max(1, attempts - share))
    const { status, index, bytes, varbinds } = answer
    if (status === 0) {
      const asked = new Set(batch.map(({ oid }) => oid))
      for (const span of varbinds) {
        const oid = oidText(bytes, span.oidStart, span.oidEnd)
        if (oid === null || !asked.has(oid)) continue
        settled.add(oid)
        if (isValue(span.type)) found.set(oid, { oid, type: span.type, value: readValue(bytes, span) })
      }
      const rest = batch.filter(({ oid }) => !settled.has(oid))
      if (rest.length === 0) return
      if (rest.length < batch.length) return fetch(rest)
    }
    const [only] = batch
    if (batch.length === 1 && only) {
      settled.add(only.oid)
      if (status !== Status.noSuchName) refused.push({ oid: only.oid, status })
      return
    }
    const suspect = status === 0 || status === Status.tooBig ? undefined : batch[index - 1]
    if (status === Status.tooBig) pace.oids = Math.max(1, Math.min(pace.oids, batch.length >> 1))
    if (!suspect) return split(batch)
    await fetch([suspect])
    await fetch(batch.filter(wanted => wanted !== suspect))
  }

  const queue = [...new Set(oids)].map(oid => ({ oid, bytes: encodeOid(oid) }))
  try {
    while (queue.length > 0) {
      let room = answerRoom
      let take = 0
      while (take < queue.length && take < pace.oids && (take === 0 || room > 0))
        room -= queue[take++]!.bytes.length + valueOctets
      await fetch(queue.splice(0, take))
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
  const [first] = refused
  if (found.size === 0 && first) {
    if (first.status === 0)
      throw new DeviceError('ParseFailed', `${ip} answered without the value of ${first.oid}.`)
    const kind = first.status === Status.authorizationError ? 'AuthFailed' : 'CommandRejected'
    throw new DeviceError(kind, `${ip} refused to give ${first.oid}: ${statusName(first.status)}.`)
  }
  return found
}

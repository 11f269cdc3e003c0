import type { Module } from '@linecard/driver-kit'
import { linkInfo, ponOntsStatus, type OnuStatus } from '@linecard/driver-kit/modules'
import type { Polled } from '@linecard/plugin-kit'
import type { TSchema } from 'typebox'
import { link } from '../catalogue/index.ts'
import { decodeSpeeds, encodeSpeeds, type Speeds } from '../rates/speeds.ts'
import type { Row } from '../series/row.ts'
import { answerOf, withSubjects, type PollParts } from './parts.ts'

const bytesPerMbit = 125_000

const onuStates: Readonly<Record<OnuStatus, number>> = {
  Online: 1,
  Offline: 0,
  PowerOff: -1,
  LOS: -2,
  Unregistered: -3,
  Disabled: -4,
  Unknown: NaN,
}

const isUp = (word: string | null, up: string): number =>
  word === null || word === 'Unknown' ? NaN : word === up ? 1 : 0

/**
 * Keeps the speeds for the bounds of counters, if they are others than before, and the changes. A process
 * that dies in between loses these changes.
 */
async function keepSpeeds(
  { speeds, speedChanged }: PollParts,
  device: number,
  time: Date,
  now: Speeds,
): Promise<void> {
  const changes = await speeds.replace(device, time, last => {
    const kept = decodeSpeeds(last)
    const changed = [...now].filter(([id, speed]) => kept.get(id) !== speed)
    if (changed.length === 0) return null
    const others = changed.flatMap(([id, speed]) => {
      const previous = kept.get(id)
      return previous === undefined ? [] : [{ interface_id: id, previous, speed }]
    })
    for (const [id, speed] of changed) kept.set(id, speed)
    return { state: encodeSpeeds(kept), result: others }
  })
  if (changes && changes.length > 0) await speedChanged(time, changes)
}

/** What a module answered, unless a newer answer is stored: the inventory stores before. */
async function newest<R extends TSchema>(
  { isOvertaken }: PollParts,
  polled: Polled,
  module: Pick<Module<TSchema, R>, 'name'> & { result: R },
) {
  const answer = answerOf(polled, module)
  if (!answer || (await isOvertaken(polled.device.id, module.name, new Date(answer.time)))) return null
  return answer
}

async function links(parts: PollParts, polled: Polled): Promise<void> {
  const answer = await newest(parts, polled, linkInfo)
  if (!answer) return
  const device = polled.device.id
  const found = await withSubjects(parts, device, answer.data)
  const speeds = new Map<number, number>()
  const rows = found.map(({ row, subject }): Row => {
    const speed = row.speed_mbps === null || row.speed_mbps <= 0 ? NaN : row.speed_mbps * bytesPerMbit
    // Some agents tell another speed while there is no link.
    if (!Number.isNaN(speed) && row.oper_status !== 'Down') speeds.set(subject.id, speed)
    const values = [isUp(row.oper_status, 'Up'), isUp(row.admin_state, 'Enabled'), speed]
    return { family: link.id, device, interface: subject.id, part: '', time: answer.time, values }
  })
  if (speeds.size > 0) await keepSpeeds(parts, device, new Date(answer.time), speeds)
  parts.add(rows)
}

async function onus(parts: PollParts, polled: Polled): Promise<void> {
  const answer = await newest(parts, polled, ponOntsStatus)
  if (!answer) return
  const device = polled.device.id
  const found = await withSubjects(parts, device, answer.data)
  parts.add(
    found.map(({ row, subject }): Row => {
      const state = onuStates[row.status] ?? NaN
      const up = Number.isNaN(state) ? NaN : Number(state === 1)
      const values = [up, isUp(row.admin_state, 'Enabled'), NaN, state]
      return { family: link.id, device, interface: subject.id, part: '', time: answer.time, values }
    }),
  )
}

/** State and speed of interfaces, and states of ONUs. */
export async function storeLinks(parts: PollParts, polled: Polled): Promise<void> {
  await links(parts, polled)
  await onus(parts, polled)
}

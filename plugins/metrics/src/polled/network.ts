import { bgpSessions, cardStatus, ponCountRegisteredOnts } from '@linecard/driver-kit/modules'
import type { Polled } from '@linecard/plugin-kit'
import { bgp, card, pon, ratioOf, valueOf } from '../catalogue/index.ts'
import { partOf, type Row } from '../series/row.ts'
import { answerOf, maxParts, withSubjects, type PollParts } from './parts.ts'

const state = (is: boolean | null): number => (is === null ? NaN : Number(is))

/** Sessions of BGP, by name. */
export async function storeBgp(parts: PollParts, polled: Polled): Promise<void> {
  const answer = answerOf(polled, bgpSessions)
  if (!answer) return
  parts.add(
    answer.data.slice(0, maxParts).map((session): Row => {
      const { name, established, disabled, uptime_sec, prefix_count } = session
      const values = [state(established), state(disabled), valueOf(uptime_sec), valueOf(prefix_count)]
      const subject = { device: polled.device.id, interface: 0, part: partOf(name) }
      return { family: bgp.id, ...subject, time: answer.time, values }
    }),
  )
}

const placeOf = ({ rack, shelf, slot }: { rack: number | null; shelf: number | null; slot: number }) =>
  [rack, shelf, slot].filter(number => number !== null).join('/')

/** Boards of a chassis, by place. */
export async function storeCards(parts: PollParts, polled: Polled): Promise<void> {
  const answer = answerOf(polled, cardStatus)
  if (!answer) return
  parts.add(
    answer.data.slice(0, maxParts).map((board): Row => {
      const values = [
        board.admin_status === null ? NaN : Number(board.admin_status === 'Enabled'),
        valueOf(board._oper_status),
        ratioOf(board.cpu_load),
        ratioOf(board.memory_usage),
        valueOf(board.temperature),
      ]
      const subject = { device: polled.device.id, interface: 0, part: placeOf(board) }
      return { family: card.id, ...subject, time: answer.time, values }
    }),
  )
}

/** How full the PON ports are. */
export async function storePonLoad(parts: PollParts, polled: Polled): Promise<void> {
  const answer = answerOf(polled, ponCountRegisteredOnts)
  if (!answer) return
  const device = polled.device.id
  const found = await withSubjects(parts, device, answer.data)
  parts.add(
    found.map(({ row, subject }): Row => {
      const values = [row.count]
      return { family: pon.id, device, interface: subject.id, part: '', time: answer.time, values }
    }),
  )
}

import { ponOntsOptical, ponPortsOptical, sfpOptical } from '@linecard/driver-kit/modules'
import type { Polled } from '@linecard/plugin-kit'
import { optical, valueOf } from '../catalogue/index.ts'
import { partOf, type Row } from '../series/row.ts'
import { answerOf, withSubjects, type PollParts } from './parts.ts'

/** The devices give milliamperes. */
const amperes = (milli: number | null | undefined): number =>
  milli === null || milli === undefined ? NaN : milli / 1000

/** Lanes of a transceiver at most. */
const maxLanes = 16

/** Light of transceivers and of PON ports. */
export async function storeTransceivers(parts: PollParts, polled: Polled): Promise<void> {
  const device = polled.device.id
  const rowOf = (id: number, part: string, time: number, values: number[]): Row => {
    return { family: optical.id, device, interface: id, part, time, values }
  }
  const sfps = answerOf(polled, sfpOptical)
  if (sfps)
    for (const { row, subject } of await withSubjects(parts, device, sfps.data)) {
      const { rx_power, tx_power, temp, vcc, tx_bias } = row
      const light = [valueOf(rx_power), valueOf(tx_power), NaN, NaN]
      const lanes = (row.lanes ?? []).slice(0, maxLanes).map((lane, at) => {
        const values = [
          valueOf(lane.rx_power),
          valueOf(lane.tx_power),
          NaN,
          NaN,
          NaN,
          NaN,
          amperes(lane.tx_bias),
        ]
        return rowOf(subject.id, partOf(`lane ${lane.lane ?? at + 1}`), sfps.time, values)
      })
      const whole = [...light, valueOf(temp), valueOf(vcc), amperes(tx_bias)]
      parts.add([rowOf(subject.id, '', sfps.time, whole), ...lanes])
    }
  const ports = answerOf(polled, ponPortsOptical)
  if (!ports) return
  const found = await withSubjects(parts, device, ports.data)
  parts.add(
    found.map(({ row: { tx, temp, voltage, bias }, subject }) =>
      rowOf(subject.id, '', ports.time, [
        NaN,
        valueOf(tx),
        NaN,
        NaN,
        valueOf(temp),
        valueOf(voltage),
        amperes(bias),
      ]),
    ),
  )
}

/** Light of ONUs. */
export async function storeOnuLight(parts: PollParts, polled: Polled): Promise<void> {
  const answer = answerOf(polled, ponOntsOptical)
  if (!answer) return
  const device = polled.device.id
  const found = await withSubjects(parts, device, answer.data)
  parts.add(
    found.map(({ row, subject }): Row => {
      const { rx, tx, olt_rx, olt_tx, temp, voltage, bias, distance } = row
      const light = [rx, tx, olt_rx, olt_tx, temp, voltage].map(valueOf)
      const values = [...light, amperes(bias), valueOf(distance)]
      return { family: optical.id, device, interface: subject.id, part: '', time: answer.time, values }
    }),
  )
}

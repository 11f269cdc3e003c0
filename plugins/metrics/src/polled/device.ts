import {
  analogLinesList,
  digitalLinesList,
  powerSensorState,
  powerStatus,
  sysResources,
  sysTemp,
} from '@linecard/driver-kit/modules'
import type { Polled } from '@linecard/plugin-kit'
import { device as family, ratioOf, valueOf } from '../catalogue/index.ts'
import { partOf, type Row } from '../series/row.ts'
import { answerOf, maxParts, type PollParts } from './parts.ts'

/** Names of the slots that a row has; the others have no value. */
type Values = Readonly<Partial<Record<string, number>>>

const rowOf = (polled: Polled, time: number, part: string, values: Values): Row => ({
  family: family.id,
  device: polled.device.id,
  interface: 0,
  part: partOf(part),
  time,
  values: family.slots.map(({ metric }) => values[metric] ?? NaN),
})

const hasValue = ({ values }: Row): boolean => values.some(value => !Number.isNaN(value))
const add = (parts: PollParts, rows: readonly Row[]) => parts.add(rows.filter(hasValue).slice(0, maxParts))

/** A ratio of its own, or one made of used and size. */
const usedRatio = (store: { util: number | null; _total: number | null; _used: number | null } | null) => {
  if (!store) return NaN
  if (store.util !== null) return store.util / 100
  return store._used !== null && store._total ? store._used / store._total : NaN
}

/** Processors, memory, storage, boards and fans. */
export async function storeResources(parts: PollParts, polled: Polled): Promise<void> {
  const answer = answerOf(polled, sysResources)
  if (!answer) return
  const { cpu, memory, disk, cards, fans } = answer.data
  const whole = rowOf(polled, answer.time, '', {
    device_cpu_ratio: ratioOf(cpu?.util),
    device_memory_ratio: usedRatio(memory),
    device_memory_used_bytes: valueOf(memory?._used),
    device_memory_size_bytes: valueOf(memory?._total),
    device_disk_ratio: usedRatio(disk),
    device_disk_used_bytes: valueOf(disk?._used),
    device_disk_size_bytes: valueOf(disk?._total),
  })
  const boards = (cards ?? []).map(({ id, name, cpu_load, memory_usage }) =>
    rowOf(polled, answer.time, name ?? `card ${id}`, {
      device_cpu_ratio: ratioOf(cpu_load),
      device_memory_ratio: ratioOf(memory_usage),
    }),
  )
  const turning = { Normal: 1, Stop: 0, Failed: 0, Unused: NaN, Unknown: NaN }
  const cooled = (fans ?? []).map(({ name, status, speed }) =>
    rowOf(polled, answer.time, name, { device_fan_rpm: valueOf(speed), device_fan_up: turning[status] }),
  )
  add(parts, [whole, ...boards, ...cooled])
}

const digital = { Low: 0, High: 1 }

/** Temperatures, lines of sensor units, mains power and power supplies. */
export async function storeSensors(parts: PollParts, polled: Polled): Promise<void> {
  const rows: Row[] = []
  const put = (time: number, part: string, values: Values) => rows.push(rowOf(polled, time, part, values))
  const temperature = answerOf(polled, sysTemp)
  if (temperature) {
    const { main, sensors } = temperature.data
    put(temperature.time, '', { device_temperature_celsius: valueOf(main) })
    for (const { name, value } of sensors)
      put(temperature.time, name, { device_temperature_celsius: valueOf(value) })
  }
  const analog = answerOf(polled, analogLinesList)
  for (const { id, name, value } of analog?.data ?? [])
    put(analog!.time, name ?? `analog ${id}`, { device_sensor_value: valueOf(value) })
  const lines = answerOf(polled, digitalLinesList)
  for (const { id, name, value } of lines?.data ?? [])
    put(lines!.time, name ?? `digital ${id}`, { device_sensor_value: value === null ? NaN : digital[value] })
  const mains = answerOf(polled, powerSensorState)
  if (mains && mains.data.state !== 'Unknown')
    put(mains.time, 'mains', { device_power_supply_up: Number(mains.data.state === 'OK') })
  const supplies = answerOf(polled, powerStatus)
  for (const { name, status } of supplies?.data.supplies ?? [])
    if (status === 'Normal' || status === 'Failed')
      put(supplies!.time, name, { device_power_supply_up: Number(status === 'Normal') })
  add(parts, rows)
}

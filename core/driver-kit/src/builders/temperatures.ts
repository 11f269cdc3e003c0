import type { Static } from 'typebox'
import { implement, type Implementation } from '../contract/implementation.ts'
import { sysTemp } from '../modules/index.ts'
import { readTable, table, type Column } from '../table/index.ts'
import { plausibleTemperature } from '../table/plausible.ts'

/** A thermometer as the device names it, °C. */
export interface Temperature {
  name: string
  value: number | null
}

/** Parts with the same name are numbered: none of them may hide another one. */
export const numbered = <P extends { name: string | null }>(parts: readonly P[]): P[] =>
  parts.map((part, at) => {
    const before = parts.slice(0, at).filter(({ name }) => name === part.name).length
    return part.name === null || before === 0 ? part : { ...part, name: `${part.name} (${before + 1})` }
  })

/** The answer of `sys_temp`. `main` is the highest temperature; names identify processor and board. */
export function temperaturesOf(found: readonly Temperature[]): Static<typeof sysTemp.result> {
  const sensors = numbered(found).map(({ name, value }) => ({ name, value: plausibleTemperature(value) }))
  const hottest = sensors.filter(({ value }) => value !== null).toSorted((a, b) => b.value! - a.value!)[0]
  const named = (words: RegExp) =>
    sensors.find(({ name, value }) => words.test(name) && value !== null)?.value ?? null
  return {
    main: hottest?.value ?? null,
    main_from: hottest?.name ?? null,
    cpu: named(/cpu|processor/i),
    board: named(/board|chassis|system/i),
    sensors,
  }
}

/**
 * sys_temp from a vendor's table. `nameOf` makes the name of a row without name from its index. In a stack,
 * each unit has a sensor of the same name: then both names are joined.
 */
export const temperatureTable = (
  { value, name }: { value: Column<number>; name?: Column<string> },
  nameOf: (index: string) => string = index => `Sensor ${index}`,
): Implementation =>
  implement(sysTemp, async session => {
    const rows = await readTable(session, name ? table({ value, name }) : table({ value }))
    const named = [...rows].map(([index, row]) => ({
      index,
      name: (row as { name?: string | null }).name ?? null,
      value: row.value,
    }))
    return temperaturesOf(
      named.map(({ index, name: given, value: measured }) => {
        const repeated = named.some(other => other.name === given && other.index !== index)
        return {
          name: given === null ? nameOf(index) : repeated ? `${nameOf(index)} ${given}` : given,
          value: measured,
        }
      }),
    )
  })

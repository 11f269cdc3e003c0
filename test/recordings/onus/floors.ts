import { readFile, writeFile } from 'node:fs/promises'
import type { OnuResult } from './measure.ts'

/** Limits of each recording: the least number of ONUs and of equal values, the highest of different ones. */
type Floors = Record<string, { read: number; equal: number; different: number }>

const path = 'test/recordings/onus/floors.json'

const reached = (results: readonly OnuResult[]): Floors =>
  Object.fromEntries(
    results
      .filter(({ counted }) => counted > 0)
      .map(({ name, read, outcomes }) => {
        const of = (result: string) => outcomes.filter(one => one.result === result).length
        return [name, { read, equal: of('equal'), different: of('different') }]
      }),
  )

export const writeOnuFloors = (results: readonly OnuResult[]): Promise<void> =>
  writeFile(
    path,
    `{\n${Object.entries(reached(results))
      .map(([name, floor]) => `  ${JSON.stringify(name)}: ${JSON.stringify(floor)}`)
      .join(',\n')}\n}\n`,
  )

/** Recordings that could not be read, and those below their floors. */
export async function onuFailures(results: readonly OnuResult[]): Promise<string[]> {
  const floors = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Floors
  const now = reached(results)
  return [
    ...results.flatMap(({ name, error }) => (error === null ? [] : [`${name}: its ONUs: ${error}`])),
    ...Object.entries(floors).flatMap(([name, floor]) => {
      const own = now[name] ?? { read: 0, equal: 0, different: 0 }
      const falls = own.read < floor.read || own.equal < floor.equal || own.different > floor.different
      return falls ? [`${name}: ONUs ${JSON.stringify(own)}, the floor is ${JSON.stringify(floor)}`] : []
    }),
  ]
}

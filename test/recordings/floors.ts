import { readFile, writeFile } from 'node:fs/promises'
import { areas, type Area } from './areas/index.ts'
import { tally, type Result } from './result.ts'

/** Limits of each vendor in each area: the least number of equal rows, and the highest of different rows. */
export type Floors = Record<string, Partial<Record<Area, { equal: number; different: number }>>>

const path = 'test/recordings/floors.json'

/** The numbers of this run. */
export function floorsOf(results: readonly Result[]): Floors {
  const vendors = [...Map.groupBy(results, result => result.vendor)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    vendors.flatMap(([vendor, own]) => {
      const outcomes = own.flatMap(result => result.outcomes)
      const reached = areas.flatMap(area => {
        const { equal, explained, different } = tally(outcomes, area)
        return equal + explained + different === 0 ? [] : [[area, { equal, different }] as const]
      })
      return reached.length === 0 ? [] : [[vendor, Object.fromEntries(reached)] as const]
    }),
  )
}

export const readFloors = async (): Promise<Floors> =>
  JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Floors
/** One line for each area, so that a diff shows one line for each changed area. */
export const writeFloors = (floors: Floors): Promise<void> =>
  writeFile(
    path,
    `{\n${Object.entries(floors)
      .map(
        ([vendor, of]) =>
          `  ${JSON.stringify(vendor)}: {\n${Object.entries(of)
            .map(
              ([area, { equal, different }]) =>
                `    ${JSON.stringify(area)}: { "equal": ${equal}, "different": ${different} }`,
            )
            .join(',\n')}\n  }`,
      )
      .join(',\n')}\n}\n`,
  )

/**
 * Vendors and areas below their floors: fewer equal rows, more different rows, or no comparison.
 */
export const fallen = (floors: Floors, reached: Floors): string[] =>
  Object.entries(floors).flatMap(([vendor, of]) =>
    Object.entries(of).flatMap(([area, floor]) => {
      const now = reached[vendor]?.[area as Area]
      if (!now) return [`${vendor}: ${area} is compared no longer; ${floor.equal} rows were equal`]
      return [
        ...(now.equal < floor.equal
          ? [`${vendor}: ${area} has ${now.equal} equal rows, the floor is ${floor.equal}`]
          : []),
        ...(now.different > floor.different
          ? [`${vendor}: ${area} has ${now.different} different rows, ${floor.different} are allowed`]
          : []),
      ]
    }),
  )

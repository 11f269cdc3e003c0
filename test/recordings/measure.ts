import type { Driver } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { asker } from './ask.ts'
import { compare } from './areas/index.ts'
import { vendorsOf } from './detection.ts'
import { readExpected, readRecording, type Entry } from './folder.ts'
import type { Result } from './result.ts'

const atOnce = 4
const kinds = new Set(['switch', 'router'])

/**
 * Serves recordings, reads them with the drivers, and compares the answers. With `caught`, an error that is
 * not of the device is a result too, without its text; else it is thrown.
 */
export async function measure(
  folder: string,
  drivers: readonly Driver[],
  entries: readonly Entry[],
  caught = false,
): Promise<Result[]> {
  const index = buildIndex(drivers)
  const own = new Set(drivers.filter(({ id }) => id !== 'generic').flatMap(({ id }) => vendorsOf[id] ?? [id]))
  const asking = asker(drivers)
  const results: Result[] = []
  let next = 0
  let done = 0

  async function one(
    entry: Entry,
    lane: number,
  ): Promise<Omit<Result, 'name' | 'vendor' | 'scope' | 'compared'>> {
    const { recording, wrapped } = await readRecording(folder, entry.name)
    const expected = await readExpected(folder, entry)
    const { detection, ports, answers, gaps, error } = await asking.ask(recording, `127.0.33.${lane + 1}`)
    const modelKey = detection?.modelKey ?? null
    const driver = modelKey === null ? null : (index.models.get(modelKey)?.driver.id ?? null)
    const { name, vendor } = entry
    const outcomes =
      answers === null || gaps === null
        ? []
        : compare({
            name,
            vendor,
            driver: driver ?? 'none',
            recording,
            wrapped,
            expected,
            ports,
            answers,
            gaps,
          })
    return { modelKey, driver, error, outcomes }
  }

  async function work(lane: number): Promise<void> {
    while (next < entries.length) {
      const entry = entries[next++]!
      const measured = await one(entry, lane).catch((error: unknown) => {
        if (!caught) throw error
        return { modelKey: null, driver: null, error: 'an error of the run', outcomes: [] }
      })
      const { name, vendor, expected, group } = entry
      results.push({
        name,
        vendor,
        compared: expected,
        scope: own.has(vendor) && kinds.has(group),
        ...measured,
      })
      if (process.stdout.isTTY) process.stdout.write(`\r${++done} of ${entries.length}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => work(lane)))
  await asking.close()
  return results.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Recordings that could not be read: no model was found, or an error of the device. */
export const unread = (results: readonly Result[]): string[] =>
  results.flatMap(({ name, modelKey, error, compared }) => [
    ...(modelKey === null && !error ? [`${name}: no model was found`] : []),
    ...(compared && error ? [`${name}: ${error}`] : []),
  ])

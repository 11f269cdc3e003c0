import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import { areas, headings } from '../areas/index.ts'
import { firstContactPage, sectionOf, writeSection } from '../first-contact.ts'
import { readIndex } from '../folder.ts'
import { measure, unread } from '../measure.ts'
import { share, tally } from '../result.ts'
import { measureOnus } from './measure.ts'
import { onuLines } from './report.ts'

/** The lines of the first run. Written once. */
const firstPath = 'test/recordings/onus/first-olts.json'

/**
 * Reads the five OLTs that no driver was built with, and shows sums. Their first run is kept, so that the page
 * shows both.
 */
export async function oltPart(recordings: string, drivers: readonly Driver[]): Promise<void> {
  const folder = join(recordings, 'olts')
  const entries = await readIndex(folder)
  const results = await measure(folder, drivers, entries, true)
  const outcomes = results.flatMap(one => one.outcomes)
  const lines = [
    ...areas.flatMap(area => {
      const own = tally(outcomes, area)
      const all = own.equal + own.explained + own.said + own.different
      return all === 0
        ? []
        : [`${headings[area].padEnd(20)} ${share(own).padStart(8)} ${JSON.stringify(own)}`]
    }),
    ...results.map(({ vendor, modelKey }) => `detected ${vendor}: ${modelKey ?? 'nothing'}`),
    ...onuLines(await measureOnus(folder, drivers, entries)).map(one => `ONUs of ${one}`),
    `${results.length} OLTs, ${unread(results).length} of them could not be read`,
  ]
  for (const line of lines) console.log(line)
  const before = JSON.parse(await readFile(firstPath, 'utf8').catch(() => 'null')) as string[] | null
  if (before === null) await writeFile(firstPath, `${JSON.stringify(lines, null, 2)}\n`)
  const note = [
    'First run:',
    '',
    '```',
    ...(before ?? lines),
    '```',
    '',
    'Last run:',
    '',
    '```',
    ...lines,
    '```',
    '',
  ]
  await writeSection('olts', sectionOf(results, note))
  console.log(`wrote ${firstContactPage}`)
}

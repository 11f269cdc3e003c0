import { readFile, writeFile } from 'node:fs/promises'
import type { Driver } from '@linecard/driver-kit'
import { areas, headings, peerAreas } from './areas/index.ts'
import { checkConsoles } from './cli/run.ts'
import { compareDetection, detectionFailures, detectionLines } from './detection.ts'
import { firstContactPage, sectionOf, writeSection } from './first-contact.ts'
import { fallen, floorsOf, readFloors, writeFloors } from './floors.ts'
import { readIdentities, type Entry } from './folder.ts'
import { withForeignDescr } from './foreign-descr.ts'
import { measure, unread } from './measure.ts'
import { onuFailures, writeOnuFloors } from './onus/floors.ts'
import { measureOnus } from './onus/measure.ts'
import { onuLines, onuPage, writeOnuPage } from './onus/report.ts'
import { inPart } from './part.ts'
import { writeProven } from './proven.ts'
import { report } from './report.ts'
import { sensorLine, share, tally, type Tally } from './result.ts'

const page = 'docs/project/driver-fidelity.md'

const print = (name: string, sums: Tally, note = ''): void =>
  console.log(`${name.padEnd(16)} ${share(sums).padStart(8)} ${JSON.stringify(sums)}${note}`)

/** Reads the open recordings, writes the pages, and returns whether the run has passed. */
export async function openPart(
  folder: string,
  drivers: readonly Driver[],
  all: readonly Entry[],
): Promise<boolean> {
  const results = await measure(folder, drivers, all.filter(inPart('open')))
  const onus = await measureOnus(folder, drivers, all.filter(inPart('open')))
  const identities = (await readIdentities(folder)).filter(inPart('open'))
  const detection = await compareDetection(drivers, identities)
  const foreign = await compareDetection(drivers, withForeignDescr(identities))
  const text = report(results, detection)
  const before = await readFile(page, 'utf8').catch(() => null)
  if (before !== text) await writeFile(page, text)
  const changed = [
    ...(before === text ? [] : [page]),
    ...((await writeOnuPage(onus)) ? [onuPage] : []),
    ...((await writeSection('open', sectionOf(results))) ? [firstContactPage] : []),
    ...((await writeProven(results)) ? ['test/recordings/proven.json (npm run generate)'] : []),
  ]
  const reached = floorsOf(results)
  if (process.env.LINECARD_UPDATE_GOLDEN) {
    await writeFloors(reached)
    await writeOnuFloors(onus)
  }

  const scope = results.filter(result => result.scope).flatMap(({ outcomes }) => outcomes)
  for (const area of areas) print(headings[area], tally(scope, area))
  const peers = scope.filter(({ area }) => peerAreas.includes(area))
  print(
    'all',
    tally(peers),
    ' without the standard tables, which are compared with the recordings themselves',
  )
  console.log(sensorLine(results.filter(result => result.scope)))
  for (const line of detectionLines(detection)) console.log(line)
  for (const line of detectionLines(foreign, 'with a foreign sysDescr')) console.log(line)
  for (const line of onuLines(onus)) console.log(`ONUs of ${line}`)
  const failures = [
    ...unread(results),
    ...fallen(await readFloors(), reached),
    ...detectionFailures(detection),
    ...(await onuFailures(onus)),
    ...(process.env.CI ? changed.map(one => `${one} was not current: commit what this run has written`) : []),
    ...(await checkConsoles(folder, drivers)),
  ]
  for (const failure of failures) console.log(failure)
  console.log(changed.length === 0 ? 'the pages are unchanged' : `wrote ${changed.join(', ')}`)
  console.log(`\n${results.length - unread(results).length} passed, ${failures.length} failed`)
  return failures.length === 0
}

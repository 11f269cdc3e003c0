import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Driver } from '@linecard/driver-kit'
import { areas, headings } from './areas/index.ts'
import { closedConsoles } from './cli/run.ts'
import { compareDetection, detectionLines } from './detection.ts'
import { firstContactPage, sectionOf, writeSection } from './first-contact.ts'
import { readIdentities, type Entry } from './folder.ts'
import { withForeignDescr } from './foreign-descr.ts'
import { measure, unread } from './measure.ts'
import { measureOnus } from './onus/measure.ts'
import { onuLines } from './onus/report.ts'
import { inPart } from './part.ts'
import { sensorLine, share, tally, type Result } from './result.ts'
import { standardTable, standardVendors } from './standard.ts'

const run = promisify(execFile)
async function commitOf(): Promise<string> {
  const { stdout } = await run('git', ['rev-parse', '--short', 'HEAD'])
  return stdout.trim()
}

const line = (name: string, results: readonly Result[], own = results.flatMap(({ outcomes }) => outcomes)) =>
  `${name.padEnd(18)} ${share(tally(own)).padStart(8)} ${JSON.stringify(tally(own))}`

const fenced = (lines: readonly string[]) => ['```', ...lines, '```']

/**
 * Reads the closed recordings. Shows and writes only sums by area and by vendor: nobody may learn from the
 * rows, the names or the texts of a closed recording.
 */
export async function closedPart(
  folder: string,
  drivers: readonly Driver[],
  all: readonly Entry[],
): Promise<void> {
  const results = await measure(folder, drivers, all.filter(inPart('closed')), true)
  for (const area of areas) {
    const own = results.flatMap(({ outcomes }) => outcomes.filter(one => one.area === area))
    if (own.length > 0) console.log(line(headings[area], results, own))
  }
  for (const [vendor, own] of Map.groupBy(results, one => one.vendor)) console.log(line(vendor, own))
  const sensors = sensorLine(results.filter(result => result.scope))
  console.log(sensors)
  console.log([...standardTable(results), '', ...standardVendors(results)].join('\n'))
  const identities = (await readIdentities(folder)).filter(inPart('closed'))
  for (const one of detectionLines(await compareDetection(drivers, identities))) console.log(one)
  const foreign = await compareDetection(drivers, withForeignDescr(identities))
  for (const one of detectionLines(foreign, 'with a foreign sysDescr')) console.log(one)
  for (const one of await closedConsoles(folder, drivers)) console.log(one)
  const onus = onuLines(await measureOnus(folder, drivers, all.filter(inPart('closed'))))
  for (const one of onus) console.log(`ONUs of ${one}`)
  const lost = unread(results).length
  console.log(`${results.length} closed recordings, ${lost} of them could not be read`)
  const note = [
    `Read on ${new Date().toISOString().slice(0, 10)} with commit ${await commitOf()}; ${lost} could not be read.`,
    '',
    sensors,
    '',
    ...(onus.length === 0
      ? []
      : ['ONUs, compared with the tables of the recordings:', '', ...fenced(onus), '']),
  ]
  await writeSection('closed', sectionOf(results, note))
  console.log(`wrote ${firstContactPage}`)
}

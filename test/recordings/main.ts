/**
 * `npm run test:recordings`: serves every recording of a real device, detects it, reads it with the drivers,
 * and compares the answers with those that another system derived from the same recording. Writes
 * docs/driver-fidelity.md and docs/cli-fidelity.md. Fails if a vendor falls below its floors or a device gets
 * a wrong vendor.
 *
 * `npm run test:recordings <part of a name> [<reason> | equal | ours]` prints the different rows of these
 * recordings (and the rows of a reason), and writes nothing. LINECARD_UPDATE_GOLDEN=1 sets the floors to the
 * results of this run: look at the change before you commit it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { buildIndex } from '@linecard/driver-kit/detection'
import { allDrivers } from '../support/drivers.ts'
import { asker } from './ask.ts'
import { checkConsoles } from './cli/run.ts'
import { areas, compare, headings, peerAreas } from './areas/index.ts'
import { compareDetection, detectionFailures, detectionLines, vendorsOf } from './detection.ts'
import { fallen, floorsOf, readFloors, writeFloors } from './floors.ts'
import { readExpected, readIdentities, readIndex, readRecording, recordingsFolder } from './folder.ts'
import { report, share, tally, type Result, type Tally } from './report.ts'

const drivers = await allDrivers()
const page = 'docs/driver-fidelity.md'
const atOnce = 4

const folder = recordingsFolder()
if (!folder) {
  const must = process.env.CI || process.env.LINECARD_RECORDINGS
  const place = process.env.LINECARD_RECORDINGS ?? '../shared/recordings'
  console.log(`no recordings at ${place}; set LINECARD_RECORDINGS to their folder`)
  console.log(must ? '0 passed, 1 failed' : '0 passed, 0 failed, 1 skipped')
  process.exit(must ? 1 : 0)
}

const index = buildIndex(drivers)
const driverOf = (modelKey: string | null) =>
  modelKey === null ? null : (index.models.get(modelKey)?.driver.id ?? null)

const asking = asker(drivers)
const chosen = process.argv[2]
const entries = (await readIndex(folder)).filter(({ name }) => chosen === undefined || name.includes(chosen))
const own = new Set(drivers.filter(({ id }) => id !== 'generic').flatMap(({ id }) => vendorsOf[id] ?? [id]))
const kinds = new Set(['switch', 'router'])
const results: Result[] = []
let next = 0
let done = 0

async function work(lane: number): Promise<void> {
  while (next < entries.length) {
    const entry = entries[next++]!
    const { recording, wrapped } = await readRecording(folder!, entry.name)
    const expected = await readExpected(folder!, entry)
    const { detection, ports, answers, error } = await asking.ask(recording, `127.0.33.${lane + 1}`)
    const modelKey = detection?.modelKey ?? null
    const driver = driverOf(modelKey)
    const { name, vendor } = entry
    const outcomes =
      answers === null
        ? []
        : compare({ name, vendor, driver: driver ?? 'none', recording, wrapped, expected, ports, answers })
    results.push({
      name,
      vendor,
      scope: own.has(vendor) && kinds.has(entry.group),
      modelKey,
      driver,
      error,
      outcomes,
      compared: entry.expected,
    })
    if (process.stdout.isTTY) process.stdout.write(`\r${++done} of ${entries.length}`)
  }
}
await Promise.all(Array.from({ length: atOnce }, (_, lane) => work(lane)))
await asking.close()
results.sort((a, b) => (a.name < b.name ? -1 : 1))

if (chosen !== undefined) {
  for (const { name, outcomes } of results) {
    for (const { area, key, theirs, ours, result, reason } of outcomes)
      if (
        result === 'different' ||
        process.argv[3] === result ||
        (reason !== null && process.argv[3] === reason)
      )
        console.log(
          `${name}: ${area} ${key}: they say ${theirs}, we say ${ours}${reason ? ` (${reason})` : ''}`,
        )
  }
  process.exit(0)
}

const detection = await compareDetection(drivers, await readIdentities(folder))
const text = report(results, detection)
const before = await readFile(page, 'utf8').catch(() => null)
if (before !== text) await writeFile(page, text)
const reached = floorsOf(results)
if (process.env.LINECARD_UPDATE_GOLDEN) await writeFloors(reached)

const scope = results.filter(result => result.scope).flatMap(({ outcomes }) => outcomes)
const print = (name: string, sums: Tally, note = ''): void =>
  console.log(`${name.padEnd(16)} ${share(sums).padStart(8)} ${JSON.stringify(sums)}${note}`)
for (const area of areas) print(headings[area], tally(scope, area))
const peers = scope.filter(({ area }) => peerAreas.includes(area))
print('all', tally(peers), ' without the last three, which are compared with the recordings themselves')
for (const line of detectionLines(detection)) console.log(line)
const unread = results.flatMap(({ name, modelKey, error, compared }) => [
  ...(modelKey === null && !error ? [`${name}: no model was found`] : []),
  ...(compared && error ? [`${name}: ${error}`] : []),
])
const failures = [...unread, ...fallen(await readFloors(), reached), ...detectionFailures(detection)]
if (process.env.CI && before !== text)
  failures.push(`${page} was not current: commit what this run has written`)
failures.push(...(await checkConsoles(folder, drivers)))
for (const failure of failures) console.log(failure)
console.log(`${before === text ? 'unchanged' : 'wrote'} ${page}`)
console.log(`\n${results.length - unread.length} passed, ${failures.length} failed`)
process.exit(failures.length ? 1 : 0)

/**
 * `npm run test:recordings`: every recording of a real device is served, detected and read; what the drivers say is compared with what
 * another system derived from the same recording. Writes docs/driver-fidelity.md and fails on an unexplained difference.
 */
import { glob, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIndex, parseSnmprec, type Driver } from '@linecard/driver-kit'
import { asker } from './ask.ts'
import { comparePorts } from './compare.ts'
import { readExpectedPorts, readIdentities, readIndex, recordingPath, recordingsFolder, type Identity } from './folder.ts'
import { report, type DetectionSummary, type Result } from './report.ts'

/** Every driver of the repository. */
async function allDrivers(): Promise<Driver[]> {
  const files: string[] = []
  for await (const file of glob('drivers/*/src/index.ts')) files.push(file)
  return Promise.all(files.toSorted().map(async file => (await import(pathToFileURL(resolve(file)).href) as { default: Driver }).default))
}
/** Names that the recordings have for vendors of one driver, where it is not the driver's id alone. */
const vendorsOf: Readonly<Record<string, readonly string[]>> = { hpe: ['hp', 'hpe', 'aruba', 'h3c', '3com'], 'allied-telesis': ['allied', 'radlan'], alcatel: ['alcatel', 'nokia'], fs: ['fs', 'ruijie'] }
const isOf = (driver: string, vendor: string) => (vendorsOf[driver] ?? [driver]).includes(vendor)

const drivers = await allDrivers()
const page = 'docs/driver-fidelity.md'
const atOnce = 4

const folder = recordingsFolder()
if (!folder) {
  const must = process.env.CI || process.env.LINECARD_RECORDINGS
  console.log(`no recordings at ${process.env.LINECARD_RECORDINGS ?? '../shared/recordings'}; set LINECARD_RECORDINGS to their folder`)
  console.log(must ? '0 passed, 1 failed' : '0 passed, 0 failed, 1 skipped')
  process.exit(must ? 1 : 0)
}

const index = buildIndex(drivers)
const driverOf = (modelKey: string | null) => modelKey === null ? null : index.models.get(modelKey)?.driver.id ?? null

async function detectAll(identities: readonly Identity[]): Promise<DetectionSummary> {
  const own = new Set(drivers.map(driver => driver.id).filter(id => id !== 'generic'))
  const known = new Set([...own].flatMap(id => vendorsOf[id] ?? [id]))
  const found = await Promise.all(identities.map(async ({ name, vendor, sysDescr, sysObjectID }) => {
    const { modelKey } = await index.detect({ objectId: sysObjectID?.replace(/^\./, '') ?? null, descr: sysDescr })
    return { name, vendor, driver: driverOf(modelKey) }
  }))
  const supported = found.filter(({ vendor }) => known.has(vendor))
  return {
    identities: found.length,
    supported: supported.length,
    right: supported.filter(({ vendor, driver }) => driver !== null && isOf(driver, vendor)).length,
    wrong: found.filter(({ vendor, driver }) => driver !== null && own.has(driver) && !isOf(driver, vendor)).map(({ name, driver }) => `${name} (as ${driver})`),
  }
}

const asking = asker(drivers)
const entries = await readIndex(folder)
const results: Result[] = []
let next = 0
let done = 0

async function work(lane: number): Promise<void> {
  while (next < entries.length) {
    const entry = entries[next++]!
    const path = recordingPath(folder!, entry.name)
    const expected = await readExpectedPorts(folder!, entry)
    const asked = await asking.ask(path, `127.0.33.${lane + 1}`, true)
    const outcomes = expected.length === 0 || asked.error ? [] : comparePorts(parseSnmprec(await readFile(path, 'utf8'), entry.name), expected, asked.ports)
    results.push({ name: entry.name, vendor: entry.vendor, modelKey: asked.detection?.modelKey ?? null, driver: driverOf(asked.detection?.modelKey ?? null), error: asked.error, outcomes, compared: expected.length > 0 })
    if (process.stdout.isTTY) process.stdout.write(`\r${++done} of ${entries.length}`)
  }
}
await Promise.all(Array.from({ length: atOnce }, (_, lane) => work(lane)))
await asking.close()
results.sort((a, b) => a.name < b.name ? -1 : 1)

const detection = await detectAll(await readIdentities(folder))
const text = report(results, detection)
const before = await readFile(page, 'utf8').catch(() => null)
if (before !== text) await writeFile(page, text)

const failures = results.flatMap(({ name, modelKey, error, compared, outcomes }) => [
  ...(modelKey === null && !error ? [`${name}: no model was found`] : []),
  ...(compared && error ? [`${name}: ${error}`] : []),
  ...outcomes.filter(outcome => outcome.result === 'different').map(({ area, ifIndex, theirs, ours }) => `${name}: ${area} of ifIndex ${ifIndex}: they say ${theirs}, we say ${ours}`),
])
for (const failure of failures.slice(0, 100)) console.log(failure)
if (failures.length > 100) console.log(`and ${failures.length - 100} more`)
for (const wrong of detection.wrong) console.log(`wrong vendor: ${wrong}`)
const stale = process.env.CI && before !== text ? 1 : 0
if (stale) console.log(`${page} was not current; commit what this run has written`)
const failed = new Set(failures.map(failure => failure.split(':')[0])).size + detection.wrong.length + stale
console.log(`${before === text ? 'unchanged' : 'wrote'} ${page}`)
console.log(`\n${results.length - new Set(failures.map(failure => failure.split(':')[0])).size} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

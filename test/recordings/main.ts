/**
 * `npm run test:recordings`: serves every open recording of a real device, detects it, reads it with the
 * drivers, and compares the answers with those that another system derived from the same recording, and with
 * the standard tables of the recording itself. Writes docs/project/driver-fidelity.md, docs/project/cli-fidelity.md and the
 * open section of docs/project/first-contact.md. Fails if a vendor falls below its floors or a device gets a wrong
 * vendor.
 *
 * `npm run test:recordings <part of a name> [<reason> | equal | ours]` prints the different rows of these
 * open recordings (and the rows of a reason), and writes nothing. LINECARD_UPDATE_GOLDEN=1 sets the floors to
 * the results of this run: look at the change before you commit it.
 *
 * `npm run test:recordings -- --closed` reads the closed recordings (see part.ts), prints only sums, and writes
 * the closed section of docs/project/first-contact.md.
 *
 * `npm run test:recordings -- --olts` does the same with the five OLTs of the folder `olts`, and keeps the
 * figure of its first run.
 */
import { allDrivers } from '../support/drivers.ts'
import { closedPart } from './closed-part.ts'
import { readIndex, recordingsFolder } from './folder.ts'
import { measure } from './measure.ts'
import { oltPart } from './onus/olt-part.ts'
import { openPart } from './open-part.ts'
import { inPart } from './part.ts'

const folder = recordingsFolder()
if (!folder) {
  const must = process.env.LINECARD_RECORDINGS
  const place = process.env.LINECARD_RECORDINGS ?? '../shared/recordings'
  console.log(`no recordings at ${place}; set LINECARD_RECORDINGS to their folder`)
  console.log(must ? '0 passed, 1 failed, 0 skipped' : '0 passed, 0 failed, 1 skipped')
  process.exit(must ? 1 : 0)
}

const drivers = await allDrivers()
const entries = await readIndex(folder)
const [chosen, shown] = process.argv.slice(2)

if (process.argv.includes('--closed')) {
  if (process.argv.length > 3) {
    console.log('--closed reads all closed recordings; it takes no name')
    process.exit(1)
  }
  await closedPart(folder, drivers, entries)
  process.exit(0)
}
if (chosen === '--olts') {
  await oltPart(folder, drivers)
  process.exit(0)
}
if (chosen === undefined) process.exit((await openPart(folder, drivers, entries)) ? 0 : 1)

const named = entries.filter(inPart('open')).filter(({ name }) => name.includes(chosen))
for (const { name, outcomes } of await measure(folder, drivers, named)) {
  for (const { area, key, theirs, ours, result, reason } of outcomes)
    if (result === 'different' || shown === result || (reason !== null && shown === reason))
      console.log(
        `${name}: ${area} ${key}: they say ${theirs}, we say ${ours}${reason ? ` (${reason})` : ''}`,
      )
}
process.exit(0)

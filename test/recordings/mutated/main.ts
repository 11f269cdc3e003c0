/**
 * `npm run test:mutated [-- <part of a name>] [--seed N] [--real]`: changes recordings in memory (numbers of
 * ports, order of rows, tables that are cut off, columns that are refused, wrapped counters, texts in other
 * encodings), asks every reading module again, and compares with the answer on the unchanged recording. It
 * takes the recordings of the repository, with `--real` also the open ones of real devices. The modules run on
 * the replay of the driver kit; a sample runs over sockets in `mutated.test.ts`.
 */
import { mock } from 'node:test'
import { parseArgs } from 'node:util'
import { allDrivers } from '../../support/drivers.ts'
import { recordingsFolder } from '../folder.ts'
import { ownDevices, realDevices } from './devices.ts'
import { mutations } from './mutations/index.ts'
import { failuresOf, sumsOf } from './report.ts'
import { check, type Checked } from './run.ts'

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    real: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
  allowPositionals: true,
})
const [part = ''] = positionals
const drivers = await allDrivers()
const folder = values.real ? recordingsFolder() : null
const devices = [
  ...(await ownDevices(drivers)).filter(({ name }) => name.includes(part)),
  ...(folder ? await realDevices(drivers, folder, name => name.includes(part)) : []),
]
const chosen = mutations.filter(({ id }) => values.only === undefined || id === values.only)
// Times that a driver computes from now must not differ between two answers.
mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
const checked: Checked[] = []
for (const device of devices) checked.push(...(await check(device, chosen, Number(values.seed))))
for (const line of failuresOf(checked)) console.log(line)
for (const line of sumsOf(checked, chosen)) console.log(line)
const failed = checked.filter(({ verdict }) => verdict === 'wrong' || verdict === 'silent').length
console.log(
  `\n${devices.length} recordings, seed ${values.seed}: ${checked.length - failed} passed, ${failed} failed`,
)
process.exit(failed > 0 || devices.length === 0 ? 1 : 0)

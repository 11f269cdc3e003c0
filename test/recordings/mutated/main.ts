/**
 * `npm run test:mutated [-- <part of a name>] [--seed N] [--real | --closed]`: changes recordings in memory
 * (numbers of ports, order of rows, tables that are cut off, columns that are refused or have holes, states that
 * no MIB has, wrapped counters, texts in other encodings), asks every reading module again, and compares with the
 * answer on the unchanged recording. It takes the recordings of the repository, with `--real` also the open ones
 * of real devices. `--closed` takes the closed ones alone and shows sums: nobody learns from their rows. The
 * modules run on the replay of the driver kit; a sample runs over sockets in `mutated.test.ts`.
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
    closed: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
  allowPositionals: true,
})
const [part = ''] = positionals
const drivers = await allDrivers()
const fits = (name: string) => name.includes(part)
const folder = values.real || values.closed ? recordingsFolder() : null
const devices = [
  ...(values.closed ? [] : (await ownDevices(drivers)).filter(({ name }) => fits(name))),
  ...(folder ? await realDevices(drivers, folder, values.closed ? 'closed' : 'open', fits) : []),
]
const chosen = mutations.filter(({ id }) => values.only === undefined || id === values.only)
// Times that a driver computes from now must not differ between two answers.
mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
const checked: Checked[] = []
for (const device of devices) checked.push(...(await check(device, chosen, Number(values.seed))))
if (!values.closed) for (const line of failuresOf(checked)) console.log(line)
for (const line of sumsOf(checked, chosen)) console.log(line)
const failed = checked.filter(({ verdict }) => verdict === 'wrong' || verdict === 'silent').length
console.log(
  `\n${devices.length} recordings, seed ${values.seed}: ${checked.length - failed} passed, ${failed} failed`,
)
process.exit(failed > 0 || devices.length === 0 ? 1 : 0)

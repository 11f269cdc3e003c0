import { oidParts, type Varbind } from '@linecard/driver-kit'
import { arps, fdb, lldpInfo, ponOntsMacAddr, snoopingInfo } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../../support/drivers.ts'
import { ownDevices } from '../mutated/devices.ts'
import { answerOf, type Answer } from './answer.ts'
import { bent } from './olts.ts'

/**
 * MAC addresses with an octet too few or too many, as a value and as the end of an index, for every driver: a
 * row that is not read for that is told, and no row has anything but a MAC address.
 */
const devices = await ownDevices(await allDrivers())
const test = suite('octets of an impossible length')
const modules = [fdb, arps, lldpInfo, ponOntsMacAddr, snoopingInfo].map(({ name }) => name)

const octetsOf = (mac: string) =>
  mac
    .slice(1, -1)
    .split(':')
    .map(octet => parseInt(octet, 16))
const at = (parts: readonly number[], octets: readonly number[]) =>
  parts.findIndex((_, from) => octets.every((octet, index) => parts[from + index] === octet))

/** The octets in place of those of an address. */
type Bend = (octets: readonly number[]) => number[]

/** The cell with other octets in place of the address; null: the address does not stand in it. */
function changed(cell: Varbind, octets: readonly number[], column: string, bend: Bend): Varbind | null {
  const own = bend(octets)
  if (Buffer.isBuffer(cell.value) && cell.value.equals(Buffer.from(octets)) && own.every(one => one < 256))
    return { ...cell, value: Buffer.from(own) }
  const parts = oidParts(cell.oid.slice(column.length + 1))
  const from = at(parts, octets)
  if (from < 0 || own.length === 0) return null
  const index = [...parts.slice(0, from), ...own, ...parts.slice(from + octets.length)]
  return { ...cell, oid: [column, ...index].join('.') }
}

/** What becomes of the first address of each answer: rows that are lost without a word, and rows of nonsense. */
async function wrongsOf(bend: Bend, isTold: (before: Answer, now: Answer) => boolean) {
  const silent: string[] = []
  const nonsense: string[] = []
  let reached = 0
  for (const device of devices)
    for (const module of modules) {
      if (!device.known.modules.has(module)) continue
      const whole = await answerOf(device, device.recording, module)
      const mac = whole?.macs[0]
      if (!whole || !mac) continue
      let bents = 0
      const recording = bent(device.recording, cell => {
        const column = [...whole.asked].find(oid => cell.oid.startsWith(`${oid}.`))
        const other = column ? changed(cell, octetsOf(mac), column, bend) : null
        if (other) bents++
        return other ?? cell
      })
      if (bents === 0) continue
      reached++
      const now = await answerOf(device, recording, module)
      if (!now) continue
      const name = `${device.known.driver.id} ${device.name}: ${module} ${mac}`
      const more = now.macs.filter(one => !whole.macs.includes(one))
      if (more.length > 0) nonsense.push(`${name} is ${more.join(', ')}`)
      if (now.macs.length < whole.macs.length && !isTold(whole, now)) silent.push(name)
    }
  return { silent, nonsense, reached }
}
const isReported = (before: Answer, now: Answer) =>
  JSON.stringify(now.reports) !== JSON.stringify(before.reports)

const digitsOf = (octets: readonly number[], between: string): string =>
  octets.map(octet => octet.toString(16).padStart(2, '0')).join(between)
const lengths: readonly (readonly [string, Bend])[] = [
  ['five octets', octets => octets.slice(0, 5)],
  ['seven octets', octets => [...octets, 7]],
  ['digits of which one is lost', octets => [...Buffer.from(digitsOf(octets, ':').slice(0, -1))]],
  [
    'digits without colons of which one is lost',
    octets => [...Buffer.from(digitsOf(octets, '').slice(0, -1))],
  ],
  ['six numbers that are no octets', octets => [...octets.slice(0, 5), 300]],
]
for (const [what, bend] of lengths)
  test(`${what} are no MAC address, and what is left out for it is told`, async () => {
    const { silent, nonsense, reached } = await wrongsOf(bend, isReported)
    assert.is(reached > 60, true)
    assert.equal({ silent, nonsense }, { silent: [], nonsense: [] })
  })

/** Rows of the answer and of the lists in it. */
const rowsOf = ({ text }: Answer): number => text.split('{').length
test('a row that is lost because its address has no octets is told', async () => {
  const { silent, reached } = await wrongsOf(
    () => [],
    (before, now) => isReported(before, now) || rowsOf(now) === rowsOf(before),
  )
  assert.is(reached > 60, true)
  assert.equal(silent, [])
})

test('an address of zeros is no row of a MAC table, and is told', async () => {
  const { silent, nonsense, reached } = await wrongsOf(() => [0, 0, 0, 0, 0, 0], isReported)
  assert.is(reached > 60, true)
  const ofFdb = (text: string) => text.includes(': fdb ')
  assert.equal(
    { silent: silent.filter(ofFdb), nonsense: nonsense.filter(ofFdb) },
    { silent: [], nonsense: [] },
  )
})

const bridgePorts = ['1.3.6.1.2.1.17.7.1.2.2.1.2', '1.3.6.1.2.1.17.4.3.1.2']
test('a MAC address at a port that the bridge does not have is told', async () => {
  const silent: string[] = []
  let reached = 0
  for (const device of devices) {
    if (!device.known.modules.has(fdb.name)) continue
    const whole = await answerOf(device, device.recording, fdb.name)
    if (!whole || !bridgePorts.some(oid => whole.asked.has(oid))) continue
    const recording = bent(device.recording, cell =>
      bridgePorts.some(oid => cell.oid.startsWith(`${oid}.`)) ? { ...cell, value: 60_001 } : cell,
    )
    const now = await answerOf(device, recording, fdb.name)
    if (!now || now.text === whole.text) continue
    reached++
    if (!isReported(whole, now)) silent.push(`${device.known.driver.id} ${device.name}`)
  }
  assert.is(reached > 40, true)
  assert.equal(silent, [])
})

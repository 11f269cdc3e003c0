import { isUnder, type Varbind } from '@linecard/driver-kit'
import { vlans } from '@linecard/driver-kit/modules'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../../support/drivers.ts'
import { ownDevices, type Device } from '../mutated/devices.ts'
import { answerOf, type Answer } from './answer.ts'
import { bent } from './olts.ts'

/**
 * Lists of ports or VLANs as bits, of Q-BRIDGE-MIB and of the makers, for every driver: what a list that cannot
 * be read, and a bit that stands for nothing, take from the answer is told.
 */
const devices = (await ownDevices(await allDrivers())).filter(({ known }) => known.modules.has(vlans.name))

type Vlans = typeof vlans.example
/** Members of all VLANs, with the VLAN and the list in which each stands. */
const membersOf = ({ data }: Answer): Set<string> =>
  new Set(
    (data as Vlans).flatMap(({ id, ports }) =>
      Object.entries(ports ?? {}).flatMap(
        ([list, refs]) => refs?.map(ref => `${id} ${list} ${ref.id}`) ?? [],
      ),
    ),
  )
const decimal = /^[\d,]+$/
const isBits = ({ value }: Varbind): boolean =>
  Buffer.isBuffer(value) && value.some(octet => octet < 32 || octet > 126)
const isList = (cell: Varbind): cell is Varbind & { value: Buffer } =>
  isBits(cell) || (Buffer.isBuffer(cell.value) && decimal.test(cell.value.toString('latin1')))

/** The device with the cells of one column changed, and its answer. */
async function answerWith(device: Device, column: string, change: (value: Buffer) => Varbind['value']) {
  const recording = bent(device.recording, cell =>
    isUnder(cell.oid, column) && isList(cell) ? { ...cell, value: change(cell.value) } : cell,
  )
  return answerOf(device, recording, vlans.name)
}

/**
 * The columns whose bits are members: without the bits there are fewer. `isOwn`: they tell ports, not only
 * how the ports of another list send the VLAN.
 */
const found = await (async () => {
  const lists: { device: Device; whole: Answer; column: string; name: string; isOwn: boolean }[] = []
  for (const device of devices) {
    const whole = await answerOf(device, device.recording, vlans.name)
    if (!whole) continue
    const before = membersOf(whole)
    for (const column of whole.asked) {
      const cells = [...device.recording].filter(cell => isUnder(cell.oid, column))
      if (!cells.some(isList) || !cells.every(({ value }) => Buffer.isBuffer(value))) continue
      const empty = await answerWith(device, column, value =>
        decimal.test(value.toString('latin1')) ? Buffer.alloc(0) : Buffer.alloc(value.length),
      )
      if (!empty) continue
      const after = membersOf(empty)
      if ([...before].every(one => after.has(one))) continue
      const isOwn = [...before].some(one => / (?:egress|forbidden) /.test(one) && !after.has(one))
      lists.push({ device, whole, column, name: `${device.known.driver.id} ${device.name} ${column}`, isOwn })
    }
  }
  return lists
})()

const test = suite('lists of ports that cannot be read')
/** A list of one octet stays: two digits are also two octets of bits. */
const hexOf = (value: Buffer): string => value.toString('hex').replace(/..(?!$)/g, '$& ')
const bends: readonly (readonly [string, (value: Buffer) => Varbind['value']])[] = [
  ['hexadecimal text', value => (value.length > 1 ? Buffer.from(hexOf(value)) : value)],
  [
    'hexadecimal text that lacks a digit',
    value => (value.length > 1 ? Buffer.from(hexOf(value).slice(0, -1)) : value),
  ],
  ['a number', () => 7],
]
for (const [what, change] of bends)
  test(`what a list that comes as ${what} takes from the VLANs is told`, async () => {
    const silent: string[] = []
    for (const { device, whole, column, name } of found) {
      const now = await answerWith(device, column, change)
      if (!now) continue
      const [before, after] = [membersOf(whole), membersOf(now)]
      const isTold = JSON.stringify(now.reports) !== JSON.stringify(whole.reports)
      if (!isTold && now.text !== whole.text) silent.push(name)
      const lists = JSON.parse(now.text) as Vlans
      const empty = lists.find(({ id, ports }) =>
        Object.entries(ports ?? {}).some(
          ([list, refs]) => refs?.length === 0 && [...before].some(one => one.startsWith(`${id} ${list} `)),
        ),
      )
      if (empty) silent.push(`${name}: VLAN ${empty.id} has no port`)
      // Characters are no members.
      const more = [...after].filter(one => !before.has(one))
      if (more.length > 0) silent.push(`${name}: also ${more[0]}`)
    }
    assert.is(found.length > 30, true)
    assert.equal(silent, [])
  })

test('a bit that stands for no port and no VLAN is told', async () => {
  const silent: string[] = []
  for (const { device, whole, column, name, isOwn } of found) {
    if (!isOwn) continue
    const now = await answerWith(device, column, value =>
      decimal.test(value.toString('latin1'))
        ? Buffer.concat([value, Buffer.from(',60001')])
        : Buffer.concat([value, Buffer.alloc(7_000 - value.length), Buffer.of(1)]),
    )
    if (now && JSON.stringify(now.reports) === JSON.stringify(whole.reports)) silent.push(name)
  }
  assert.equal(silent, [])
})

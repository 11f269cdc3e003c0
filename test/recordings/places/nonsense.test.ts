import { isUnder, varbindText, type Missing } from '@linecard/driver-kit'
import { buildIndex } from '@linecard/driver-kit/detection'
import { fdb, vlans } from '@linecard/driver-kit/modules'
import type { Recording } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../../support/drivers.ts'
import { ownDevices, type Device } from '../mutated/devices.ts'
import { bent } from './olts.ts'

const drivers = await allDrivers()
const index = buildIndex(drivers)
const devices = await ownDevices(drivers)
const test = suite('an agent that sends nonsense')

const textOf = (recording: Recording, oid: string) => {
  const cell = recording.get(oid)
  return cell ? varbindText(cell) : null
}
const [sysDescr, sysObjectId] = ['1.3.6.1.2.1.1.1.0', '1.3.6.1.2.1.1.2.0']

test('a quoted sysDescr is the same device', async () => {
  const other: string[] = []
  for (const { name, recording } of devices) {
    const [objectId, descr] = [textOf(recording, sysObjectId), textOf(recording, sysDescr)]
    const probe = async (oid: string) => textOf(recording, oid)
    const real = await index.detect({ objectId, descr }, probe)
    const quoted = await index.detect({ objectId, descr: `"${descr}"` }, probe)
    if (quoted.modelKey !== real.modelKey) other.push(`${name}: ${quoted.modelKey}`)
  }
  assert.equal(other, [])
})

async function answer<T>({ known, options, args }: Device, recording: Recording, module: { name: string }) {
  const session = replaySession(recording, known, options)
  const data = (await session.call(module as typeof fdb, (args[module.name] ?? {}) as object)) as T[]
  return { data, missing: session.reports as Missing[] }
}
const standard = ['1.3.6.1.2.1.17.4.3.1.2', '1.3.6.1.2.1.17.7.1.2.2.1.2']
/** Devices with MAC addresses of the standard tables. */
const withFdb = devices.filter(
  ({ known, recording }) =>
    known.modules.has(fdb.name) && [...recording].some(({ oid }) => standard.some(at => isUnder(oid, at))),
)

test('a learned group address is left out, and that is told', async () => {
  const lies: string[] = []
  let reached = 0
  for (const device of withFdb) {
    const cells = [...device.recording].filter(({ oid }) => standard.some(at => isUnder(oid, at)))
    const group = bent(device.recording, cell => {
      const table = ['1.3.6.1.2.1.17.4.3.1', '1.3.6.1.2.1.17.7.1.2.2.1'].find(at => isUnder(cell.oid, at))
      if (!table) return cell
      const parts = cell.oid.split('.')
      parts[parts.length - 6] = String(Number(parts.at(-6)) | 1)
      return { ...cell, oid: parts.join('.') }
    })
    if (cells.length === 0) continue
    const now = await answer<(typeof fdb.example)[number]>(device, group, fdb).catch(() => null)
    if (!now) continue
    reached++
    const learned = now.data.filter(
      row => row.status === 'LEARNED' && Number.parseInt(row.mac_address.slice(0, 2), 16) % 2 === 1,
    )
    if (learned.length > 0) lies.push(`${device.name}: ${learned.map(row => row.mac_address).join(', ')}`)
  }
  assert.is(reached > 10, true)
  assert.equal(lies, [])
})

const lists = ['1.3.6.1.2.1.17.7.1.4.3.1.2', '1.3.6.1.2.1.17.7.1.4.3.1.4', '1.3.6.1.2.1.17.7.1.4.2.1.4']
test('a list of ports that is sent as text is no list of ports', async () => {
  const lies: string[] = []
  let reached = 0
  for (const device of devices.filter(({ known }) => known.modules.has(vlans.name))) {
    const asText = bent(device.recording, cell =>
      lists.some(at => isUnder(cell.oid, at)) && Buffer.isBuffer(cell.value) && cell.value.length > 1
        ? { ...cell, value: Buffer.from(cell.value.toString('hex').replace(/..(?=.)/g, '$& ')) }
        : cell,
    )
    const real = await answer<(typeof vlans.example)[number]>(device, device.recording, vlans).catch(
      () => null,
    )
    const now = await answer<(typeof vlans.example)[number]>(device, asText, vlans).catch(() => null)
    if (!real || !now) continue
    reached++
    const was = new Map(real.data.map(row => [row.id, row.ports?.egress?.map(({ name }) => name)]))
    for (const { id, ports } of now.data) {
      const wrong = ports?.egress?.filter(({ name }) => !was.get(id)?.includes(name)) ?? []
      if (wrong.length > 0)
        lies.push(`${device.name}: VLAN ${id} has ${wrong.map(({ name }) => name).join(', ')}`)
    }
  }
  assert.is(reached > 10, true)
  assert.equal(lies, [])
})

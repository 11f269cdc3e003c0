import { DeviceError, isUnder, type Implementation } from '@linecard/driver-kit'
import { catalogue, lldpInfo } from '@linecard/driver-kit/modules'
import { replaySession } from '@linecard/driver-kit/testing'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../../support/drivers.ts'
import { recordingsFolder } from '../folder.ts'
import { ownDevices, realDevices, type Device } from '../mutated/devices.ts'

const drivers = await allDrivers()
const folder = recordingsFolder()
/** The invented devices of the drivers, and the open recordings of real ones where there are any. */
const devices: readonly Device[] = [
  ...(await ownDevices(drivers)),
  ...(folder ? await realDevices(drivers, folder, 'open', () => true) : []),
]
const test = suite('a figure that every device has')

const modules = [...catalogue.values()].filter(({ expected = [] }) => expected.length > 0)
const isNothing = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)
type Row = Readonly<Record<string, unknown>>

/** What an answer does not have and does not tell. */
async function silentFields({ known, recording, options }: Device, name: string): Promise<string[]> {
  const session = replaySession(recording, known, options)
  const { module, run } = known.modules.get(name) as Implementation
  let data: unknown
  try {
    data = await run(session, {})
  } catch (error) {
    // An error is an answer too: nothing is silent about it.
    if (error instanceof DeviceError) return []
    throw error
  }
  const told = new Set(session.reports.map(({ what }) => what))
  return (module.expected ?? []).filter(field => isNothing((data as Row)[field]) && !told.has(field))
}

test('an answer says which of them it lacks: load, memory, temperature, supplies, identity', async () => {
  const silent: string[] = []
  let reached = 0
  for (const device of devices)
    for (const { name } of modules) {
      if (!device.known.modules.has(name)) continue
      reached++
      for (const field of await silentFields(device, name))
        silent.push(`${device.known.driver.id} ${device.name}: ${name} ${field}`)
    }
  assert.is(reached > 400, true)
  assert.equal(silent, [])
})

test('the modules are those whose answer is a record of the device, the fields those of their answers', () => {
  const wrong = modules.flatMap(({ name, example, expected = [] }) => {
    return expected.filter(field => !Object.hasOwn(example as Row, field)).map(one => `${name} ${one}`)
  })
  assert.is(modules.length > 3, true)
  assert.equal(wrong, [])
})

const lldp = ['1.0.8802.1.1.2', '1.3.111.2.802.1.1.13']
test('that there are no neighbours is no fact of an agent that has nothing of LLDP', async () => {
  const silent: string[] = []
  let reached = 0
  for (const { name, known, recording, options } of devices) {
    const has = [...recording].some(({ oid }) => lldp.some(root => isUnder(oid, root)))
    if (has || !known.modules.has(lldpInfo.name)) continue
    const session = replaySession(recording, known, options)
    const { remotes } = await session.call(lldpInfo, {})
    const by = session.answeredBy?.get(lldpInfo.name) ?? []
    if (remotes.length > 0 || !by.every(source => source.startsWith('LLDP-'))) continue
    reached++
    if (session.reports.length === 0) silent.push(name)
  }
  assert.is(reached > 20, true)
  assert.equal(silent, [])
})

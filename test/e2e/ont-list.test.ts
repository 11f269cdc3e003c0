import { assert, suite, until } from '@linecard/test-kit'
import type { SimulatedOlt } from '@linecard/simulator'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'

/**
 * The list of ONUs of a simulated OLT: it is searched, filtered and sorted, and it follows changes.
 */
const test = suite('list of ONUs', { level: 'full' })

interface Row {
  id: number
  device: { id: number; name: string }
  interface: { name: string; bind_key: string; parent: { name: string } | null }
  ident: string
  ident_type: string
  serial_hex: string
  model: string | null
  description: string
  comment: string
  agreement: string
  status: string
  bad_signal: boolean | null
  last_down_reason: string | null
  optical: {
    rx: number | null
    olt_rx: number | null
    temp: number | null
    distance: number | null
    time: string | null
    rx_bad: boolean | null
  }
}
interface Page {
  data: Row[]
  meta: { total: number; limit: number; offset: number }
}

let house!: Installation
let id!: number
const simulated = () => house.simulated('olt').simulated as SimulatedOlt
const serialOf = ({ serial }: { serial: Buffer }) =>
  `${serial.subarray(0, 4)}${serial.subarray(4).toString('hex').toUpperCase()}`
const list = async (body: object) =>
  (await house.admin.ask('PUT', '/device-interface/ont-list', { body })) as unknown as Page

/** The states of the ONUs as the OLT reports them, by bind key. */
const states = async () =>
  new Map(
    (
      await house.admin.get<{ interface: { id: number }; status: string }[]>(
        `/switcher-core/device/pon_onts_status/${id}`,
      )
    ).map(row => [String(row.interface.id), row.status]),
  )

test.before(async () => {
  house = await startInstallation({
    scene: sceneOf([{ kind: 'olt', name: 'olt', vendor: 'zte', model: 'C320', onusPerPort: 4 }], {
      seed: 'list of onus',
    }),
  })
  id = (await house.add(house.simulated('olt'))).id
  await until(
    'the OLT and its optics are read',
    async () => {
      const { data } = await list({
        device_id: id,
        filters: [
          { field: 'rx', operator: 'not empty' },
          { field: 'model', operator: 'not empty' },
        ],
        limit: 1,
      })
      return data.length > 0
    },
    { everyMs: 200 },
  )
})
test.after(() => house?.stop())

test('every ONU of the OLT is listed with identity, state, optical power and port', async () => {
  const now = house.clock.now()
  const told = await states()
  const { data, meta } = await list({ device_id: id, limit: 999_999 })
  const { onus } = simulated()
  assert.equal([data.length, meta.total], [onus.length, onus.length])
  const rows = new Map(data.map(row => [row.ident, row]))
  for (const onu of onus) {
    const row = rows.get(serialOf(onu))
    assert.ok(row, serialOf(onu))
    const { state } = onu.state.at(now)
    assert.equal(
      [row.ident_type, row.serial_hex, row.status, row.device.id, row.model],
      ['SERIAL', onu.serial.toString('hex').toUpperCase(), told.get(row.interface.bind_key), id, onu.type],
    )
    assert.equal([row.interface.parent?.name, row.optical.distance], [onu.port.ifName, onu.distance])
    assert.is(row.status === 'Online', state === 'Online')
    if (state === 'Online')
      assert.ok(
        Math.abs(row.optical.rx! - onu.rx(now)) < 0.5 && row.optical.time,
        `${row.interface.name}: ${row.optical.rx} dBm, ${onu.rx(now)} at the ONU`,
      )
    else assert.equal([row.optical.rx, row.optical.rx_bad], [null, null])
  }
})

test('an ONU is found by serial number in any notation, by state, by optical power and by text', async () => {
  const { onus } = simulated()
  const one = onus[5]!
  const named = `${serialOf(one).slice(0, 4)}-${serialOf(one).slice(4).toLowerCase()}`
  for (const filter of [
    { field: 'ident', operator: '=', value: named },
    { field: 'ident', operator: '~', value: one.serial.toString('hex').slice(4) },
  ]) {
    assert.equal(
      (await list({ filters: [filter] })).data.map(row => row.ident),
      [serialOf(one)],
    )
  }
  assert.equal(
    (await list({ query: one.serial.toString('hex') })).data.map(row => row.ident),
    [serialOf(one)],
  )
  assert.ok((await list({ query: one.description })).data.some(row => row.ident === serialOf(one)))
  const dark = [...(await states()).values()].filter(status => status === 'LOS' || status === 'PowerOff')
  assert.ok(dark.length > 0)
  assert.is((await list({ device_id: id, status: 'LOS|PowerOff' })).meta.total, dark.length)
  const light = (await list({ device_id: id, sort: '-rx', limit: 500 })).data.map(row => row.optical.rx)
  const known = light.filter(rx => rx !== null)
  assert.equal(light, [...known.toSorted((a, b) => b - a), ...light.filter(rx => rx === null)])
  const middle = known[Math.floor(known.length / 2)]!
  assert.is(
    (await list({ device_id: id, filters: [{ field: 'rx', operator: '<', value: middle }] })).meta.total,
    known.filter(rx => rx < middle).length,
  )
})

test('a comment is found, limits mark low optical power, and the card of an ONU shows it', async () => {
  const {
    data: [row],
  } = await list({ device_id: id, status: 'Online', sort: 'rx', limit: 1 })
  await house.admin.put(`/device-interface/${row!.id}`, {
    comment: '~q7~ behind the garage',
    agreement: '11619',
  })
  assert.equal(
    (await list({ query: '~Q7~' })).data.map(found => [found.id, found.agreement]),
    [[row!.id, '11619']],
  )
  await house.admin.put('/system/configuration', { inventory: { onu_rx_min_dbm: row!.optical.rx! + 0.01 } })
  await until('the mark', async () =>
    (await list({ device_id: id, only_bad_signal: true })).data.some(found => found.id === row!.id),
  )
  const card = await house.admin.get<{
    onu: { bad_signal: boolean; bad_since: string; optical: { rx: number } }
  }>(`/device-interface/${row!.id}`)
  assert.equal([card.onu.bad_signal, card.onu.optical.rx], [true, row!.optical.rx])
  assert.ok(card.onu.bad_since)
})

test('optical power that is read live is in the list at once', async () => {
  const {
    data: [row],
  } = await list({ device_id: id, status: 'Online', sort: 'rx', limit: 1 })
  house.clock.advance(40 * 60_000)
  const [live] = await house.admin.get<{ rx: number | null }[]>(
    `/switcher-core/device/pon_onts_optical/${id}`,
    { interface: row!.interface.bind_key },
  )
  if (live!.rx === null) return
  assert.is.not(live!.rx, row!.optical.rx)
  await until(
    'the fresh light',
    async () =>
      (await list({ filters: [{ field: 'id', operator: '=', value: row!.id }] })).data[0]!.optical.rx ===
      live!.rx,
  )
})

test('an unknown filter is a 400 that names it', async () => {
  const { status, details } = await house.admin.fails('PUT', '/device-interface/ont-list', {
    body: { filters: [{ field: 'rx; select 1', operator: '<', value: 1 }] },
  })
  assert.equal([status, (details as { path: string }[]).map(({ path }) => path)], [400, ['filters.0.field']])
})

import { suite, assert } from '@linecard/test-kit'
import { temperaturesOf } from '@linecard/driver-kit/builders'
import { plausible } from '../src/table/plausible.ts'

const test = suite('values that a device cannot mean')

test('temperatures, powers and times of sensors and clocks without a value are null', () => {
  const row = { temp: -128, tx_power: 214748364.7, rx_power: -7.5, lanes: [{ lane: 1, rx_power: -327.68 }] }
  assert.equal(plausible('sfp_optical', [row]), [
    { temp: null, tx_power: null, rx_power: -7.5, lanes: [{ lane: 1, rx_power: null }] },
  ])
  assert.equal(
    plausible('pon_onts_down_history', [
      { logs: [{ reg_time: '1970-01-01 00:00:07', dereg_time: '2026-01-05 09:58:11' }] },
    ]),
    [{ logs: [{ reg_time: null, dereg_time: '2026-01-05 09:58:11' }] }],
  )
})

test('the highest temperature is one that a device can have', () => {
  const sensors = [-128, -255, 65535, 2147483647, -2147483648, 41, -5].map((value, at) => ({
    name: `Sensor ${at}`,
    value,
  }))
  const { main, main_from, sensors: shown } = temperaturesOf(sensors)
  assert.equal([main, main_from], [41, 'Sensor 5'])
  assert.equal(
    shown.map(({ value }) => value),
    [null, null, null, null, null, 41, -5],
  )
})

test('an own MAC address is neither zero nor the broadcast address; in a table only zero is none', () => {
  const [zero, all] = ['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF']
  assert.equal(plausible('system', { mac_addr: zero }), { mac_addr: null })
  assert.equal(plausible('interfaces_list', [{ mac_address: all }, { mac_address: '02:00:00:00:00:01' }]), [
    { mac_address: null },
    { mac_address: '02:00:00:00:00:01' },
  ])
  assert.equal(plausible('arps', [{ mac: zero }, { mac: all }]), [{ mac: null }, { mac: all }])
  assert.equal(plausible('lldp_info', { remotes: [{ rem_chassis_id: zero }] }), {
    remotes: [{ rem_chassis_id: null }],
  })
})

test('an answer without such values stays the same object, and is never changed itself', () => {
  const good = [{ interface: { id: 1 }, temp: 40 }]
  assert.is(plausible('sfp_optical', good), good)
  const bad = Object.freeze([Object.freeze({ temp: -255 })])
  assert.equal(plausible('sfp_optical', bad), [{ temp: null }])
  const fdb = [{ mac_address: '00:00:00:00:00:00' }]
  assert.is(plausible('fdb', fdb), fdb)
})

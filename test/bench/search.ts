/**
 * `npm run bench:search`: where a MAC address is, among 400 devices of which 250 are silent and nobody knows it yet.
 * Fails if an answer takes 3 s or more, or does not have the place.
 */
import { startDevice } from '@linecard/simulator'
import { mibOf } from '@linecard/test-kit/worlds/standard-device'
import generic from '@linecard/driver-generic'
import searchDevice from '@linecard/plugin-search-device'
import { makeWorld } from '@linecard/test-kit/worlds/core'
import { add } from '@linecard/test-kit/worlds/inventory'

const [healthy, silent, port] = [150, 250, 16_480]
const longestMs = 3_000
const mac = '02:00:5E:10:AB:01'

const world = await makeWorld({
  drivers: [generic],
  plugins: [searchDevice],
  settings: {
    identity: { rate_limiter_enabled: false },
    equipment: { allow_loopback: true, networks: ['127.0.0.0/8'] },
  },
})
const devices: { stop(): Promise<void> }[] = []
const faults: string[] = []
try {
  const access = await add(world, '/device-access', {
    name: 'many',
    public_community: 'public',
    params: { sw_core_connection: { snmp_port: port } },
  })
  const known = await startDevice({ ip: '127.99.200.1', port, mib: mibOf({}) })
  devices.push(known)
  const detected = await world.http('POST', '/device-detect', { ip: known.ip, access_id: access.id })
  const { model } = detected.body.data as { model: { id: number } }
  const group = await add(world, '/device-group', { name: 'many' })
  const addresses = Array.from({ length: healthy + silent }, (_, n) => `127.99.${n >> 7}.${(n & 127) + 1}`)
  // The silent ones come first, so that they are asked first.
  for (const ip of addresses)
    await world.sql(
      'insert into inventory_device (ip, name, model_id, access_id, group_id, status) values ($1::inet, host($1::inet), $2, $3, $5, $4)',
      [ip, model.id, access.id, 'Up', group.id],
    )
  for (const [n, ip] of addresses.slice(silent).entries())
    devices.push(await startDevice({ ip, port, mib: mibOf(n === 7 ? { fdb: [[10, mac, 1]] } : {}) }))
  for (const what of ['first search', 'second', 'third']) {
    const started = performance.now()
    const { body, status } = await world.http('POST', '/component/search_device/search-mac', {
      mac,
      all: true,
    })
    const ms = performance.now() - started
    const { meta, data } = body as unknown as { meta: Record<string, number>; data: unknown[] }
    console.log(
      `${what.padEnd(14)}${ms.toFixed(0).padStart(6)} ms, status ${status}: ${data?.length} places, ` +
        `${meta['answered']} answered, ${meta['failed']} failed, ${meta['not_asked']} not asked`,
    )
    if (!(ms < longestMs) || data?.length !== 1) faults.push(`${what}: ${ms.toFixed(0)} ms`)
  }
} finally {
  await world.stop()
  await Promise.all(devices.map(one => one.stop()))
}
for (const fault of faults) console.log(`FAILED: ${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0

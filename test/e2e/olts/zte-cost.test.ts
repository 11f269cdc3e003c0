import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, until, type OltWorld } from './world.ts'

/** What the answers cost the OLT, in requests of SNMP. */
const test = suite('olts: requests to an OLT of ZTE', { level: 'full' })

const plans = {
  C320: { vendor: 'zte', model: 'C320', onusOnEveryPort: 8 },
  C600: { vendor: 'zte', model: 'C600', onusOnEveryPort: 8 },
} as const
let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  ;({ house, worlds } = await startOlts(plans))
})
test.after(() => house?.stop())

/** Requests for one ONU at most: the OLT keeps most of it, and asks the ONU itself for the rest. */
const most: Readonly<Record<string, number>> = {
  pon_onts_status: 1,
  pon_onts_serial: 1,
  pon_onts_reasons: 1,
  interface_descriptions: 1,
  pon_onts_optical: 2,
  pon_onts_vendor: 2,
  uni_interfaces_status: 2,
  interface_counters: 2,
}

for (const name of Object.keys(plans)) {
  const requests = async (work: () => Promise<unknown>): Promise<number> => {
    const { device } = worlds.get(name)!
    const before = device.requests
    await work()
    return device.requests - before
  }

  test(`${name}: one ONU costs one or two requests`, async () => {
    const world = worlds.get(name)!
    const { name: one } = await world.online(0)
    // The readings that the new device caused come to an end.
    await until(
      async () => [
        world.device.requests,
        await new Promise(done => setTimeout(done, 700)),
        world.device.requests,
      ],
      ([before, , after]) => before === after,
      'the OLT is still being read',
    )
    await world.call('pon_onts_status', { interface: one })
    const costs: Record<string, number> = {}
    for (const module of Object.keys(most))
      costs[module] = await requests(() => world.call(module, { interface: one }))
    for (const [module, limit] of Object.entries(most))
      assert.ok(costs[module]! <= limit && costs[module]! > 0, `${module}: ${JSON.stringify(costs)}`)
  })

  test(`${name}: the light of ONUs that are not online is not asked for over the fibre`, async () => {
    const world = worlds.get(name)!
    const dark = await world.online(1)
    world.event({ do: 'power-loss', onu: dark.ident })
    const optics = /\.(?:3902\.1012\.3\.50\.12|3902\.1082\.500\.20\.2\.2)\./
    const asked: string[] = []
    world.device.behaviour.tamper = (answer, { oids }) => {
      asked.push(...oids.filter(oid => optics.test(oid)))
      return answer
    }
    await world.call('pon_onts_optical', { interface: dark.name })
    assert.equal(asked, [])
    await world.call('pon_onts_optical')
    delete world.device.behaviour.tamper
    const online = world.olt.onus.filter(({ dark: off, gone }) => !off && !gone).length
    // Four values of each ONU that is online, none of the others.
    assert.is(new Set(asked).size, online * 4)
  })
}

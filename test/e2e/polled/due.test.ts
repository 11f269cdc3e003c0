import { assert, suite, until } from '@linecard/test-kit'
import { ip, startInstallation, type Installation } from '../../support/installation.ts'
import { startAgent, type AgentPort } from './agent.ts'
import { chart, poll, valuesOf } from './world.ts'

/** Polls that are due: nobody asks for them, and an agent that counts all the time has a steady rate. */
const test = suite('polled: due', { level: 'full' })

const rate = 50_000
const begin = Date.now()
/** A port that counts while the time goes on. */
const port = (index: number): AgentPort => ({
  index,
  name: `port ${index}`,
  get received() {
    return BigInt((Date.now() - begin) * (rate / 1000) * index)
  },
  get sent() {
    return 0n
  },
})

let house!: Installation
let agent!: Awaited<ReturnType<typeof startAgent>>
let id = 0
interface Told {
  polls: number
  result: string | null
  skipped: number
}
const told = () => house.admin.get<Told>(`/device/${id}/pollers`)

test.before(async () => {
  agent = await startAgent(ip(1), { bootMs: begin - 86_400_000, ports: [port(1), port(2)] })
  house = await startInstallation({ features: ['pollers', 'metrics'].map(key => `@linecard/plugin-${key}`) })
  id = (await house.add(agent.device, { pollers: { counters: 10 } })).id
  await poll(house.admin, id, ['interfaces_list'])
})
test.after(async () => {
  await house?.stop()
  await agent?.stop()
})

test('due polls give the rate of the agent', async () => {
  const since = Date.now()
  await house.admin.put('/system-components/pollers', { configuration: { polling: true } })
  const before = (await told()).polls
  await until('three polls were due', async () => (await told()).polls >= before + 3, { everyMs: 500 })
  const values = await until(
    'two rates are stored',
    async () => {
      const found = await chart(house.admin, 'traffic', { device_id: id }, since)
      const rates = [...valuesOf(found, 'interface_receive_bits_per_second').values()]
      return rates.length === 2 && rates.every(one => one.length >= 2) ? rates : null
    },
    { everyMs: 500 },
  )
  for (const [at, rates] of values.entries())
    for (const value of rates)
      // A reading takes its time between the agent and the clock of the service, on a busy machine the more.
      assert.ok(Math.abs(value / (rate * 8 * (at + 1)) - 1) < 0.25, `port ${at + 1}: ${rates.join(' ')}`)
  assert.is((await told()).result, 'ok')
})

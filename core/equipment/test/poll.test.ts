import { SnmpType } from '@linecard/driver-kit'
import { fdb, interfaceDescriptions, interfacesList } from '@linecard/driver-kit/modules'
import type { DeviceAnswered } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith, type EquipmentService } from '../src/library.ts'
import { acme, acmeMib, broken, noting, probe, silentLog, targetOf } from './acme.ts'
import { startAgent, type Agent, type AgentOptions } from './support/agent.ts'

const test = suite('equipment: polls')

const uptime = { oid: '1.3.6.1.2.1.1.3.0', type: SnmpType.TimeTicks, value: 4711 }
const mib = [...acmeMib(24), uptime]

const serviceWith = (more: Partial<Parameters<typeof createEquipment>[0]> = {}): EquipmentService =>
  createEquipment({
    drivers: [acme],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, call_deadline_sec: 5, down_after_sec: 600 }),
    ...more,
  })

async function withPolls(
  agentOptions: AgentOptions,
  work: (agent: Agent, equipment: EquipmentService) => Promise<void>,
  more: Partial<Parameters<typeof createEquipment>[0]> = {},
): Promise<void> {
  const agent = await startAgent({ varbinds: mib, ...agentOptions })
  const equipment = serviceWith(more)
  try {
    await work(agent, equipment)
  } finally {
    await equipment.close()
    await agent.close()
  }
}

test('a poll answers each supported module once and stores the answers; who polls has them kept', async () => {
  const told: DeviceAnswered[] = []
  await withPolls(
    {},
    async (agent, equipment) => {
      const target = targetOf(agent)
      const polled = await equipment.poll(target, [interfacesList, fdb, interfaceDescriptions])
      assert.equal([...polled.answers.keys()], ['interfaces_list', 'interface_descriptions'])
      const list = polled.answers.get('interfaces_list')!
      assert.equal([list.complete, list.error, (list.data as unknown[]).length], [true, null, 24])
      assert.is(polled.uptime, 4711)
      assert.is(polled.requests, agent.requests.length)
      assert.equal(told, [])
      const stored = await equipment.call(target, interfacesList, {}, { from: 'store' })
      assert.equal(stored.data, list.data)
    },
    { keeps: () => [noting(told)] },
  )
})

/** The OIDs of the columns that the agent was asked for, of all requests but GETs. */
const walked = ({ requests }: Agent) =>
  requests.filter(({ type }) => type !== 0xa0).flatMap(({ varbinds }) => varbinds.map(({ oid }) => oid))

test('what one module has walked is given to the others, and the next poll walks it together', () =>
  withPolls({}, async (agent, equipment) => {
    const modules = [interfacesList, interfaceDescriptions]
    const first = await equipment.poll(targetOf(agent), modules)
    assert.is(
      walked(agent).filter(oid => oid === '1.3.6.1.2.1.31.1.1.1.1').length,
      1,
      'ifName is walked once',
    )
    agent.requests.length = 0
    const second = await equipment.poll(targetOf(agent), modules)
    const bulk = agent.requests.find(({ type }) => type === 0xa5)
    assert.is(bulk!.varbinds.length, 3, 'all columns are in the first request')
    for (const [name, { data }] of first.answers) assert.equal(second.answers.get(name)!.data, data)
  }))

test('a device that restarts in the middle of its poll is read again', () => {
  let asked = 0
  return withPolls(
    {
      behave: ({ varbinds }, reply) =>
        varbinds[0]!.oid !== uptime.oid
          ? reply
          : { ...reply, varbinds: [{ ...uptime, value: [4711, 12, 20, 30][asked++]! }] },
    },
    async (agent, equipment) => {
      const polled = await equipment.poll(targetOf(agent), [interfacesList])
      assert.is(polled.uptime, 20)
      assert.is(polled.answers.get('interfaces_list')!.error, null)
      assert.is(asked, 4)
    },
  )
})

test('a device that is known to be down is not asked, until its time has come', () =>
  withPolls(
    { behave: () => null },
    async (agent, equipment) => {
      const target = targetOf(agent, { snmp: { ...targetOf(agent).snmp, timeoutMs: 1100, retries: 0 } })
      await equipment.poll(target, [interfacesList])
      assert.is(agent.requests.length, 1)
      const again = await equipment.poll(target, [interfacesList])
      assert.equal(
        [again.requests, again.answers.get('interfaces_list')!.error!.code],
        [0, 'DEVICE_UNREACHABLE'],
      )
      assert.is(agent.requests.length, 1)
    },
    { settings: settingsWith({ allow_loopback: true, down_after_sec: 1, down_retry_sec: 600 }) },
  ))

test('a module that fails does not take the others with it', () =>
  withPolls({}, async (agent, equipment) => {
    const { answers } = await equipment.poll(targetOf(agent), [broken, probe, interfacesList])
    assert.is(answers.get('acme.broken')!.error!.code, 'DEVICE_PARSE_FAILED')
    assert.is(answers.get('acme.broken')!.data, undefined)
    assert.is(answers.get('acme.probe')!.error, null)
    assert.is(answers.get('interfaces_list')!.error, null)
  }))

test('a silent device is asked once, and every answer says so', () =>
  withPolls({ behave: () => null }, async (agent, equipment) => {
    const polled = await equipment.poll(targetOf(agent), [interfacesList, probe, interfaceDescriptions])
    assert.equal(
      [...polled.answers.values()].map(({ error, data }) => [error?.code, data]),
      Array.from({ length: 3 }, () => ['DEVICE_TIMEOUT', undefined]),
    )
    assert.is(polled.uptime, null)
    assert.is(agent.requests.length, 1)
  }))

test('a device that falls silent in the middle leaves what it has answered', () =>
  withPolls(
    {
      behave: ({ varbinds }, reply) =>
        varbinds.some(({ oid }) => oid.includes('.31.1.1.1.18')) ? null : reply,
    },
    async (agent, equipment) => {
      const polled = await equipment.poll(targetOf(agent), [interfacesList, interfaceDescriptions])
      assert.is(polled.answers.get('interfaces_list')!.complete, true)
      const descriptions = polled.answers.get('interface_descriptions')!
      assert.is(descriptions.complete, false)
      assert.is(descriptions.error!.code, 'DEVICE_TIMEOUT')
    },
  ))

test('an unknown model has no answers, and a refused address only errors', () =>
  withPolls({}, async (agent, equipment) => {
    const target = targetOf(agent)
    assert.is((await equipment.poll({ ...target, modelKey: 'nothing' }, [interfacesList])).answers.size, 0)
    const refused = await equipment.poll({ ...target, ip: '8.8.8.8' }, [interfacesList])
    assert.is(refused.answers.get('interfaces_list')!.error!.code, 'EQUIPMENT_ADDRESS_REFUSED')
    assert.is(agent.requests.length, 0)
  }))

test('a poll that is ended keeps what it has and says that the rest was not asked', () =>
  withPolls({}, async (agent, equipment) => {
    const polled = await equipment.poll(targetOf(agent), [interfacesList], { signal: AbortSignal.abort() })
    assert.is(polled.answers.get('interfaces_list')!.error!.code, 'DEVICE_TIMEOUT')
    assert.is(agent.requests.length, 0)
  }))

test('5,000 devices are down at once: each costs one question, none holds up the others, and then they cost none', () =>
  withPolls(
    {},
    async (agent, equipment) => {
      const target = targetOf(agent)
      const snmp = { ...target.snmp, port: 16_198, timeoutMs: 1100 }
      const down = Array.from({ length: 5000 }, (_, at) => ({
        ...target,
        deviceId: at + 10,
        ip: `127.78.${at >> 7}.${(at & 127) + 1}`,
        snmp,
      }))
      const polls = Promise.all(down.map(one => equipment.poll(one, [interfacesList])))
      const first = Promise.race([
        polls.then(() => 'all'),
        equipment.call(target, interfacesList, {}, { from: 'device' }),
      ])
      assert.ok((await first) !== 'all', 'a call of a user does not wait for them')
      const polled = await polls
      assert.is(polled.filter(({ answers }) => answers.get('interfaces_list')!.error !== null).length, 5000)
      assert.is(Math.max(...polled.map(({ requests }) => requests)), 1)
      const again = await Promise.all(down.map(one => equipment.poll(one, [interfacesList])))
      assert.is(
        again.reduce((sum, { requests }) => sum + requests, 0),
        0,
      )
      assert.is((await equipment.poll(target, [interfacesList])).answers.get('interfaces_list')!.error, null)
    },
    { settings: settingsWith({ allow_loopback: true, down_after_sec: 1, down_retry_sec: 600 }) },
  ))

test('a fifth of all datagrams is lost for many polls: each is whole, and the device never counts as down', () => {
  let state = 7
  const random = () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
  return withPolls(
    { behave: (_, reply) => (random() < 0.2 ? null : reply) },
    async (agent, equipment) => {
      const target = targetOf(agent)
      const patient = { ...target, snmp: { ...target.snmp, timeoutMs: 4000, retries: 2 } }
      for (let round = 0; round < 12; round++) {
        const { answers } = await equipment.poll(patient, [interfacesList, interfaceDescriptions])
        assert.equal(
          [...answers.values()].map(({ complete, error }) => [complete, error]),
          [
            [true, null],
            [true, null],
          ],
        )
      }
    },
    { settings: settingsWith({ allow_loopback: true }) },
  )
})

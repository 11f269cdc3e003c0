import { SnmpType } from '@linecard/driver-kit'
import type { SnmpAccess } from '@linecard/plugin-kit'
import { startDevice } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { openSnmp } from '../src/snmp/index.ts'
import { accessTo, failure, values } from './support/snmp.ts'

const test = suite('SNMP contexts')
const column = '1.3.6.1.2.1.17.4.3.1.2'
const rows = (...ports: number[]) =>
  ports.map((value, at) => ({ oid: `${column}.2.0.0.0.0.${at + 1}`, type: SnmpType.Integer, value }))
const context = (vlan: number) => ({ name: `vlan-${vlan}`, suffix: `@${vlan}` })
const password = 'correct horse'
const user = {
  name: 'reader',
  level: 'authPriv' as const,
  auth: { protocol: 'sha256' as const, key: password },
  priv: { protocol: 'aes' as const, key: password },
}

async function withViews(
  more: Partial<SnmpAccess>,
  use: (snmp: ReturnType<typeof openSnmp>) => Promise<void>,
): Promise<void> {
  const device = await startDevice({
    ip: '127.0.0.7',
    port: 0,
    recording: rows(1),
    contexts: [
      { ...context(301), recording: rows(7, 8) },
      { ...context(302), recording: [] },
    ],
    v3Users: [
      { name: 'reader', auth: { protocol: 'sha256', password }, priv: { protocol: 'aes', password } },
    ],
  })
  const snmp = openSnmp({ ip: device.ip, access: accessTo(device.port, { timeoutMs: 400, ...more }) })
  try {
    await use(snmp)
  } finally {
    snmp.close()
    await device.stop()
  }
}

for (const [name, access] of [
  ['v1', { version: '1' }],
  ['v2c', { version: '2c' }],
  ['v3', { version: '3', user }],
] as const satisfies [string, Partial<SnmpAccess>][]) {
  test(`each context of ${name} has its own rows`, () =>
    withViews(access, async snmp => {
      const read = async (vlan?: number) =>
        values(
          (await snmp.columns([column], vlan === undefined ? {} : { context: context(vlan) })).columns[0]!,
        )
      assert.equal(await read(), [1])
      assert.equal(await read(301), [7, 8])
      assert.equal(await read(302), [])
      assert.equal(await read(), [1], 'the default context is as before')
      const under = await snmp.columns([column], { under: '2.0.0.0.0.2', context: context(301) })
      assert.equal(values(under.columns[0]!), [8])
    }))
}

test('a context that the agent does not have is silence in v2c, and an error in v3', async () => {
  await withViews({ timeoutMs: 60 }, async snmp => {
    await failure('DeviceTimeout', snmp.columns([column], { context: context(9) }))
  })
  await withViews({ version: '3', user }, async snmp => {
    const { message } = await failure('AuthFailed', snmp.columns([column], { context: context(9) }))
    assert.match(message, /does not know the context "vlan-9"/)
    assert.equal(values((await snmp.columns([column])).columns[0]!), [1], 'the session goes on')
  })
})

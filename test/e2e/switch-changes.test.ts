import type { SimulatedSwitch } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches } from '../support/switches.ts'

/**
 * Changes of switches with four kinds of consoles through the operations of the plugin `switches`, with the
 * real drivers. SNMP and the device show the changes.
 */
const test = suite('changes of switches', { level: 'full' })

let house!: Installation
let ids: ReadonlyMap<string, number> = new Map()

test.before(async () => {
  ;({ house, ids } = await startSwitches(
    Object.fromEntries(Object.entries(fourMakers).map(([name, plan]) => [name, { ...plan, rebootMs: 0 }])),
  ))
})
test.after(() => house?.stop())

interface Change {
  accepted: boolean
  verified: boolean
  evidence: string | null
  changes: Record<string, { verified: boolean } | null>
}
const simulatedOf = (name: string) => house.simulated(name).simulated as SimulatedSwitch
const change = (name: string, operation: string, body: object) =>
  house.admin.ask<Change>('POST', `/component/switches/${operation}/${ids.get(name)}`, { body })
async function made(name: string, operation: string, body: object): Promise<Change> {
  const { status, data, text } = await change(name, operation, body)
  assert.is(status, 200, `${name} ${operation} ${JSON.stringify(body)}: ${text}`)
  assert.ok(data.accepted)
  return data
}
const rows = <T>(name: string, operation: string, port: string) =>
  house.admin.get<T>(`/component/switches/${operation}/${ids.get(name)}`, { interface: port })

for (const [name, { port: word }] of Object.entries(fourMakers)) {
  const port = () => simulatedOf(name).control.ports.find(one => one.ifName === word || one.ifDescr === word)!

  test(`${name}: a port is described, disabled and enabled, and saved`, async () => {
    const described = await made(name, 'port', {
      interface: word,
      description: 'flat 7, door A',
      admin_state: 'Disabled',
      save: true,
    })
    assert.equal(
      [described.changes['description']!.verified, described.changes['admin_state']!.verified],
      [true, true],
    )
    assert.is(simulatedOf(name).control.unsaved, false)
    const [row] = await rows<{ description: string; link: { admin_state: string }[] }[]>(
      name,
      'interfaces',
      word,
    )
    assert.equal(
      [row!.description, row!.link[0]!.admin_state, port().alias],
      ['flat 7, door A', 'Disabled', 'flat 7, door A'],
    )
    assert.ok(
      (await made(name, 'port', { interface: word, description: '', admin_state: 'Enabled' })).verified,
    )
    assert.is(port().alias, '')
  })

  test(`${name}: a VLAN is created and deleted`, async () => {
    assert.ok((await made(name, 'vlan', { action: 'create', id: 333, name: 'guests' })).verified)
    assert.is(simulatedOf(name).control.vlans.find(({ id }) => id === 333)?.name, 'guests')
    assert.ok((await made(name, 'vlan', { action: 'delete', id: 333 })).verified)
    assert.not.ok(simulatedOf(name).control.vlans.some(({ id }) => id === 333))
  })

  test(`${name}: text with special meaning on consoles changes only that text or nothing`, async () => {
    const other = () =>
      JSON.stringify(
        simulatedOf(name)
          .control.ports.filter(one => one !== port())
          .map(({ alias, pvid }) => [alias, pvid]),
      )
    const before = other()
    for (const text of [
      'a; reboot',
      'a | include x',
      'a ? b',
      '"a" b',
      "a' b",
      'a\\',
      '!',
      '# x',
      'a `x` $(x)',
      'no shutdown',
      'exit',
      'a'.repeat(300),
    ]) {
      const { status, text: told } = await change(name, 'port', { interface: word, description: text })
      if (status === 200) assert.is(port().alias, text, name)
      else assert.is(status, 400, `${text}: ${told}`)
    }
    for (const text of ['a\nreload', 'a\rreload', 'a\u0000', 'a\u001b[A', 'a\u2028reload'])
      assert.is(
        (await change(name, 'port', { interface: word, description: text })).status,
        400,
        JSON.stringify(text),
      )
    for (const wrong of ['x y', 'a;b', 'a"', 'a\nreload'])
      assert.is(
        (await change(name, 'vlan', { action: 'create', id: 334, name: wrong })).status,
        400,
        JSON.stringify(wrong),
      )
    for (const wrong of [`${word}; reload`, `${word}\nreload`, `${word} shutdown`])
      assert.is(
        (await change(name, 'port', { interface: wrong, description: 'x' })).status,
        400,
        JSON.stringify(wrong),
      )
    assert.equal([other(), simulatedOf(name).control.down], [before, false])
  })

  test(`${name}: save, restart`, async () => {
    await made(name, 'save-config', {})
    assert.is(simulatedOf(name).control.unsaved, false)
    assert.ok((await made(name, 'reboot', {})).verified)
  })
}

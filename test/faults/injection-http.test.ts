import { assert, suite } from '@linecard/test-kit'
import { hostileTexts } from '../support/hostile.ts'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches, type SwitchPlan } from '../support/switches.ts'

/**
 * Command injection end to end: hostile descriptions through the HTTP API to switches with a console, which
 * show the result over SNMP.
 */
const test = suite('command injection over HTTP', { level: 'full' })

const plans: Readonly<Record<string, SwitchPlan & { port: string; allowed: RegExp }>> = {
  // Descriptions are set over the console, in quotes.
  'sw-dlink': {
    ...fourMakers['sw-dlink'],
    allowed: /^(?:disable clipaging|logout|config ports 7 (?:clear_description|description "[^"\\?]*"))$/,
  },
  // Descriptions are set over SNMP, and nothing is typed.
  'sw-cisco': { ...fourMakers['sw-cisco'], allowed: /^$/ },
}

let house!: Installation
let ids: ReadonlyMap<string, number> = new Map()

test.before(async () => {
  ;({ house, ids } = await startSwitches(plans))
})
test.after(() => house?.stop())

const ask = (name: string, module: string, body: object) =>
  house.admin.ask<unknown>('POST', `/switcher-core/device/${module}/${ids.get(name)}`, { body })
const aliasOf = async (name: string): Promise<string | null> => {
  const { data, status, text } = await ask(name, 'interface_descriptions', { interface: plans[name]!.port })
  assert.is(status, 200, text)
  return (data as { description: string | null }[])[0]!.description
}

for (const [name, { port, allowed }] of Object.entries(plans)) {
  test(`${name}: ifAlias shows a description that is set over HTTP, with the device's text as evidence`, async () => {
    const { status, data, text } = await ask(name, 'ctrl_port_descr', {
      interface: port,
      description: 'roof 7, door A',
    })
    assert.is(status, 200, text)
    const { accepted, verified, evidence } = data as {
      accepted: boolean
      verified: boolean
      evidence: string
    }
    assert.equal([accepted, verified, await aliasOf(name)], [true, true, 'roof 7, door A'])
    assert.ok(/Success|roof 7/.test(evidence), evidence)
  })

  test(`${name}: a hostile description is refused with 400, or ifAlias shows exactly that text; no second command runs`, async () => {
    let [refused, shown] = [0, 0]
    for (const description of hostileTexts) {
      const before = await aliasOf(name)
      const { status, text, error } = await ask(name, 'ctrl_port_descr', { interface: port, description })
      if (status === 200) {
        assert.is(await aliasOf(name), description.trim(), JSON.stringify(description))
        shown++
      } else {
        assert.is(status, 400, `${JSON.stringify(description.slice(0, 80))}: ${text}`)
        assert.ok(error!.description.length > 10, text)
        assert.is(await aliasOf(name), before, JSON.stringify(description.slice(0, 80)))
        refused++
      }
    }
    assert.ok(refused > 15 && shown > 3, `${refused} refused, ${shown} shown`)
    assert.equal(
      // Fences are comments with a random word.
      house
        .simulated(name)
        .console!.typed.filter(line => !allowed.test(line) && !/^[#!][a-z]{8}$/.test(line)),
      [],
    )
  })
}

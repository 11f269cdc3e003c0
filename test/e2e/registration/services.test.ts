import { isOnline } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, type OltPlan, type OltWorld } from '../olts/world.ts'
import { examples } from './folders.ts'
import { account, isFor, living } from './living.ts'
import { connect, done, flowing, inOlt, storeTemplate, textOf, type Registration } from './steps.ts'
import { exampleTemplate } from './template.ts'

/** Routers and triple play of every maker, through the API: registered, proven, and taken back. */
const test = suite('registration: routers and triple play', { level: 'full' })
const base = '/component/onts_registration'
const secret = 'Secret.77'
const vlans = [1, 100, 200, 300].map(id => ({ id, name: `vlan${id}` }))
const filledIn: Readonly<Record<string, string>> = { name: 'house-7', login: 'house7', password: secret }

let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  const plans = living.map(({ vendor, olt }): [string, OltPlan] => [
    nameOf(olt),
    { vendor, model: olt, onusOnEveryPort: 1, vlans, console: { enable: account.enable } },
  ])
  ;({ house, worlds } = await startOlts(Object.fromEntries(plans)))
})
test.after(() => house?.stop())

const nameOf = (olt: string) => olt.replace('/', '-')

interface Field {
  key: string
  options: { value: string }[] | null
}

/** What a person fills in; a choice takes the first item, other fields keep their default. */
async function filled(world: OltWorld, ident: string, template: { id: number }) {
  const asked = { device: { id: world.id }, ident, template, params: {} }
  const { fields } = await house.admin.post<{ fields: Field[] }>(`${base}/form`, asked)
  const entries = fields.flatMap(({ key, options }) => {
    const value = filledIn[key] ?? options?.[0]?.value
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}

const services = examples().filter(({ folder }) => /-(?:pppoe|triple)$/.test(folder))

for (const { folder, definition } of services) {
  const one = living.find(row => isFor(definition, row))

  test(`${folder}: registered through the API, online, every check seen, and taken back without a trace`, async () => {
    assert.ok(one, 'no living OLT has one of its models')
    const { olt, port, type } = one!
    // Each example has an ONU of its own.
    const ident = folder.endsWith('-triple') ? `${one!.ident.slice(0, -1)}5` : one!.ident
    const world = worlds.get(nameOf(olt))!
    const { id } = await storeTemplate(world, { ...exampleTemplate(folder), enabled: true })
    const before = textOf(world)
    connect(world, port, ident, type)
    const params = await filled(world, ident, { id })
    const body = { device: { id: world.id }, ident, template: { id }, params }
    const answer = await flowing(world, () =>
      house.admin.ask<Registration>('POST', `${base}/register`, { body }),
    )
    const run = done(answer)
    assert.ok(!answer.text.includes(secret), 'the password is not shown')
    const onu = inOlt(world, ident)
    assert.ok(onu && isOnline(onu, world.olt.now()))
    assert.is.not(textOf(world), before)
    const { login } = params as { login?: string }
    if (login !== undefined) assert.ok(textOf(world).includes(login), 'the OLT has the login')
    const undone = await flowing(world, () =>
      house.admin.ask<Registration>('POST', `${base}/registrations/${run.id}/rollback`, { body: {} }),
    )
    assert.equal(
      [undone.status, undone.data?.state, undone.data?.left],
      [200, 'rolled_back', []],
      undone.text,
    )
    assert.is(textOf(world), before)
  })
}

test('every maker and technology has a router and triple play', () => {
  for (const row of living)
    assert.is(services.filter(({ definition }) => isFor(definition, row)).length, 2, row.model)
})

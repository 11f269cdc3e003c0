import { isOnline } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import type { Installation } from '../../support/installation.ts'
import { startOlts, until, type OltWorld } from '../olts/world.ts'
import { replug } from './between.ts'
import { connect, done, flowing, inOlt, picked, registrar, storeTemplate, textOf } from './steps.ts'
import { exampleTemplate } from './template.ts'

/** All ONUs of a port go to an OLT of another maker, whose template has other parameters. */
const test = suite('registration: cut-over across makers', { level: 'full' })

const base = '/component/onts_registration'
const port = 'gpon_1/1/1'
const type = 'F660'

interface Batch {
  id: number
  state: string
  rows: { ident: string; state: string; error: { code: string; description: string } | null }[]
}

/** Where they go, and the params there. Those that are not here come from the present ones. */
const targets = {
  huawei: {
    folder: 'huawei-gpon-bridge',
    port: 'GPON 0/1/0',
    params: { name: 'contract-7', vlan: '100', line: 'LINE-INTERNET', srv: 'SRV-BRIDGE' },
    made: ['line', 'srv'],
  },
  bdcom: {
    folder: 'bdcom-gpon-bridge',
    port: 'GPON0/1',
    params: { name: 'contract-7', vlan: '3', flow: '1' },
    made: ['vlan', 'flow'],
  },
} as const

let house!: Installation
let worlds!: ReadonlyMap<string, OltWorld>
test.before(async () => {
  const console = { enable: 'en-4kQ2' }
  ;({ house, worlds } = await startOlts({
    zte: { vendor: 'zte', model: 'C320', onusOnEveryPort: 1 },
    huawei: { vendor: 'huawei', model: 'MA5800-X7', onusOnEveryPort: 1 },
    bdcom: { vendor: 'bdcom', model: 'GP3600-08', onusOnEveryPort: 1, console },
  }))
  await storeTemplate(worlds.get('zte')!, exampleTemplate('zte-fw21-bridge'))
})
test.after(() => house?.stop())

const now = (id: number) => house.admin.get<Batch>(`${base}/batches/${id}`)
const worked = (world: OltWorld, id: number, body: object = {}) =>
  flowing(world, async () => {
    await house.admin.post(`${base}/batches/${id}/start`, body)
    return until(
      () => now(id),
      ({ state }) => state === 'done',
      'the cut-over has ended',
      400,
    )
  })

for (const [name, target] of Object.entries(targets))
  test(`ZTE to ${name}: each ONU by itself; one that is wrong does not stop the others, and is done again`, async () => {
    const [from, to] = [worlds.get('zte')!, worlds.get(name)!]
    await storeTemplate(to, exampleTemplate(target.folder))
    const idents = [1, 2, 3].map(nth => `ZTEG0A00${name === 'bdcom' ? 'B' : 'A'}${nth}01`)
    const bare = textOf(from)
    connect(from, port, idents[0]!, type)
    const old = await picked(from, idents[0]!, {
      name: 'contract-7',
      vlan: '100',
      tcont: 'UP-100M',
      traffic: 'DOWN-100M',
    })
    for (const [at, ident] of idents.entries()) {
      if (at > 0) connect(from, port, ident, type)
      done(await registrar(from, { ...old, name: `contract-${at}` }).register(ident))
    }
    const [first, missing, last] = idents as [string, string, string]
    for (const ident of [first, last]) replug(from, to, ident, target.port, type)
    const params = await picked(to, first, target.params)
    const [one, ...others] = target.made
    const mapping = {
      ...Object.fromEntries(Object.keys(params).map(key => [key, {}])),
      // One comes from a present value by a list, the others are the same for all.
      [one]: { from: 'tcont', values: { [old['tcont']!]: params[one] } },
      ...Object.fromEntries(others.map(key => [key, { value: params[key] }])),
    }
    const where = (world: OltWorld, at: string) => ({ device: { id: world.id }, port: at })
    const plan = await house.admin.post<Batch>(`${base}/cut-over`, {
      from: where(from, port),
      to: where(to, target.port),
      mapping,
    })
    const state = (batch: Batch, ident: string) => batch.rows.find(row => row.ident === ident)!
    for (const ident of idents) assert.is(state(plan, ident).state, 'waiting', JSON.stringify(plan))
    const foreign = plan.rows.filter(({ ident }) => !idents.includes(ident))
    assert.ok(foreign.length > 0, 'somebody else has registered one')
    for (const { error } of foreign) assert.is(error!.code, 'ONTS_REGISTRATION_NO_PARAMS')

    const half = await worked(to, plan.id)
    assert.equal(
      idents.map(ident => [state(half, ident).state, state(half, ident).error?.code ?? null]),
      [
        ['done', null],
        ['failed', 'ONTS_REGISTRATION_NOT_WAITING'],
        ['done', null],
      ],
      JSON.stringify(half),
    )
    assert.ok(inOlt(from, missing) !== undefined && inOlt(to, missing) === undefined)
    replug(from, to, missing, target.port, type)
    const all = await worked(to, plan.id, { retry: true })
    for (const [at, ident] of idents.entries()) {
      assert.is(state(all, ident).state, 'done', JSON.stringify(all))
      const onu = inOlt(to, ident)
      assert.ok(onu && isOnline(onu, to.olt.now()) && inOlt(from, ident) === undefined, ident)
      assert.ok([onu!.name, onu!.description].includes(`contract-${at}`), 'it has kept its name')
      assert.is((await registrar(to, {}).of(ident)).length, 1, 'registered once')
    }
    assert.is(textOf(from), bare, 'the former OLT has nothing of them')
    const listed = await house.admin.get<{ id: number; kind: string; total: number; done: number }[]>(
      `${base}/batches`,
      { device_id: to.id, kind: 'cut_over' },
    )
    assert.equal(
      listed.map(batch => [batch.id, batch.total, batch.done]),
      [[plan.id, plan.rows.length, 3]],
    )
  })

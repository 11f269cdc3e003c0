import { runningConfiguration, type SimulatedOlt } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { sceneOf, startInstallation, type Installation } from '../../support/installation.ts'
import { examples } from '../registration/folders.ts'
import { readAll } from '../../support/read-all.ts'
import { untouched } from './world.ts'

/** Rehearsals of registrations through the API, beside a (simulated) OLT that must not be touched. */
const test = suite('rehearsal: registrations', { level: 'full' })

/** OLTs with the example that is rehearsed, and an ONU that waits. */
const olts = [
  { name: 'zte', vendor: 'zte', model: 'C320', folder: 'zte-fw21-bridge', port: 'gpon_1/1/2' },
  { name: 'huawei', vendor: 'huawei', model: 'MA5800-X7', folder: 'huawei-gpon-bridge', port: 'GPON 0/1/2' },
  { name: 'bdcom', vendor: 'bdcom', model: 'GP3600-08', folder: 'bdcom-gpon-bridge', port: 'GPON0/2' },
  { name: 'cdata', vendor: 'cdata', model: 'FD1608S', folder: 'cdata-gpon-bridge', port: 'gpon 0/0/2' },
] as const
const ident = 'ZTEGC0FFEE01'

interface Rehearsed {
  copy: { model: string; not_copied: { what: string; why: string }[] }
  number: number | null
  conflicts: { code: string; severity: string }[]
  success: boolean
  commands: { command: string; success: boolean; error: string | null }[]
  lacks: string | null
  status: string | null
  checks: { what: string; ok: boolean | null }[]
  changes: { equal: boolean; unified: string | null } | null
  undo: {
    commands: { command: string }[]
    left: string[]
    leaves: { equal: boolean; unified: string | null } | null
  }
}

let house!: Installation
let ids!: ReadonlyMap<string, number>
const oltOf = (name: string) => house.simulated(name).simulated as SimulatedOlt
test.before(async () => {
  house = await startInstallation({
    scene: sceneOf(
      olts.map(({ name, vendor, model }) => ({
        kind: 'olt',
        name,
        vendor,
        model,
        steady: true,
        onusOnEveryPort: 3,
        console: { telnet: 0 },
      })),
    ),
  })
  for (const { name, port } of olts) oltOf(name).do({ do: 'appear', port, serial: ident, type: 'F660' })
  ids = await readAll(
    house,
    olts.map(({ name }) => name),
  )
})
test.after(() => house?.stop())

const path = '/component/onts_registration/rehearse'
async function rehearse(name: string, body: object): Promise<Rehearsed> {
  const before = runningConfiguration(oltOf(name))
  const { status, data, text } = await untouched(house, name, () =>
    house.admin.ask<Rehearsed>('POST', path, { body: { device: { id: ids.get(name) }, ident, ...body } }),
  )
  assert.is(status, 200, text)
  assert.is(runningConfiguration(oltOf(name)), before, 'the OLT itself is as it was')
  return data
}

/** Stores the example, or a change of it, for the model of this OLT alone. */
async function stored(name: string, more: object = {}): Promise<{ id: number; params: object }> {
  const { folder } = olts.find(one => one.name === name)!
  const { definition, name: title } = examples().find(one => one.folder === folder)!
  const id = ids.get(name)!
  const { model } = await house.admin.get<{ model: { key: string } }>(`/device/${id}`)
  const body = { name: `${title} ${Math.random()}`, ...definition, models: [model.key], ...more }
  const made = await house.admin.post<{ id: number }>('/component/onts-registration-control', body)
  const answer = await house.admin.ask<Record<string, { id: number | null; name: string }[] | null>>(
    'POST',
    `/switcher-core/device/pon_profiles/${id}`,
    { body: {} },
  )
  const filled = definition.forms[0]!.parameters.flatMap(one => {
    if (one.key === 'name') return [[one.key, 'flat-7']]
    if (one.type !== 'select_from_variable' || one.default_value) return []
    const [item] = answer.data[one.source_parameter_key!.split('.').at(-1)!]!
    return [[one.key, item!.id ?? item!.name]]
  })
  return { id: made.id, params: Object.fromEntries(filled) as object }
}
const dropped = (id: number) => house.admin.delete(`/component/onts-registration-control/${id}`)

for (const { name, folder } of olts)
  test(`${folder}: registered and seen on the copy of the OLT, and the undo leaves nothing`, async () => {
    const { id, params } = await stored(name)
    const result = await rehearse(name, { params })
    assert.equal([result.lacks, result.undo.left], [null, []], JSON.stringify(result, null, 1))
    assert.is(result.status, 'Online')
    assert.ok(result.checks.every(({ ok }) => ok))
    assert.match(result.changes!.unified!, /^\+/m)
    assert.equal(result.undo.leaves, { equal: true, unified: '' })
    assert.ok(result.success)
    await dropped(id)
  })

test('a template that would do harm is seen in the difference', async () => {
  const { definition } = examples().find(one => one.folder === 'zte-fw21-bridge')!
  const first = oltOf('zte').pons[1]!.onus[0]!
  const harm = definition.commands.replace('exit\n', `no onu ${first.id}\nexit\n`)
  const { id, params } = await stored('zte', { commands: harm })
  const result = await rehearse('zte', { params })
  assert.match(result.changes!.unified!, new RegExp(`^- *onu ${first.id} type`, 'm'))
  assert.is(result.success, false)
  assert.is(result.undo.leaves!.equal, false, 'the undo does not bring the other ONU back')
  await dropped(id)
})

test('an undo that leaves something is told, in words and in the difference', async () => {
  const { id, params } = await stored('zte', { undo: 'configure terminal\nend\n' })
  const result = await rehearse('zte', { params })
  assert.is(result.lacks, null)
  assert.ok(
    result.undo.left.some(text => text.includes(ident)),
    JSON.stringify(result.undo),
  )
  assert.match(result.undo.leaves!.unified!, new RegExp(`^\\+.*${ident}`, 'm'))
  assert.is(result.success, false)
  await dropped(id)
})

test('a conflict forbids it on the copy too, and nothing is typed', async () => {
  const { id, params } = await stored('zte')
  const taken = oltOf('zte').pons[1]!.onus[0]!.id
  const result = await rehearse('zte', { params, number: taken })
  assert.ok(result.conflicts.some(({ code, severity }) => code === 'number_taken' && severity === 'error'))
  assert.equal([result.commands, result.changes, result.success], [[], null, false])
  await dropped(id)
})

test('no template, and an ONU that is not waiting, say so', async () => {
  const ask = (body: object) =>
    house.admin.ask('POST', path, { body: { device: { id: ids.get('zte') }, ...body } })
  const none = await ask({ ident })
  assert.equal([none.status, none.error.code], [422, 'ONTS_REGISTRATION_NO_TEMPLATE'], none.text)
  const gone = await ask({ ident: 'ZTEGC0FFEE99' })
  assert.equal([gone.status, gone.error.code], [404, 'ONTS_REGISTRATION_NOT_WAITING'], gone.text)
})

import { identText, type SimulatedOlt } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import type { Client } from '../support/client.ts'
import type { DocumentOperation } from '../support/contract.ts'
import { sceneOf, startInstallation, type Installation } from '../support/installation.ts'
import { allPermissions, person } from '../support/people.ts'
import { readAll } from '../support/read-all.ts'
import { placesOf, type Components, type Place } from './references.ts'

/**
 * Every operation of the served document that takes the id of a macro or of a registration template × whose it
 * is: of the user's group, for all devices, of another group, of none. A new operation takes part, or fails with
 * its name. The devices are real enough that each of them is done.
 */
const test = suite('matrix of templates', { level: 'full' })
const nobody = 2_000_000_000
const pon = 'gpon_1/1/2'

type Kind = 'macro' | 'registrationTemplate'
/** Whose a template is. */
interface Ids {
  own: number
  open: number
  foreign: number
}

let house!: Installation
let operations!: readonly DocumentOperation[]
let components!: Components
let [ours, theirs] = [0, 0]
let [switchId, oltId] = [0, 0]
let limited!: Client
let oltModel = ''
let ids!: Record<Kind, Ids>

const bases: Record<Kind, string> = {
  macro: '/component/macros-control',
  registrationTemplate: '/component/onts-registration-control',
}
const olt = () => house.simulated('olt').simulated as SimulatedOlt
const at = '{{iface._shelf}}/{{iface._slot}}/{{iface._port}}'
const within = (line: string) => `configure terminal\ninterface gpon-olt_${at}\n${line}\nend\n`
let count = 0
const definitionOf = (kind: Kind, group_ids: readonly number[] | undefined) => ({
  name: `${kind} ${++count}`,
  ...(group_ids && { group_ids }),
  ...(kind === 'macro'
    ? { display_for: [], template: 'show switch\n' }
    : {
        models: [oltModel],
        commands: within('onu {{free.first}} type F660 sn {{ont.serial}}'),
        undo: within('no onu {{free.first}}'),
        verify: { online_sec: 0, checks: [] },
      }),
})
const made = async (kind: Kind, group_ids?: readonly number[], as: Client = house.admin) =>
  (await as.post<{ id: number }>(bases[kind], definitionOf(kind, group_ids))).id

test.before(async () => {
  house = await startInstallation({
    scene: sceneOf([
      { kind: 'switch', name: 'switch', vendor: 'dlink', model: 'DES-3200-10/C1', console: { telnet: 0 } },
      {
        kind: 'olt',
        name: 'olt',
        vendor: 'zte',
        model: 'C320',
        steady: true,
        onusOnEveryPort: 3,
        console: { telnet: 0 },
      },
    ]),
  })
  const { admin } = house
  olt().do({ do: 'appear', port: pon, serial: identOf(0), type: 'F660' })
  const devices = await readAll(house, ['switch', 'olt'])
  ;[switchId, oltId] = [devices.get('switch')!, devices.get('olt')!]
  for (const name of ['ours', 'theirs']) {
    const { id } = await admin.post<{ id: number }>('/device-group', { name })
    if (name === 'ours') ours = id
    else theirs = id
  }
  for (const id of [switchId, oltId]) await admin.put(`/device/${id}`, { group_id: ours })
  oltModel = (await admin.get<{ model: { key: string } }>(`/device/${oltId}`)).model.key
  limited = await person(house, await allPermissions(admin), [ours])
  const ofKind = async (kind: Kind): Promise<Ids> => ({
    own: await made(kind, undefined, limited),
    open: await made(kind, []),
    foreign: await made(kind, [theirs]),
  })
  ids = { macro: await ofKind('macro'), registrationTemplate: await ofKind('registrationTemplate') }
  const contract = await admin.contract()
  operations = contract.operations
  components = contract.document.components as Components
})
test.after(() => house?.stop())

const identOf = (nth: number) => `ZTEGC0FF${nth.toString(16).toUpperCase().padStart(4, '0')}`
let onus = 0
/** An ONU that waits, and was not there before. */
function waiting(): { device: { id: number }; ident: string; params: object } {
  const serial = identOf(++onus)
  olt().do({ do: 'appear', port: pon, serial, type: 'F660' })
  return { device: { id: oltId }, ident: serial, params: {} }
}

interface Ask {
  query?: Readonly<Record<string, string>>
  body?: object
  /** It makes or changes the template itself: one for all devices is not the user's to change. */
  changes?: true
  /** It is for a device, so that a template of other groups is refused to everybody. */
  ofDevice?: true
}
const onSwitch = (): Ask => ({ body: { device: { id: switchId } }, ofDevice: true })
const onOlt = (): Ask => ({ body: waiting(), ofDevice: true })

/** How each of them is asked so that it succeeds, by the operation without the kind. */
const control: Readonly<Record<string, (kind: Kind) => Ask>> = {
  'template.get': () => ({}),
  'template.update': () => ({ body: { description: `change ${++count}` }, changes: true }),
  'template.delete': () => ({ changes: true }),
  'template.clone': () => ({ body: {} }),
  'template.export': () => ({}),
  'template.lint': () => ({ body: {} }),
  'template.preview': kind => (kind === 'macro' ? onSwitch() : { body: {} }),
  'versions.list': () => ({}),
  'version.get': () => ({}),
  'versions.diff': () => ({ query: { from: '1' } }),
  'version.restore': () => ({ body: { version: 1 }, changes: true }),
}
const uses: Readonly<Record<string, () => Ask>> = {
  'macros.variables.read': () => ({ query: { device_id: String(switchId) }, ofDevice: true }),
  'macros.form.read': onSwitch,
  'macros.macro.execute': onSwitch,
  'rehearsal.macro.rehearse': onSwitch,
  'rehearsal.registration.rehearse': () => ({
    body: { device: { id: oltId }, ident: identOf(0) },
    ofDevice: true,
  }),
  'onts-registration.form': onOlt,
  'onts-registration.plan': onOlt,
  'onts-registration.register': onOlt,
  'onts-registration.replace': () => {
    const old = olt().onus.find(({ port }) => port === olt().pons[1])!
    return { body: { ...waiting(), old: identText(old.serial) }, ofDevice: true }
  },
  'onts-registration.batches.plan': () => {
    const { device, ident } = waiting()
    return { body: { device, rows: [{ ident }] }, ofDevice: true }
  },
}
function askOf({ operationId }: DocumentOperation, kind: Kind): Ask {
  const [, rest = ''] = /^(?:macros|onts-registration)\.(.*)$/.exec(operationId) ?? []
  const found = uses[operationId]?.() ?? control[rest]?.(kind)
  if (!found) throw new Error(`say in test/matrix/templates.test.ts how to ask ${operationId}`)
  return found
}

interface Told {
  status: number
  /** Of the error; that of its row where a batch has it. */
  code: string | null
  text: string
}
async function ask(operation: DocumentOperation, place: Place, id: number, as: Client): Promise<Told> {
  const { query = {}, body } = askOf(operation, place.kind as Kind)
  const path = operation.path.replace('/api/v1', '').replace('{id}', String(id)).replace('{version}', '1')
  const value = place.name === 'id' ? id : { id }
  const { status, data, error, text } = await as.ask<{ rows?: { error: { code: string } | null }[] } | null>(
    operation.method.toUpperCase(),
    path,
    {
      query: { ...query, ...(place.at === 'query' && { [place.name]: String(id) }) },
      ...(body && { body: { ...body, ...(place.at === 'body' && { [place.name]: value }) } }),
    },
  )
  return { status, code: error?.code ?? data?.rows?.[0]?.error?.code ?? null, text }
}
const good = ({ status, code }: Told) => status < 300 && code === null

/** Every place of the document that takes one. */
const places = () =>
  operations.flatMap(operation =>
    placesOf(operation, components)
      .filter(({ kind }) => kind === 'macro' || kind === 'registrationTemplate')
      .map(place => ({ operation, place, kind: place.kind as Kind })),
  )
/** Lines of the templates that the devices got. */
const typed = () =>
  ['switch', 'olt'].flatMap(name =>
    house.simulated(name).console!.typed.filter(line => /^(show switch$|(no )?onu )/.test(line)),
  ).length

test('own: done; for all: used and copied, not changed; of another group: unknown', async () => {
  const cells = places()
  const wrong: string[] = []
  for (const { operation, place, kind } of cells) {
    const { changes } = askOf(operation, kind)
    const cell = `${operation.operationId}, ${place.name}`
    const is = (whose: string, right: boolean, { status, code, text }: Told) => {
      if (!right) wrong.push(`${cell}, ${whose}: ${status} ${code} ${text.slice(0, 300)}`)
    }
    const before = typed()
    const foreign = await ask(operation, place, ids[kind].foreign, limited)
    const none = await ask(operation, place, nobody, limited)
    is('foreign', foreign.code === none.code && foreign.status === none.status, foreign)
    is('foreign', foreign.status === 404 || foreign.code === 'TEMPLATE_UNKNOWN', foreign)
    if (typed() !== before) wrong.push(`${cell}: typed`)
    const open = await ask(operation, place, ids[kind].open, limited)
    if (changes) is('for all', open.status === 403 && open.code === 'LIMITED_TO_GROUPS', open)
    else is('for all', good(open), open)
    const own = changes ? await made(kind, undefined, limited) : ids[kind].own
    const mine = await ask(operation, place, own, limited)
    is('own', good(mine), mine)
  }
  console.log(`matrix of templates: ${cells.map(({ operation }) => operation.operationId).join(' ')}`)
  assert.is(wrong.length, 0, `\n${wrong.join('\n')}`)
  assert.ok(cells.length >= 32, `${cells.length} places`)
  assert.ok(typed() >= 6, 'what is done is seen on the devices')
})

test('one of other groups than its device is refused to who sees all, and nothing is typed', async () => {
  const wrong: string[] = []
  for (const { operation, place, kind } of places()) {
    const { ofDevice, changes } = askOf(operation, kind)
    const id = changes ? await made(kind, [theirs]) : ids[kind].foreign
    const before = typed()
    const told = await ask(operation, place, id, house.admin)
    const right = ofDevice
      ? ['MACROS_DOES_NOT_FIT', 'ONTS_REGISTRATION_TEMPLATE_ELSEWHERE'].includes(told.code ?? '')
      : good(told)
    if (!right || typed() !== before)
      wrong.push(`${operation.operationId}: ${told.status} ${told.code} ${told.text.slice(0, 300)}`)
  }
  assert.is(wrong.length, 0, `\n${wrong.join('\n')}`)
})

test('lists: a macro for a device of its groups; for a limited user nothing of others', async () => {
  const list = async (as: Client, query: Record<string, number> = {}) => {
    const rows = await as.get<{ id: number }[]>('/component/macros/list', query)
    const { own, open, foreign } = ids.macro
    return [own, open, foreign].map(id => rows.some(row => row.id === id))
  }
  assert.equal(await list(limited), [true, true, false])
  assert.equal(await list(limited, { device_id: switchId }), [true, true, false])
  assert.equal(await list(house.admin), [true, true, true])
  assert.equal(await list(house.admin, { device_id: switchId }), [true, true, false])
})

test('without a template: that of the group of the OLT, before the one for all devices; it follows the OLT', async () => {
  const { own, open, foreign } = ids.registrationTemplate
  // One for all devices and one a group: more of them are several.
  const { admin } = house
  for (const { id } of await admin.get<{ id: number }[]>(bases.registrationTemplate))
    if (![own, open, foreign].includes(id))
      await admin.put(`${bases.registrationTemplate}/${id}`, { enabled: false })
  const planned = async (as: Client) =>
    (await as.post<{ template: { id: number } }>('/component/onts_registration/plan', waiting())).template.id
  const kept = await limited.post<{ id: string }>('/component/onts_registration/plan', waiting())
  const batch = await admin.post<{ id: number }>('/component/onts_registration/batches', {
    device: { id: oltId },
    rows: [{ ident: waiting().ident }],
    template: { id: own },
  })
  assert.equal([await planned(limited), await planned(admin)], [own, own])
  await admin.put(`/device/${oltId}`, { group_id: theirs })
  assert.is(await planned(admin), foreign)
  // What was planned for the former group is not carried out.
  await admin.post(`/component/onts_registration/batches/${batch.id}/start`, {})
  const ended = await until('the batch has ended', async () => {
    const now = await admin.get<{ state: string; rows: { error: { code: string } | null }[] }>(
      `/component/onts_registration/batches/${batch.id}`,
    )
    return now.state === 'done' ? now : null
  })
  assert.is(ended.rows[0]!.error?.code, 'ONTS_REGISTRATION_TEMPLATE_ELSEWHERE')
  const late = await limited.ask('POST', '/component/onts_registration/register', {
    body: { plan_id: kept.id },
  })
  assert.is(late.status, 404)
  await admin.put(`${bases.registrationTemplate}/${foreign}`, { enabled: false })
  assert.is(await planned(admin), open)
  await admin.put(`/device/${oltId}`, { group_id: ours })
  await admin.put(`${bases.registrationTemplate}/${foreign}`, { enabled: true })
  await limited.put(`${bases.registrationTemplate}/${own}`, { enabled: false })
  assert.is(await planned(limited), open)
})

test('a macro that was taken away meanwhile is not run, and its group may go', async () => {
  const { id: gone } = await house.admin.post<{ id: number }>('/device-group', { name: 'gone' })
  const id = await made('macro', [gone])
  await house.admin.put(`/device/${switchId}`, { group_id: gone })
  const run = (as: Client) =>
    as.ask('POST', '/component/macros/execute', { body: { device: { id: switchId }, macros: { id } } })
  assert.is((await run(house.admin)).status, 200)
  await house.admin.put(`/device/${switchId}`, { group_id: ours })
  await house.admin.delete(`/device-group/${gone}`)
  const [his, theOwners] = [await run(limited), await run(house.admin)]
  assert.equal([his.status, his.error.code], [404, 'MACROS_UNKNOWN'])
  assert.equal([theOwners.status, theOwners.error.code], [422, 'MACROS_DOES_NOT_FIT'])
  // The device keeps the history of what was done to it.
  const runs = await limited.get<{ macros: { id: number } }[]>('/component/macros/runs', { own: false })
  assert.ok(runs.some(one => one.macros.id === id))
})

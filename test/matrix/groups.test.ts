import { assert, suite } from '@linecard/test-kit'
import type { DocumentOperation } from '../support/contract.ts'
import { Payload } from '../support/upload.ts'
import { furnish, mark, type Objects } from './furnish.ts'
import { parametersOf, placesOf, type Components, type Place } from './references.ts'
import { callOf } from './rows.ts'
import { makeMatrixWorld, type Asked, type Person, type World } from './world.ts'

/**
 * The matrix of groups: every operation of the served document × every place in which it names an
 * object × ways in. A user of one group asks for an object of another group, and gets what is answered for an
 * object that does not exist. A new operation takes part without a change, or fails with its name.
 */
const test = suite('matrix of groups', { level: 'full' })
/** Finds the mark, and is not the mark where an answer or a log repeats it. */
const sought = 'zqmarker'
const nobody = 2_000_000_000
/** May be asked, and no device has it. */
const nowhere = '127.254.254.254'

let world!: World
/** The same world with the objects of the caller's own group in place of the others. */
let own!: World
let caller!: Person, owner!: Person
let operations!: readonly DocumentOperation[]
let theirs!: Objects
const absent: Objects = {
  device: nobody,
  address: nowhere,
  network: `${nowhere}/32`,
  interface: nobody,
  access: nobody,
  group: nobody,
  rule: nobody,
  run: nobody,
  import: nobody,
  file: nobody,
  call: nobody,
  macro: nobody,
  macroRun: nobody,
  action: nobody,
  registration: nobody,
  registrationTemplate: nobody,
  batch: nobody,
  event: nobody,
  trap: nobody,
  delivery: nobody,
  outage: nobody,
  window: nobody,
  link: nobody,
}

test.before(async () => {
  world = await makeMatrixWorld()
  const { admin } = world.house
  const { ours } = world.groups
  await admin.put(`/device-group/${ours}`, { networks: ['198.18.0.0/15'] })
  const access = await admin.post<{ id: number }>('/device-access', {
    name: 'own profile',
    public_community: 'public',
    group_ids: [ours],
    params: { sw_core_connection: { snmp_timeout_sec: 0.1, snmp_repeats: 0 } },
  })
  const model = (await admin.get<{ model: { id: number } }>(`/device/${world.device.id}`)).model.id
  const device = await admin.post<{ id: number }>('/device', {
    ip: '198.18.200.1',
    name: 'own device',
    group_id: ours,
    access_id: access.id,
    model_id: model,
    enabled: false,
  })
  const port = await admin.post<{ id: number }>('/device-interface', {
    device_id: device.id,
    name: 'own port',
    bind_key: '1',
    type: 'ETH',
  })
  theirs = await furnish(world)
  own = {
    ...world,
    device: { ...world.device, id: device.id, accessId: access.id, interfaceId: port.id },
    groups: { ours, theirs: ours },
  }
  caller = await world.person(world.permissions, [ours])
  owner = await world.person(world.permissions)
  operations = world.contract.operations.filter(({ spec }) => spec['x-permission'] !== 'public')
})
test.after(() => world?.stop())

interface Heard {
  status: number
  text: string
  headers: Headers
}
async function ask(
  { method, path, query = {}, body }: Asked,
  key: string,
  headers: Record<string, string> = {},
): Promise<Heard> {
  const search = new URLSearchParams(query)
  const answer = await fetch(`${world.house.url}/api/v1${path}${search.size ? `?${search}` : ''}`, {
    method,
    ...(body === undefined ? {} : { body: body instanceof Payload ? body.text : JSON.stringify(body) }),
    headers: {
      'x-auth-key': key,
      ...(body === undefined
        ? {}
        : { 'content-type': body instanceof Payload ? body.type : 'application/json' }),
      ...headers,
    },
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

const components = () => world.contract.document.components as Components
const isPlain = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && !(body instanceof Payload)

/** The value as a field takes it: the forms of a reference differ by its name. */
function valueAt({ name, list }: Place, value: string | number, before: unknown): unknown {
  if (name === 'objects') return [{ type: 'device', id: value }]
  if (list) return [value]
  return ['group', 'access', 'macros', 'template'].includes(name) || isPlain(before) ? { id: value } : value
}

/** The call with another value in one place. Null: the call cannot name it, as its body is a file. */
function placed(
  call: Asked,
  operation: DocumentOperation,
  place: Place,
  value: string | number,
): Asked | null {
  if (place.at === 'path') {
    const at = operation.path.replace('/api/v1', '').split('/').indexOf(`{${place.name}}`)
    const path = call.path
      .split('/')
      .with(at, encodeURIComponent(String(value)))
      .join('/')
    return { ...call, path }
  }
  if (place.at === 'query') return { ...call, query: { ...call.query, [place.name]: String(value) } }
  if (!isPlain(call.body)) return null
  const { instead = [] } = place
  const kept = Object.entries(call.body).filter(([name]) => !instead.includes(name))
  const more = place.name === 'object_id' ? { object_type: 'device' } : {}
  const changed = { [place.name]: valueAt(place, value, call.body[place.name]) }
  return { ...call, body: { ...Object.fromEntries(kept), ...more, ...changed } }
}

/** What is told of an error, or how many there are, without what differs between two equal requests. */
function told({ status, text }: Heard, values: readonly (string | number)[]): string {
  // Both on both sides: the row may name another object of its own with the same number.
  const either = values.map(value => String(value).replaceAll('.', '\\.')).join('|')
  const plain = text.replaceAll(new RegExp(`(?<![\\d.])(?:${either})(?!\\d|\\.\\d)`, 'g'), '#')
  if (status < 400) {
    const { meta, data } = text.startsWith('{')
      ? (JSON.parse(text) as { meta?: { total?: number } | null; data?: unknown })
      : { meta: null, data: text }
    return `${status} ${meta?.total ?? ''} ${Array.isArray(data) ? data.length : ''}`
  }
  const { error } = JSON.parse(plain) as { error: object }
  return `${status} ${JSON.stringify({ ...error, request_id: '' })}`
}

const failures: string[] = []
const none = () => {
  const all = failures.splice(0)
  assert.is(all.length, 0, `${all.length} cells are wrong:\n${all.join('\n')}`)
}
const marked = (text: string) => text.includes(mark) || text.includes(world.device.sim.ip)

test('an object of another group is as unknown as none, wherever a request names it', async () => {
  const cells: Record<string, number> = {}
  const before = world.device.sim.requests
  for (const operation of operations) {
    const places = placesOf(operation, components())
    for (const place of places) {
      const values: [
        way: string,
        there: string | number,
        not: string | number,
        headers?: Record<string, string>,
      ][] = [[place.at === 'path' ? 'id' : place.at, theirs[place.kind], absent[place.kind]]]
      if (place.kind === 'device' && place.at === 'path') values.push(['address', theirs.address, nowhere])
      if (place.at === 'path' && ['put', 'delete'].includes(operation.method)) {
        values.push(['If-Match', theirs[place.kind], absent[place.kind], { 'if-match': '*' }])
        values.push(['If-Match', theirs[place.kind], absent[place.kind], { 'if-match': 'W/"x"' }])
      }
      if (place.at === 'path' && operation.method === 'get')
        values.push(['ETag', theirs[place.kind], absent[place.kind], { 'if-none-match': '*' }])
      for (const [way, there, not, headers] of values) {
        const cell = `${operation.operationId}, ${place.name} (${place.kind}, ${way})`
        try {
          const call = await callOf(operation, { world: own, who: caller })
          const [here, gone] = [placed(call, operation, place, there), placed(call, operation, place, not)]
          if (!here || !gone) continue
          const [one, other] = [await ask(here, caller.key, headers), await ask(gone, caller.key, headers)]
          cells[way] = (cells[way] ?? 0) + 1
          const [seen, unseen] = [told(one, [there, not]), told(other, [there, not])]
          const named = place.kind === 'address' || way === 'address' || place.kind === 'network'
          const leaks = one.text.includes(mark) || (!named && marked(one.text))
          if (seen !== unseen || leaks || one.status >= 500)
            failures.push(
              `${cell}:\n  theirs ${seen}\n  absent ${unseen}${leaks ? `\n  shows ${one.text.slice(0, 300)}` : ''}`,
            )
        } catch (error) {
          failures.push(`${cell}: ${(error as Error).message}`)
        }
      }
    }
  }
  console.log('matrix of groups, references:', JSON.stringify(cells))
  none()
  assert.is(world.device.sim.requests, before, 'nothing reached the device')
  assert.ok(Object.values(cells).reduce((sum, count) => sum + count, 0) >= 150, JSON.stringify(cells))
})

/** The log shows a caller what they did themselves, with what they sent. */
const withoutOwn = (text: string): string => {
  const { data } = JSON.parse(text) as { data?: { user?: { id: number } | null }[] }
  return JSON.stringify(data?.filter(({ user }) => user?.id !== caller.id))
}

/** Requests of reads that would show all they know: with the widest page, and by the mark. */
function wide(call: Asked, operation: DocumentOperation): Asked[] {
  const known = new Set(parametersOf(operation, components()).map(({ name }) => name))
  const queries = [
    { ...call.query, ...(known.has('limit') ? { limit: '100000' } : {}) },
    ...(known.has('query')
      ? [
          { ...call.query, query: sought },
          { ...call.query, query: world.device.sim.ip.replace(/\d+$/, '') },
        ]
      : []),
    ...(known.has('sort') ? [{ ...call.query, sort: '-id' }] : []),
  ]
  const bodies = isPlain(call.body)
    ? [call.body, {}, { query: sought }, { lines: true }, { device_id: theirs.device }]
    : [call.body]
  return queries.flatMap(query => bodies.map(body => ({ ...call, query, body })))
}

test('no list, search, export, log, report, statistic or embedded object shows another group', async () => {
  const reads = operations.filter(({ method, spec }) => method === 'get' || !('x-action' in spec))
  const [shown, cells] = [new Set<string>(), { asked: 0 }]
  for (const operation of reads) {
    try {
      const calls = wide(await callOf(operation, { world: own, who: caller }), operation)
      for (const call of calls) {
        const { text: whole, status } = await ask(call, caller.key)
        const text = operation.operationId === 'system.actions.filter' ? withoutOwn(whole) : whole
        cells.asked++
        // A refusal may repeat what was asked.
        if (status >= 500 || (status < 400 && marked(text)))
          failures.push(`${operation.operationId} ${JSON.stringify(call)}: ${status} ${text.slice(0, 600)}`)
      }
      // The same requests show it to who sees all groups: the marks are where they can be found.
      const all = wide(await callOf(operation, { world, who: owner }), operation)
      for (const call of all) if (marked((await ask(call, owner.key)).text)) shown.add(operation.operationId)
    } catch (error) {
      failures.push(`${operation.operationId}: ${(error as Error).message}`)
    }
  }
  console.log(
    `matrix of groups, reads: ${reads.length} × ${cells.asked}, marks in ${shown.size}: ${[...shown].join(' ')}`,
  )
  none()
  assert.ok(shown.size >= 20, `${shown.size} reads show the marks to an owner`)
})

test('the answer that another user got under an Idempotency-Key is not replayed', async () => {
  const keyed = operations.filter(operation =>
    parametersOf(operation, components()).some(({ name }) => name.toLowerCase() === 'idempotency-key'),
  )
  assert.ok(keyed.length >= 5, `${keyed.length} operations`)
  for (const operation of keyed) {
    const call = await callOf(operation, { world, who: owner })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await ask(call, owner.key, headers)
    const { status, headers: answered } = await ask(call, caller.key, headers)
    // Users are no secret: nobody makes a key for somebody who may more.
    const refused = operation.spec['x-scope'] === 'user' ? 403 : 404
    if (status !== refused || answered.has('idempotency-replayed'))
      failures.push(`${operation.operationId}: ${status}`)
  }
  none()
})

test('a place that the matrix does not know fails with its name', () => {
  const made = (path: string, query: string) =>
    ({
      operationId: 'weather.get',
      method: 'get',
      path: `/api/v1${path}`,
      spec: { parameters: [{ in: 'query', name: query }] },
    }) as unknown as DocumentOperation
  assert.throws(() => placesOf(made('/weather/{id}', 'x'), {}), /\{id\} of weather\.get/)
  assert.throws(() => placesOf(made('/weather', 'station_id'), {}), /station_id of weather\.get/)
})
